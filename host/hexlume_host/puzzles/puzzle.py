"""A puzzle: a position in which the right action is to be found, and what is known of every other one."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from hexlume import games
from hexlume.games.game import Game
from hexlume.games.grid import grid_of
from hexlume.sensing.layout import Layout
from hexlume.sensing.panel import panel_grid

from ..setup.position import position_json

WIN, DRAW, LOSS = "win", "draw", "loss"
LATER = "later"
"""What an action is worth that does not win within as many actions as the right one; whether it ever does is open."""
GIVES_AWAY = 0.05
"""Where nothing is proven, an action that gives away less of the chance to win is right."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of one action: the chance to win of who plays it, 0 to 1, a draw counting half.

    ``worth`` is ``win``, ``draw``, ``loss`` or ``later`` where it is proven, else ``None``. ``line`` are the actions
    that are expected after it, best play by both sides: the refutation, if the action is wrong.
    """

    chance: float
    worth: str | None = None
    line: tuple[str, ...] = ()

    def json(self) -> dict[str, Any]:
        """Return it as it is stored."""
        return {"chance": round(self.chance, 4), "worth": self.worth, "line": list(self.line)}

    @classmethod
    def of(cls, told: Mapping[str, Any]) -> "Answer":
        """Return what ``json`` told."""
        return cls(told["chance"], told["worth"], tuple(told["line"]))


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, reached by ``actions`` from the start of a game, in which ``colour`` is to find the right action.

    ``worth`` is what the right action is proven to bring, ``win`` or ``draw``; then every other action is proven worse,
    or not to win ``within`` as many actions,
    and ``best`` names more than one only where these lead to the same position (or, in one's own game, are proven to
    bring as much). It is ``None`` where the engine only estimates. ``answers`` is what is known of actions, by name.
    ``themes`` and ``difficulty`` (1 to 5) follow from the position, ``measures`` is what the difficulty follows from.

    ``player`` made a mistake here with the action ``played``, which was number ``ply`` of game ``game``; all are empty
    for a puzzle from the engine's own games. ``id`` is the number in the store, 0 for one that is not kept there.
    """

    rules: str
    on: str
    options: Mapping[str, Any]
    actions: tuple[str, ...]
    colour: str
    worth: str | None
    best: tuple[str, ...]
    answers: Mapping[str, Answer]
    themes: tuple[str, ...] = ()
    difficulty: int = 1
    measures: Mapping[str, Any] = field(default_factory=dict)
    player: str = ""
    game: int | None = None
    ply: int | None = None
    played: str = ""
    id: int = 0

    @property
    def size(self) -> int:
        """The size of the game's board."""
        return int(grid_of(self.on).size)

    @property
    def within(self) -> int:
        """In how many actions, both sides' counted, the right one wins; 0 if every other one is proven worse at all."""
        return int(self.measures["depth"]) if any(one.worth == LATER for one in self.answers.values()) else 0

    def position(self) -> Game:
        """Return the game as it stands before the action that is asked for."""
        game = games.start(self.rules, self.size, self.options)
        for action in self.actions:
            game.push_text(action)
        return game

    def key(self) -> str:
        """Return what is equal for puzzles that are the same: position and, in one's own game, whose it was."""
        game = self.position()
        told = [position_json(game), self.player, self.worth is None]
        return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:32]

    def fits(self, panel: str) -> bool:
        """Return whether a panel has room for the board."""
        try:
            Layout(panel_grid(panel), grid_of(self.on))
        except ValueError:
            return False
        return True


def names(game: Game, codes: Sequence[int]) -> tuple[str, ...]:
    """Return the names of actions."""
    return tuple(game.name(code) for code in codes)
