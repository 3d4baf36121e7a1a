"""What a proof says of a position: every action with what it is worth."""

from dataclasses import dataclass
from typing import Any

from hexlume.games.game import Game
from hexlume.games.pieces import WHITE

from .puzzle import DRAW, LATER, LOSS, WIN

CHANCE = {WIN: 1.0, DRAW: 0.5, LATER: 0.5, LOSS: 0.0}
"""The chance to win that goes with what is proven."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A position in which everything is proven: its ``worth`` to who acts, and every group of actions with its own.

    A group has the actions that lead to one and the same position (``same_positions``). With a ``depth`` the position
    is won within so many actions, and groups that are not are worth ``later``.
    """

    worth: str
    groups: tuple[tuple[tuple[int, ...], str], ...]
    depth: int = 0

    @property
    def best(self) -> tuple[tuple[int, ...], ...]:
        """The groups that are worth as much as the position."""
        return tuple(group for group, worth in self.groups if worth == self.worth)


def same_positions(game: Game) -> list[list[int]]:
    """Return the legal actions of a game in groups: those of one group lead to the identical position."""
    groups: dict[Any, list[int]] = {}
    for action in sorted(game.legal_actions()):
        game.push(action)
        key = bytes(game.board), game.continuation()
        game.pop()
        groups.setdefault(key, []).append(action)
    return list(groups.values())


def ends(game: Game, action: int) -> str | None:
    """Return what a legal action that ends the game brings who plays it; ``None`` for one after which it goes on."""
    mover = game.to_move
    own = "W+" if mover == WHITE else "B+"
    game.push(action)
    result = game.result
    game.pop()
    if result is None:
        return None
    return DRAW if result == "0" else WIN if result == own else LOSS
