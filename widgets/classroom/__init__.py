"""Classes: rooms with a code, pupils without accounts, reports of their lessons, and the board of the teacher."""
