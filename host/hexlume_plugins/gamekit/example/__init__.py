"""Example: place a disc a turn, never beside the last one; complete a group to win."""

ORDER = 10
GRID = "hex"
# The smallest, the largest and the default size.
SIZES = (2, 9, 4)
# What the menu offers besides the defaults, separated by spaces.
OPTIONS = "pie=on"
