"""What lessons on Hadara throw, play and show."""
