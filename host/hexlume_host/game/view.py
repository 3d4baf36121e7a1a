"""What pages are told of a game's board and of a position on it. The rules speak here, so that pages hold none."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from hexlume.games import notation
from hexlume.games.game import FILLING, MOVING, OVER, PLACING, REPLACING, SETTING_UP, Game
from hexlume.games.grid import grid_of
from hexlume.games.pieces import COLOURS, EMPTY, NAMES
from hexlume.sensing.panel import cell_site

from .text import due_words, outcome_words

_PHASES = {
    PLACING: "place a disc",
    REPLACING: "turn a disc over",
    MOVING: "move a disc",
    FILLING: "fill the board",
    SETTING_UP: "settle the start",
}


def panel_message(board: str) -> dict[str, Any]:
    """Return the shape of a board such as ``hex5`` or ``square9``, as if it were a panel.

    It is what ``BoardView`` (static/board-view.js) draws: the cells' names, places (mm) and LEDs. Raises
    ``ValueError`` for a name that is no board's.
    """
    grid = grid_of(board)
    cells = []
    for cell in range(grid.cells):
        site = cell_site(grid, cell)
        cells.append(
            {"name": grid.name(cell), "x_mm": round(site.x_mm, 3), "y_mm": round(site.y_mm, 3), "led": site.led}
        )
    return {"panel": grid.board, "cells": cells}


def position_message(game: Game, legal: Sequence[int] | None = None) -> dict[str, Any]:
    """Return what a page shows of a position.

    ``discs`` are piece names by cell, ``legal`` the cells on which an action is legal, ``forced`` those whose disc
    may or must be turned over now, ``words`` the legal actions without a place, ``last`` the cells of the last action
    and ``captured`` those it emptied in consequence; ``due`` and ``result_words`` are sentences' words. ``legal`` as
    an argument are the codes of all legal actions, where the caller knows them already.
    """
    codes = list(legal) if legal is not None else game.legal_actions() if game.result is None else []
    names = _names(game.grid.board)
    placed = [code for code in codes if not notation.is_word(code)]
    return {
        **watched_message(game, codes if game.phase == REPLACING else []),
        "due": due_words(game, codes),
        "legal": [names[cell] for cell in sorted({notation.first(code) for code in placed})],
        "words": sorted(game.name(code) for code in codes if notation.is_word(code)),
    }


def watched_message(game: Game, legal: Sequence[int] | None = None) -> dict[str, Any]:
    """Return what those see of a position who only watch: all but the legal actions, which can take long to list.

    ``due`` says no more than whose turn it is and for what kind of action.
    """
    names = _names(game.grid.board)
    forced: set[int] = set()
    if game.phase == REPLACING:
        codes = game.legal_actions() if legal is None else legal
        forced = {notation.first(code) for code in codes if notation.kind(code) == notation.REPLACE}
    last = last_cells(game)
    captured = [cell for cell, _, after in game.changes() if after == EMPTY and cell not in last]
    return {
        "board": game.grid.board,
        "rules": game.NAME,
        "discs": {names[cell]: NAMES[piece] for cell, piece in enumerate(game.board) if piece != EMPTY},
        "to_move": COLOURS[game.to_move] or None,
        "phase": game.phase,
        "due": "" if game.phase == OVER else f"{COLOURS[game.to_move].capitalize()}: {_PHASES[game.phase]}",
        "legal": [],
        "forced": [names[cell] for cell in sorted(forced)],
        "words": [],
        "result": game.result,
        "result_words": outcome_words(game),
        "prison": game.prison(),
        "hand": game.hand(),
        "last": [names[cell] for cell in last],
        "captured": [names[cell] for cell in captured],
    }


def last_cells(game: Game) -> list[int]:
    """Return the cells that the last action names: where it placed or turned a disc, or from where to where it moved.

    None for an action without a place, and at the start.
    """
    if not game.codes or notation.is_word(game.codes[-1]):
        return []
    code = game.codes[-1]
    cells = [notation.first(code)]
    if notation.kind(code) in (notation.STEP, notation.CAPTURE):
        cells.append(notation.second(code))
    return cells


@lru_cache(maxsize=64)
def _names(board: str) -> tuple[str, ...]:
    """Return the names of a board's cells, in their order."""
    grid = grid_of(board)
    return tuple(grid.name(cell) for cell in range(grid.cells))
