"""A class: rooms with a code, pupils without accounts, reports of their lessons, and what the teacher's board shows."""
