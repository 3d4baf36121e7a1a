"""A proof of a position: the game value of every legal action."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from hexlume.games.game import Game
from hexlume.games.pieces import WHITE

from ..search import value
from ..search.value import DRAW, LOSS, WIN
from .puzzle import LATER

CHANCE = {**value.CHANCE, LATER: 0.5}
"""The win chance of each game value."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A position in which everything is proven: its ``value`` for the player to act, and every group with its own.

    A group has the actions that lead to one and the same position (``same_positions``). With a ``depth`` the position
    is won within that number of actions, and the value of groups that do not win within it is ``later``.
    """

    value: str
    groups: tuple[tuple[tuple[int, ...], str], ...]
    depth: int = 0

    @property
    def best(self) -> tuple[tuple[int, ...], ...]:
        """The groups that have the value of the position."""
        return tuple(group for group, value in self.groups if value == self.value)


@contextmanager
def after(game: Game, action: int) -> Iterator[None]:
    """Play an action, and at the end of the block take back all that was played since."""
    before = len(game.codes)
    game.push(action)
    try:
        yield
    finally:
        while len(game.codes) > before:
            game.pop()


def same_positions(game: Game) -> list[list[int]]:
    """Return the legal actions of a game in groups: those of one group lead to the identical position."""
    groups: dict[Any, list[int]] = {}
    for action in sorted(game.legal_actions()):
        with after(game, action):
            groups.setdefault((bytes(game.board), game.continuation()), []).append(action)
    return list(groups.values())


def ends(game: Game, action: int) -> str | None:
    """Return the value of a legal action that ends the game, for its player; ``None`` if the game goes on."""
    own = "W+" if game.to_move == WHITE else "B+"
    with after(game, action):
        if game.result is None:
            return None
        return DRAW if game.result == "0" else WIN if game.result == own else LOSS
