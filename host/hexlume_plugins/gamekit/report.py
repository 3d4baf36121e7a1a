"""What the checks of a game find: failures with the position that shows each, and what was measured."""

import shlex
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from hexlume.games import option_words
from hexlume.games.game import Game
from hexlume.games.pieces import COLOURS

_PASTED = 300
"""The most actions of a position that a command shows."""
_SHOWN = 12
"""The actions of a position that a sentence shows; the line to paste has all."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position: how to get there from the start. ``turns`` has the colour and the action of each step."""

    game: str
    board: str
    size: int
    options: str
    turns: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, game: Game) -> "Position":
        """Return the position of a game, as far as its actions can still be replayed."""
        turns = []
        with suppress(Exception):
            replay = type(game)(game.size, dict(game.options))
            for code in game.codes:
                turns.append((COLOURS[replay.to_move], replay.name(code)))
                replay.push(code)
        return cls(game.NAME, game.grid.board, game.size, option_words(game, game.options), tuple(turns))

    @property
    def words(self) -> str:
        """The position in words: ``hex3 pie=on after c3 swap b2``."""
        actions = [action for _, action in self.turns]
        shown = " ".join(actions[-_SHOWN:])
        if len(actions) > _SHOWN:
            shown = f"{len(actions)} actions, the last ones {shown}"
        return " ".join(filter(None, (self.board, self.options, f"after {shown}" if actions else "at the start")))

    def shell(self, folder: str) -> str:
        """Return the command that shows the position; ``folder`` is empty for a game of Hexlume's own.

        That of a game without an end is too long to be of use, and empty.
        """
        if len(self.turns) > _PASTED:
            return ""
        first = " ".join(filter(None, ("hexlume-game", self.game, f"size={self.size}", self.options)))
        requests = [first, *(f"play {colour} {action}" for colour, action in self.turns), "showboard"]
        text = "".join(f"{request}\\n" for request in requests)
        where = f"--games-folder {shlex.quote(folder)} " if folder else ""
        return f"printf '{text}' | hexlume {where}gtp --engine random"


@dataclass(frozen=True, slots=True)
class Failure:
    """A law that a game breaks: one sentence, and the position that shows it if there is one."""

    sentence: str
    position: Position | None = None


@dataclass(slots=True)
class Check:
    """What one check found.

    ``summary`` says what was checked and measured, ``notes`` what was not, and what an author should know.
    """

    name: str
    summary: str = ""
    failures: list[Failure] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def fail(self, sentence: str, game: Game | None = None) -> None:
        """Note a failure in a game's position."""
        self.failures.append(Failure(sentence, None if game is None else Position.of(game)))

    def as_json(self) -> dict[str, Any]:
        """Return the check as JSON."""
        return asdict(self)

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> "Check":
        """Return a check from its JSON."""
        failures = [
            Failure(one["sentence"], None if one["position"] is None else Position(**one["position"]))
            for one in found["failures"]
        ]
        return cls(found["name"], found["summary"], failures, found["notes"])
