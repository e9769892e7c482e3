"""Class mode: rooms with a code, pupils without accounts, progress reports, and the board of the teacher."""
