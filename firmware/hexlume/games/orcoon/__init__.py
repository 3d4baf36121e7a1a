"""Orcoon (Luis Bolaños Mures, 2012): join your two edges without weak diagonals."""

ORDER = 3
GRID = "square"
SIZES = (4, 26, 9)
OPTIONS = "pie=off"
OWNED_EDGES = True
