"""Droched (Saïd Galdseid, 2024): keep every group in reach of two sides of the board."""

ORDER = 5
GRID = "hex"
SIZES = (3, 13, 7)
OPTIONS = "pie=on komi=1 komi=2 handicap=2 handicap=3 handicap=4 handicap=5"
