"""Tools for any game: tournaments, priority bots, game reviews, adapters to other libraries."""
