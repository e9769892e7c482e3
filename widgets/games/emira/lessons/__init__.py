"""What lessons on Emira throw, play and show."""
