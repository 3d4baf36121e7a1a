"""The start of variations: a game's start, or a position that was set up."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hexlume import games
from hexlume.games.game import Game

from ..setup.position import game_from, position_json, start_of
from ..setup.refusal import PositionError


@dataclass(frozen=True)
class Start:
    """A game's start (``{"rules", "size", "options"}``) or a position as JSON; the other one is ``None``."""

    start: Mapping[str, Any] | None
    position: Mapping[str, Any] | None

    def game(self) -> Game:
        """Return a game that has just begun here; raises ``PositionError`` for a position that cannot be played on."""
        if self.position is not None:
            return game_from(self.position)
        assert self.start is not None
        return games.start(self.start["rules"], self.start["size"], self.start["options"])

    def json(self) -> dict[str, Any]:
        """Return it ready for JSON: one member, ``start`` or ``position``."""
        if self.position is not None:
            return {"position": dict(self.position)}
        return {"start": dict(self.start or {})}


def read_start(start: object, position: object) -> Start:
    """Return the start of the members ``start`` and ``position`` of an object: it has one of the two.

    Raises ``PositionError`` with one sentence for what is malformed, or a position that cannot be played on.
    """
    if (start is None) == (position is None):
        raise PositionError("Variations begin at a start or at a position: give one of the two.")
    if start is not None:
        game = start_of(start)
        return Start({"rules": game.NAME, "size": game.size, "options": dict(game.options)}, None)
    return Start(None, position_json(game_from(position)))


def game_start(rules: str, size: int, options: Mapping[str, Any]) -> Start:
    """Return the start of a game; raises ``OptionError`` for one that cannot be played (rule ACT-7)."""
    game = games.start(rules, size, options)
    return Start({"rules": rules, "size": game.size, "options": dict(game.options)}, None)
