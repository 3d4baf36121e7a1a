"""Codes for what stands on a cell, shared by the sensors, the rules and the lights.

One code means the same everywhere: a cell's sensed class, a cell of a game's
board and a cell of the difference between them are directly comparable.
"""

from ..const import const

EMPTY, WHITE, BLACK, WHITE_LEADER, BLACK_LEADER = range(5)

LETTERS = const(".wbWB")
"""The letter of each code in position JSON (rule ACT-5); ``.`` is an empty cell."""

COLOURS = ("", "white", "black")
"""The name of each colour, by its code."""

NAMES = ("", "white", "black", "white leader", "black leader")
"""The name of each piece, by its code."""


def colour_of(piece: int) -> int:
    """Return the colour (``WHITE``, ``BLACK`` or ``EMPTY``) of a piece code."""
    return piece - 2 if piece > BLACK else piece


def is_leader(piece: int) -> bool:
    """Return whether a piece code is a leader (the disc with the strong magnet)."""
    return piece > BLACK


def leader(colour: int) -> int:
    """Return the leader of a colour."""
    return colour + 2


def other(colour: int) -> int:
    """Return the opponent of a colour."""
    return 3 - colour


def turned(piece: int) -> int:
    """Return what a piece becomes when its disc is turned over: the other colour, the same kind."""
    return (EMPTY, BLACK, WHITE, BLACK_LEADER, WHITE_LEADER)[piece]
