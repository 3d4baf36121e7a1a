"""The rule clauses on positions worked out by hand: one table a game."""
