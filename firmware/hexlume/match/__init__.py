"""The match: a game by its events, with its clock, on the board as on a host."""
