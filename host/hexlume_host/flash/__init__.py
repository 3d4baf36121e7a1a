"""Copies the firmware to a board's CIRCUITPY drive so that the board starts whenever copying stops."""
