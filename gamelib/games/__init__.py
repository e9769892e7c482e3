"""The games: a folder each, with rules, card tables and words as data, odds and bots; and what those are made of."""
