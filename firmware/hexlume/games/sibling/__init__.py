"""Sibling (Kanare Kato): place pairs along a line, the second-largest group counts."""

ORDER = 2
GRID = "hex"
SIZES = (3, 13, 5)
OPTIONS = "pie=on"
