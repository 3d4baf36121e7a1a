"""What the checks of a game find: failures with the position that shows each, and what was measured."""

import os
import shlex
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from hexlume.games import option_words
from hexlume.games.game import Game
from hexlume.games.pieces import COLOURS
from hexlume_host.external_games.folders import VARIABLE

_PASTED = 300
"""The most actions of a position that a command shows."""
_SHOWN = 12
"""The actions of a position that a sentence shows; the command has all."""


class Position(NamedTuple):
    """A position in words, ``hex3 pie=on after c3 swap b2``, and the command that shows it.

    That of a game without an end is too long to be of use, and empty.
    """

    words: str
    command: str


def position(game: Game) -> Position:
    """Return the position of a game, as far as its actions can still be replayed."""
    options = option_words(game, game.options)
    actions, requests = [], [" ".join(filter(None, ("hexlume-game", game.NAME, f"size={game.size}", options)))]
    with suppress(Exception):
        replay = type(game)(game.size, dict(game.options))
        for code in game.codes:
            actions.append(replay.name(code))
            requests.append(f"play {COLOURS[replay.to_move]} {actions[-1]}")
            replay.push(code)
    shown = " ".join(actions[-_SHOWN:])
    if len(actions) > _SHOWN:
        shown = f"{len(actions)} actions, the last ones {shown}"
    text = "".join(f"{request}\\n" for request in (*requests, "showboard"))
    command = f"printf '{text}' | hexlume --games-folder {shlex.quote(os.environ[VARIABLE])} gtp --engine random"
    return Position(
        " ".join(filter(None, (game.grid.board, options, f"after {shown}" if actions else "at the start"))),
        command if len(actions) <= _PASTED else "",
    )


@dataclass(slots=True)
class Check:
    """What one check found.

    ``summary`` says what was checked and measured, or why nothing was. A failure is the ``sentence`` about a law
    that the game breaks, and the ``command`` that shows the position, empty if there is none.
    """

    name: str
    summary: str = ""
    failures: list[dict[str, str]] = field(default_factory=list)

    def fail(self, sentence: str, command: str = "") -> None:
        """Note a failure."""
        self.failures.append({"sentence": sentence, "command": command})

    def fail_at(self, game: Game, sentence: str) -> None:
        """Note a failure in a game's position."""
        at = position(game)
        self.fail(f"{sentence}, on {at.words}.", at.command)
