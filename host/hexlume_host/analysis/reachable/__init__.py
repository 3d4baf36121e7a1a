"""Which positions can be reached, by the clauses of each game; one module a game."""
