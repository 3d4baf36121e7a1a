"""Boards as dictionaries of names, straight from GEO-1 to GEO-5 and GEO-7."""

import functools

LETTERS = "abcdefghijklmnopqrstuvwxyz"
HEX_DIRECTIONS = [(1, 0), (-1, 0), (0, 1), (0, -1), (-1, 1), (1, -1)]  # GEO-2
SQUARE_DIRECTIONS = [(1, 0), (-1, 0), (0, 1), (0, -1)]  # GEO-4


@functools.cache
def hexagon(size):
    """Every cell of ``hexN``: name -> axial (q, r), rows from the bottom, cells from the left (GEO-1, GEO-2)."""
    reach = size - 1
    cells = {}
    for row in range(2 * size - 1):
        r = row - reach
        in_row = [q for q in range(-reach, reach + 1) if abs(q + r) <= reach]
        for number, q in enumerate(in_row, start=1):
            cells[f"{LETTERS[row]}{number}"] = (q, r)
    return cells


@functools.cache
def square(size):
    """Every point of ``squareN``: name -> (column, row), both from 0 (GEO-4)."""
    return {f"{LETTERS[column]}{row + 1}": (column, row) for row in range(size) for column in range(size)}


def _neighbours(cells, directions):
    names = {place: name for name, place in cells.items()}
    return {
        name: [names[(x + dx, y + dy)] for dx, dy in directions if (x + dx, y + dy) in names]
        for name, (x, y) in cells.items()
    }


@functools.cache
def hex_neighbours(size):
    """Name -> names of the adjacent cells of ``hexN`` (GEO-2)."""
    return _neighbours(hexagon(size), HEX_DIRECTIONS)


@functools.cache
def square_neighbours(size):
    """Name -> names of the orthogonally adjacent points of ``squareN`` (GEO-4)."""
    return _neighbours(square(size), SQUARE_DIRECTIONS)


@functools.cache
def rhombus_neighbours(size):
    """Name -> names of the adjacent hexes of ``rhombusN`` (GEO-7)."""
    return _neighbours(square(size), HEX_DIRECTIONS)


@functools.cache
def border_places(size):
    """Border cell of ``hexN`` -> the one corner or edge it belongs to (GEO-3).

    A border cell lies on one or two of the six sides; on two, it is a corner and belongs to no edge.
    """
    far = size - 1
    places = {}
    for name, (q, r) in hexagon(size).items():
        sides = [
            side
            for side, value in (("+q", q), ("-q", -q), ("+r", r), ("-r", -r), ("+s", q + r), ("-s", -q - r))
            if value == far
        ]
        if len(sides) == 1:
            places[name] = f"edge {sides[0]}"
        elif len(sides) == 2:
            places[name] = f"corner {name}"
    return places


def flood(start, inside, neighbours):
    """All cells of ``inside`` that chains of adjacent cells of ``inside`` join to ``start``, itself included."""
    found = {start}
    frontier = [start]
    while frontier:
        for near in neighbours[frontier.pop()]:
            if near in inside and near not in found:
                found.add(near)
                frontier.append(near)
    return frozenset(found)


def components(inside, neighbours):
    """``inside`` parted into its maximal connected sets, in the order of their first cells (GEO-5)."""
    left = dict.fromkeys(inside)
    parts = []
    while left:
        part = flood(next(iter(left)), left, neighbours)
        parts.append(part)
        for cell in part:
            del left[cell]
    return parts
