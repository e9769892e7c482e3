"""Pages of Court (Harem)."""
