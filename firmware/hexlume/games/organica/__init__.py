"""Organica: place pawns and leaders, move groups, surround the enemy's leaders."""

ORDER = 4
GRID = "hex"
SIZES = (4, 13, 5)
OPTIONS = "setup=corners"
