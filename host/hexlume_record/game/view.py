"""Boards and positions as JSON for pages. The rules speak here, so that pages hold none."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any

from hexlume.games import notation
from hexlume.games.game import FILLING, MOVING, OVER, PLACING, REPLACING, SETTING_UP, Game
from hexlume.games.grid import NO_CELL, grid_of
from hexlume.games.pieces import COLOURS, EMPTY, LETTERS
from hexlume.hardware.cell_site import cell_site
from hexlume.match.match import Change

from ..words.text import action_words, due_words, outcome_words, part_words, turn_codes
from .events import ACTION
from .match_event import Event
from .position import position_of

_PHASES = {
    PLACING: "place a disc",
    REPLACING: "turn a disc over",
    MOVING: "move a disc",
    FILLING: "fill the board",
    SETTING_UP: "settle the start",
}


def panel_message(board: str, blocked: Collection[str] = ()) -> dict[str, Any]:
    """Return the shape of a board such as ``hex5`` or ``square9``, as if it were a panel, without its blocked cells.

    It is what ``BoardView`` (static/lib/board-view.js) draws: the cells' names, places (mm) and LEDs. Raises
    ``ValueError`` for a name that is no board's.
    """
    grid = grid_of(board)
    sites = {name: cell_site(grid, cell) for cell, name in enumerate(_names(board)) if name not in blocked}
    cells = [
        {"name": name, "x_mm": round(site.x_mm, 3), "y_mm": round(site.y_mm, 3), "led": site.led}
        for name, site in sites.items()
    ]
    return {"panel": grid.board, "cells": cells}


def position_view(game: Game, codes: Sequence[int] | None = None, *, whole_turn: bool = False) -> dict[str, Any]:
    """Return a position as JSON for pages, pictures and terminals (docs/pictures.md): rule ACT-5's, and more.

    ``codes`` are those of all legal actions. Without them ``actions`` and ``choices`` are empty, and ``due`` says no
    more than whose turn it is and for what kind of action: who only watches needs no list, which can take long.
    ``last`` has the cells of the last action, or with ``whole_turn`` those of all actions of its turn.
    """
    names = _names(game.grid.board)
    listed = game.legal_actions() if codes is None and game.phase == REPLACING else codes or ()
    forced = {notation.first(code) for code in listed if notation.kind(code) == notation.REPLACE}
    last = [cell for code in (turn_codes(game) if whole_turn else game.codes[-1:]) for cell in cells_of(code)]
    if codes is not None:
        due = due_words(game, codes)
    else:
        phase = "" if game.phase == OVER else _PHASES[game.phase]
        due = f"{COLOURS[game.to_move].capitalize()}: {phase}{part_words(game)}" if phase else ""
    return {
        **position_of(game),
        "last": [names[cell] for cell in last],
        **_changed(game, names),
        **_deciders(game, names),
        "forced": [names[cell] for cell in sorted(forced)] if game.phase == REPLACING else [],
        "due": due,
        "result_words": outcome_words(game),
        **offered_view(game, codes or ()),
    }


def offered_view(game: Game | None, codes: Sequence[int]) -> dict[str, Any]:
    """Return legal actions as JSON for pages: ``actions`` by the cell where they begin, ``choices`` without a place.

    Each has its string and what it does in ``words``, and those with a place the cell ``to`` which they lead and the
    letter of the piece that they leave there. A choice that ends the game says in ``ends`` how.
    """
    if game is None:
        return {"actions": {}, "choices": []}
    names = _names(game.grid.board)
    actions: dict[str, list[dict[str, str]]] = {}
    choices = []
    for code in sorted(codes):
        one = {"action": game.name(code), "words": action_words(game, code)}
        if cells := cells_of(code):
            work = game.hand_work(code)
            piece = LETTERS[work[-1][1]] if work and work[-1][1] != EMPTY else ""
            actions.setdefault(names[cells[0]], []).append({**one, "to": names[cells[-1]], "piece": piece})
        else:
            choices.append({**one, "ends": _ending(game, code)})
    return {"actions": actions, "choices": choices}


def _ending(game: Game, code: int) -> str:
    """Return how the game would end by an action, empty if it goes on."""
    game.push(code)
    words = outcome_words(game)
    game.pop()
    return words


def _changed(game: Game, names: Sequence[str]) -> dict[str, Any]:
    """Return what the last action took off and turned over, and its way where it moved a piece."""
    change = Change(Event(ACTION))
    if game.codes:
        change.note_cells(game, game.codes[-1])
    arrows = []
    if NO_CELL not in change.moved:
        kind = "capture" if notation.kind(game.codes[-1]) == notation.CAPTURE else "step"
        arrows.append({"from": names[change.moved[0]], "to": names[change.moved[1]], "kind": kind})
    # The arrow of a piece that takes another's place shows that one.
    captured = [names[cell] for cell in change.captured if cell not in change.moved]
    turned = [names[cell] for cell in change.turned]
    return {"captured": captured, "turned": turned, "arrows": arrows}


def _deciders(game: Game, names: Sequence[str]) -> dict[str, list[str]]:
    """Return the cells that the board lights once the game is over: the winner's, the loser's, what decided."""
    shown = game.deciders() if game.outcome is not None else ([], [], [])
    return {
        member: [names[cell] for cell in cells] for member, cells in zip(("won", "lost", "decided"), shown, strict=True)
    }


def cells_of(code: int) -> list[int]:
    """Return the cells that an action names: where it places or turns a disc, or from where to where it moves.

    None for an action without a place.
    """
    if notation.is_word(code):
        return []
    moves = notation.kind(code) in (notation.STEP, notation.CAPTURE)
    return [notation.first(code), notation.second(code)] if moves else [notation.first(code)]


@lru_cache(maxsize=64)
def _names(board: str) -> tuple[str, ...]:
    """Return the names of a board's cells, in their order."""
    grid = grid_of(board)
    return tuple(grid.name(cell) for cell in range(grid.cells))
