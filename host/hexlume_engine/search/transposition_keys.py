"""128-bit transposition-table keys: two words that are equal where the rest of a game is.

Orochi, Sibling and Orcoon go on from the board and a few numbers: on boards of up to ``MOST_CELLS`` cells these are
written out whole, seen by the player to act and in the least of the board's symmetric images. In Organica and Droched
the past counts too (ORG-15, DRO-8), and larger boards have no room in two words: there the words are two hashes, and
no symmetry is used. The chance that two of a billion positions share both is less than one in 10**20.
"""

from typing import Any

import numpy as np

from hexlume.games.game import Game
from hexlume.games.grid import HexGrid, SquareGrid
from hexlume.games.pieces import BLACK, WHITE

from .compiled import Numbers, compiled
from .state import (
    BOARD,
    CAPACITY,
    CHAINED,
    COMPELLED,
    DROCHED,
    DUE,
    FILLING,
    FIRST,
    HAND,
    MOVERS,
    ORCOON,
    ORGANICA,
    OROCHI,
    PHASE,
    PIE,
    PLACING,
    PLIES,
    PRISON,
    SIBLING,
    T_CELLS,
    T_GAME,
    T_OPTION,
    T_START,
    TO_MOVE,
    USED,
    own,
)

MOST_CELLS = 61
_FIRST_WORD = 32
_EXTRA_AT = 58
_ODD = (0x2545F4914F6CDD1D, 0x1B03738712FAD5C9)
_FOLD = 2**35 - 1

IMAGES, EXACT = 0, 1
_HEAD = 2


def images(game: Game, symmetric: bool = True) -> Any:
    """Return the board's symmetric images as compiled code takes them, or with ``symmetric`` off the board alone.

    First how many there are and whether keys are written out; then, for white to act and for black, every image's
    place of each cell. Orcoon's images for white exchange the axes, so that who acts joins top and bottom (ORC-1).
    """
    cells = game.grid.cells
    exact = game.NAME in ("orochi", "sibling", "orcoon") and cells <= MOST_CELLS
    by_colour = [_hexagonal(game.grid)] * 2 if isinstance(game.grid, HexGrid) else _square(game.grid)
    if not exact:
        by_colour = [[list(range(cells))]] * 2
    elif not symmetric:
        by_colour = [found[:1] for found in by_colour]
    flat = [len(by_colour[0]), int(exact)]
    for found in by_colour:
        for image in found:
            flat += image
    return np.array(flat, np.int64)


def _hexagonal(grid: HexGrid) -> list[list[int]]:
    """Return the twelve images of a hexagon: turns by a sixth, and mirrored."""
    found = []
    for turns in range(6):
        for mirrored in (False, True):
            image = []
            for cell in range(grid.cells):
                q, r = grid.q[cell], grid.r[cell]
                for _ in range(turns):
                    q, r = -r, q + r
                image.append(grid.at(r, q) if mirrored else grid.at(q, r))
            found.append(image)
    return found


def _square(grid: SquareGrid) -> list[list[list[int]]]:
    """Return, for white and for black to act, the four images that bring that colour's edges to top and bottom."""
    last = grid.size - 1
    by_colour: dict[int, list[list[int]]] = {WHITE: [], BLACK: []}
    for flipped in (False, True):
        for turned in (False, True):
            for colour, found in by_colour.items():
                image = []
                for cell in range(grid.cells):
                    column, row = cell % grid.size, cell // grid.size
                    x, y = (row, column) if colour == WHITE else (column, row)
                    image.append(grid.at(last - x if flipped else x, last - y if turned else y))
                found.append(image)
    return [by_colour[WHITE], by_colour[BLACK]]


@compiled
def write_key(s: Numbers, t: Numbers, y: Numbers, key: Numbers) -> None:
    """Write a position's two words to ``key[0]`` and ``key[1]``; ``y`` are the board's images."""
    if y[EXACT]:
        _write_exact(s, t, y, key)
    else:
        key[0] = _hash(s, t, _ODD[0])
        key[1] = _hash(s, t, _ODD[1])


@compiled
def _write_exact(s: Numbers, t: Numbers, y: Numbers, key: Numbers) -> None:
    cells, mover = t[T_CELLS], s[TO_MOVE]
    game = t[T_GAME]
    first = s[FIRST] if game == SIBLING else -1
    least_a = least_b = 0
    at = _HEAD + (mover - 1) * y[IMAGES] * cells
    for image in range(y[IMAGES]):
        a = b = 0
        for cell in range(cells):
            piece = s[BOARD + cell]
            if piece == 0:
                continue
            # 1 is who acts, 2 the other, 3 the piece that this turn's second one goes with.
            seen = 3 if cell == first else 1 if piece == mover else 2
            place = y[at + cell]
            if place < _FIRST_WORD:
                a |= seen << 2 * place
            else:
                b |= seen << 2 * (place - _FIRST_WORD)
        if image == 0 or a < least_a or (a == least_a and b < least_b):
            least_a, least_b = a, b
        at += cells
    key[0] = least_a
    key[1] = least_b | _extra(s, t) << _EXTRA_AT


@compiled
def _extra(s: Numbers, t: Numbers) -> int:
    """Return what counts besides the board, in six bits."""
    game = t[T_GAME]
    if game == OROCHI:
        return s[DUE] | s[CHAINED] << 2
    may_swap = 1 if t[t[T_OPTION] + PIE] and s[PLIES] == 1 and s[PHASE] == PLACING else 0
    if game == ORCOON and s[PHASE] == FILLING:
        return 2
    return may_swap


@compiled
def _mixed(found: int, number: int, odd: int) -> int:
    found = (found ^ number) * odd
    return found ^ (found >> 29 & _FOLD)


@compiled
def _hash(s: Numbers, t: Numbers, odd: int) -> int:
    """Return a hash of all that the rest of a game follows from, the past boards in any order."""
    game, cells = t[T_GAME], t[T_CELLS]
    found = _mixed(odd, s[TO_MOVE] | s[PHASE] << 2 | min(s[PLIES], 2) << 5, odd)
    word = 0
    for cell in range(cells):
        word = word << 3 | s[BOARD + cell]
        if cell % 20 == 19:
            found = _mixed(found, word, odd)
            word = 0
    found = _mixed(found, word, odd)
    if game == ORGANICA:
        for piece in range(1, 5):
            found = _mixed(found, s[HAND + piece], odd)
        found = _mixed(found, s[CAPACITY] << 1 | s[COMPELLED], odd)
        # The moving group; which of several large groups there are follows from the board.
        if s[CAPACITY]:
            movers = 0
            for at in range(own(t) + 2 * cells, own(t) + 2 * cells + s[MOVERS]):
                movers += _mixed(odd, s[at] + 1, odd)
            found = _mixed(found, movers, odd)
    elif game == DROCHED:
        found = _mixed(found, s[PRISON + WHITE] << 16 | s[PRISON + BLACK] << 8 | s[DUE], odd)
    elif game == SIBLING:
        found = _mixed(found, s[FIRST] + 1, odd)
    elif game == OROCHI:
        found = _mixed(found, s[DUE] | s[CHAINED] << 2, odd)
    past = 0
    for at in range(t[T_START], s[USED]):
        past += _mixed(odd, s[at], odd)
    return _mixed(found, past, odd)
