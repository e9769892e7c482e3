"""The Sultan's Wishes on pages."""
