"""A cell with its six neighbours as a number: the most important feature of a position (``patterns``)."""

import numpy as np

from .compiled import Numbers, compiled

SIDES = 6
STATES = 6
"""What a neighbour can be: off the board, empty, one's own or the other's; in Orochi each with less than three or at
least three neighbours of its colour (one more makes it over-connected, ORO-3), in Organica a pawn or a leader, in
Sibling of a small group or of one of its colour's two largest sizes, in Droched of a group that holds a bridge or of
one that does not."""
AROUND = STATES**SIDES
_CENTRES = 5
"""What a cell can be: empty, one's own, the other's, one's own leader, the other's leader; in Droched the last two are
empty cells of one's own and of the other's territory."""

STAGES = 10
"""Each part of a game has weights of its own: by how many cells are empty, in Organica by the hands."""
_LAST_EMPTY = 4
"""So few empty cells are all one stage."""


@compiled
def stage_of(empty: int, cells: int) -> int:
    """Return which of the ``STAGES`` a position is in by its empty cells."""
    return 0 if empty <= _LAST_EMPTY else empty * STAGES // (cells + 1)


@compiled
def is_of(piece: int, colour: int) -> bool:
    """Return whether a piece, a stone or a leader, is of a colour."""
    return (piece & 1) == (colour & 1)


@compiled
def neighbour(piece: int, mover: int, marked: bool) -> int:
    """Return which of the ``STATES`` a neighbour with a piece is for who acts."""
    return (2 if is_of(piece, mover) else 4) + (1 if marked else 0)


@compiled
def centre(piece: int, mover: int) -> int:
    """Return which of the ``_CENTRES`` a piece is for who acts."""
    if piece == 0:
        return 0
    return (1 if is_of(piece, mover) else 2) + (2 if piece > 2 else 0)


def kinds() -> Numbers:
    """Return each pattern's number by its code: ``AROUND`` times the centre, and the neighbours side by side.

    Those that are each other's images have the same.
    """
    codes = np.arange(AROUND)
    states = [codes // STATES**side % STATES for side in range(SIDES)]
    least = codes
    for turn in range(SIDES):
        for way in (1, -1):
            image = sum(states[(turn + way * side) % SIDES] * STATES**side for side in range(SIDES))
            least = np.minimum(least, image)
    found, number = np.unique(least, return_inverse=True)
    made: Numbers = np.concatenate([number + centre * len(found) for centre in range(_CENTRES)]).astype(np.int32)
    return made
