"""What lessons on Towers throw, play and show."""
