"""A puzzle: a position in which the right action is to be found, and the value of the others."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from hexlume import games
from hexlume.games.game import Game
from hexlume.games.grid import grid_of
from hexlume.hardware.panel import panel_grid
from hexlume.table.layout import Layout
from hexlume_record.setup.position import position_json

LATER = "later"
"""The value of an action that does not win within as many actions as the right one, and may win later."""
GIVES_AWAY = 0.05
"""The loss of win chance from which on an action is wrong, where no value is proven."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One action's evaluation: its player's win chance, 0 to 1, a draw counting half.

    ``value`` is ``win``, ``draw``, ``loss`` or ``later`` where it is proven, else ``None``. ``line`` is the best play
    expected after it: the refutation, if the action is wrong.
    """

    chance: float
    value: str | None = None
    line: tuple[str, ...] = ()

    def json(self) -> dict[str, Any]:
        """Return the answer as it is stored; there its value is called ``worth``."""
        return {"chance": round(self.chance, 4), "worth": self.value, "line": list(self.line)}

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "Answer":
        """Return the answer that ``json`` stored."""
        return cls(stored["chance"], stored["worth"], tuple(stored["line"]))


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, reached by ``actions`` from the start of a game, in which ``colour`` is to find the right action.

    ``value`` is the proven value of the right action, ``win`` or ``draw``; then every other action is proven worse, or
    not to win ``within`` as many actions, and ``best`` names more than one only where these lead to the same position
    (or, in one's own game, have the same proven value). It is ``None`` where the engine only estimates. ``answers``
    are the evaluations of actions, by name. ``themes`` and ``difficulty`` (1 to 5) follow from the position,
    ``measures`` is what the difficulty is computed from.

    ``player`` made a mistake here with the action ``played``, which was number ``ply`` of game ``game``; all are empty
    for a puzzle from the engine's own games. ``id`` is the number in the store, 0 outside it.
    """

    rules: str
    board: str
    options: Mapping[str, Any]
    actions: tuple[str, ...]
    colour: str
    value: str | None
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
        return int(grid_of(self.board).size)

    @property
    def within(self) -> int:
        """In how many actions of both sides the right one wins; 0 if all others are proven worse without a limit."""
        return int(self.measures["depth"]) if any(one.value == LATER for one in self.answers.values()) else 0

    def position(self) -> Game:
        """Return the game as it stands before the action that is asked for."""
        game = games.start(self.rules, self.size, self.options)
        for action in self.actions:
            game.push_text(action)
        return game

    def key(self) -> str:
        """Return the key of the puzzle: equal for the same position and, in one's own game, the same player."""
        identity = [position_json(self.position()), self.player, self.value is None]
        return sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:32]

    def fits(self, panel: str) -> bool:
        """Return whether a panel has room for the board."""
        try:
            Layout(panel_grid(panel), grid_of(self.board))
        except ValueError:
            return False
        return True
