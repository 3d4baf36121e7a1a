"""Hex (Piet Hein, 1942; John Nash, 1948): join your two sides of the board by a chain."""

ORDER = 6
GRID = "rhombus"
SIZES = (5, 19, 9)
OPTIONS = "pie=off"
OWNED_EDGES = True
