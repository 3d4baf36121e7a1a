"""A game's review as JSON, for programs and for the site's pages."""

from collections.abc import Sequence
from typing import Any

from hexlume.games import notation
from hexlume.games.grid import grid_of
from hexlume_record.game.view import cells_of

from .eval_graph import Point, extent
from .evaluation import Choice
from .text import better_words, turning_words
from .turning_points import turning_points


def review_json(points: Sequence[Point], board: str) -> dict[str, Any]:
    """Return a review: of ``positions`` that can be searched ``known`` were.

    ``points`` are those of every ply; each of the ``turning_points`` has its ``actions`` and what was better there.
    ``board`` names the game's board.

    ``white`` is the chance of who has white at the game's end, ``null`` where nothing is known yet.
    """
    known, positions = extent(points)
    return {
        "known": known,
        "positions": positions,
        "points": [
            {
                "ply": point.ply,
                "white": None if point.white is None else round(point.white, 4),
                "proven": point.proven,
                "gave_away": None if point.gave_away is None else round(point.gave_away, 4),
            }
            for point in points
        ],
        "turning_points": [
            {
                "colour": turn.colour,
                "severity": turn.severity,
                "decided": turn.decided,
                "words": turning_words(turn),
                "actions": [_action_json(point, board) for point in turn.points],
            }
            for turn in turning_points(points)
        ],
    }


def _action_json(point: Point, board: str) -> dict[str, Any]:
    return {
        "ply": point.ply,
        "action": point.action,
        "cells": _cells(point.action, board),
        "gave_away": round(point.gave_away or 0, 4),
        "better": [choice_json(choice, board) for choice in point.better],
        "words": better_words(point),
    }


def choice_json(choice: Choice, board: str) -> dict[str, Any]:
    """Return an action with the cells that it is about; ``board`` names the game's board."""
    return {**choice.json(), "cells": _cells(choice.action, board)}


def _cells(action: str, board: str) -> list[str]:
    """Return the names of the cells that an action is about, none for a word such as ``pass``."""
    grid = grid_of(board)
    return [grid.name(cell) for cell in cells_of(notation.parse(action, grid))]
