"""What works on any game: tournaments, bots without code, reviews, other libraries."""
