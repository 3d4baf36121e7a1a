"""The cells around a cell: how far away they are."""

from math import hypot, sqrt

REACH_PITCHES = 2.2
"""How far, in pitches, the twin and the study let a magnet be felt: the 18 nearest cells of a hex panel, the 12 of a
square one."""
BESIDE_PITCHES = 1.5
"""Within so many pitches lie the six neighbours of a hex cell, and the eight of a square one."""

KINDS = ("hex", "square")
_FAR = 20


def places(kind: str, within_pitches: float = REACH_PITCHES) -> list[tuple[float, float]]:
    """Return the places of the cells around one in pitches, the nearest first; raises ``ValueError`` for no kind."""
    if kind not in KINDS:
        raise ValueError(f"There are no {kind} panels: choose hex or square.")
    found = []
    for row in range(-_FAR, _FAR + 1):
        for column in range(-_FAR, _FAR + 1):
            place = (column + row / 2, row * sqrt(3) / 2) if kind == "hex" else (float(column), float(row))
            if 0 < hypot(*place) <= within_pitches:
                found.append(place)
    return sorted(found, key=lambda place: (round(hypot(*place), 9), place))


def distances(kind: str, within_pitches: float = REACH_PITCHES) -> list[float]:
    """Return how far those cells are, in pitches."""
    return [hypot(*place) for place in places(kind, within_pitches)]
