"""The games: a folder each, with rules, card tables and words as data, odds and bots; beside them what those are made of."""
