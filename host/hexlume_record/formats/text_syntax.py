"""Syntax of text records: headers, turns, comments, how each game ended. Knows no rules."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hexlume.games import NAMES

from ..errors import RecordError
from ..game.events import COLOURS, RESULTS
from ..game.record import ABANDONED, INCOMPLETE, UNFINISHED

ENDS = (*RESULTS, UNFINISHED, ABANDONED, INCOMPLETE)
"""The words that end a game."""

HEADER = r"""\[ [ \t]* (?P<name>[A-Za-z][A-Za-z0-9_-]*) [ \t]+ "(?P<value>(?:[^"\\\n]|\\["\\])*)" [ \t]* \]"""
_TOKEN = re.compile(
    rf"""
    (?P<blank> \s+ | ;[^\n]* | \{{[^{{}}]*\}} | [0-9]+\.(?=[\s;{{]) )
    | {HEADER}
    | (?P<word> [^\s;{{}}\[\]"]+ )
    """,
    re.VERBOSE,
)
"""The numbers of turns are for people, as comments are."""


@dataclass(slots=True)
class TextGame:
    """A game as it is written; ``line`` is that of its first header, ``end`` one of ``ENDS``.

    ``actions`` are pairs of colour and action.
    """

    line: int
    headers: dict[str, str] = field(default_factory=dict)
    actions: list[tuple[str, str]] = field(default_factory=list)
    end: str = ""


def text_games(where: str, content: str) -> list[TextGame]:
    """Return the games of a text record, in order; ``where`` names the file in errors. Raises ``RecordError``."""
    games: list[TextGame] = []
    colour = ""
    for line, name, value in _tokens(where, content):
        place = f"{where}, line {line}"
        if not games or games[-1].end:
            if not name:
                raise RecordError(f'{place}: a game begins with headers such as [Rules "{NAMES[0]}"].')
            games.append(TextGame(line))
            colour = ""
        game = games[-1]
        if name and colour:
            raise RecordError(f"{place}: the game before this header has no end; write one of {', '.join(ENDS)}.")
        if name in game.headers:
            raise RecordError(f"{place}: the header {name[:40]} is there twice.")
        if name:
            game.headers[name] = value
        elif value in COLOURS:
            colour = value
        elif value in ENDS:
            game.end = value
        elif colour:
            game.actions.append((colour, value))
        else:
            raise RecordError(f"{place}: white or black is due before an action, as in 1. white d4.")
    if not games:
        raise RecordError(f"{where} holds no game.")
    if not games[-1].end:
        raise RecordError(f"{where}: the last game has no end; write one of {', '.join(ENDS)} after its actions.")
    return games


def _tokens(where: str, content: str) -> Iterator[tuple[int, str, str]]:
    """Yield (line, header's name, header's value), or (line, empty, word)."""
    at, line = 0, 1
    while at < len(content):
        found = _TOKEN.match(content, at)
        if found is None:
            what = "a comment is not closed" if content[at] == "{" else "this is no text record"
            raise RecordError(f"{where}, line {line}: {what}.")
        if found["blank"] is None:
            name = found["name"] or ""
            yield line, name, re.sub(r"\\(.)", r"\1", found["value"]) if name else found["word"]
        line += found[0].count("\n")
        at = found.end()
