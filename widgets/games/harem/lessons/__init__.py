"""What lessons on Court throw, play and show."""
