"""Orochi (Kanare Kato, 2022): place either colour, turn over what gets over-connected."""

ORDER = 1
GRID = "hex"
SIZES = (2, 13, 4)
OPTIONS = ""
