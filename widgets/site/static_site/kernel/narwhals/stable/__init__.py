"""The part that is promised to stay."""
