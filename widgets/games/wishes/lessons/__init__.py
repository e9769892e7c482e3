"""What lessons on The Sultan's Wishes throw, play and show."""
