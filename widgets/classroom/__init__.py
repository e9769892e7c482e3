"""Class mode: rooms that pupils join by code and without accounts, progress reports, and the teacher's board."""
