"""The start of variations: a game's start, or a position that was set up."""

from collections.abc import Mapping
from typing import Any

from hexlume import games
from hexlume.games.game import Game
from hexlume.games.grid import grid_of

from ..setup.position import game_from, position_json, start_of
from ..setup.refusal import PositionError

Start = dict[str, Any]
"""One member: ``start``, a game's ``{"rules", "size", "options"}``, or ``position``, a position as JSON."""


def game_at(start: Start) -> Game:
    """Return a game that has just begun here."""
    return game_from(start["position"]) if "position" in start else start_of(start["start"])


def read_start(start: object, position: object) -> Start:
    """Return the start of the members ``start`` and ``position`` of an object: it has one of the two.

    Raises ``PositionError`` with one sentence for what is malformed, or a position that cannot be played on.
    """
    if (start is None) == (position is None):
        raise PositionError("Variations begin at a start or at a position: give one of the two.")
    return {"position": position_json(game_from(position))} if start is None else _start(start_of(start))


def game_start(rules: str, board: str, options: Mapping[str, Any]) -> Start:
    """Return the start of a game; raises ``PositionError`` for one that cannot be played (rule ACT-7)."""
    try:
        return _start(games.start(rules, grid_of(board).size, options))
    except ValueError as error:
        raise PositionError(f"The game cannot be started: {error}.") from error


def _start(game: Game) -> Start:
    return {"start": {"rules": game.NAME, "size": game.size, "options": dict(game.options)}}
