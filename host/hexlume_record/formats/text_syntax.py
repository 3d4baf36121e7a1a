"""Syntax of text records: headers, numbered turns, comments, how each game ended. Knows no rules."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hexlume.games import NAMES

from ..errors import RecordError
from ..game.events import COLOURS, RESULTS
from ..game.record import ABANDONED, INCOMPLETE, UNFINISHED
from ..validation import unprintable

ENDS = (*RESULTS, UNFINISHED, ABANDONED, INCOMPLETE)
"""The words that end a game."""

_TOKEN = re.compile(
    r"""
    (?P<blank> \s+ | ;[^\n]* | \{[^{}]*\} )
    | \[ [ \t]* (?P<name>[A-Za-z][A-Za-z0-9_-]*) [ \t]+ "(?P<value>(?:[^"\\\n]|\\["\\])*)" [ \t]* \]
    | (?P<word> [^\s;{}\[\]"]+ )
    """,
    re.VERBOSE,
)
_NUMBER = re.compile(r"([1-9][0-9]{0,5})\.")


@dataclass(slots=True)
class TextTurn:
    """A turn as it is written: its line, its number, its colour and its actions, each with its line."""

    line: int
    number: int
    colour: str
    actions: list[tuple[int, str]] = field(default_factory=list)


@dataclass(slots=True)
class TextGame:
    """A game as it is written; ``line`` is that of its first header, ``end`` one of ``ENDS``."""

    line: int
    headers: dict[str, str] = field(default_factory=dict)
    turns: list[TextTurn] = field(default_factory=list)
    end: str = ""


def text_games(where: str, content: str) -> list[TextGame]:
    """Return the games of a text record, in order; ``where`` names the file in errors. Raises ``RecordError``."""
    games: list[TextGame] = []
    for line, name, value in _tokens(where, content):
        if not games or games[-1].end:
            if not name:
                raise RecordError(f'{where}, line {line}: a game begins with headers such as [Game "{NAMES[0]}"].')
            games.append(TextGame(line))
        game = games[-1]
        if name:
            _take_header(where, line, game, name, value)
        else:
            _take_word(where, line, game, value)
    if not games:
        raise RecordError(f"{where} holds no game.")
    if not games[-1].end:
        raise RecordError(f"{where}: the last game has no end; write one of {', '.join(ENDS)} after its actions.")
    return games


def begins_with_header(content: str) -> bool:
    """Return whether the first thing that is no comment is a header."""
    at = 0
    while (found := _TOKEN.match(content, at)) is not None and found["blank"] is not None:
        at = found.end()
    return found is not None and found["name"] is not None


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


def _take_header(where: str, line: int, game: TextGame, name: str, value: str) -> None:
    if game.turns:
        raise RecordError(
            f"{where}, line {line}: the game before this header has no end; write one of {', '.join(ENDS)}."
        )
    if name in game.headers:
        raise RecordError(f"{where}, line {line}: the header {name[:40]} is there twice.")
    if not value.isprintable():
        raise RecordError(f"{where}, line {line}: the header {name[:40]} must not hold {unprintable(value)}.")
    game.headers[name] = value


def _take_word(where: str, line: int, game: TextGame, word: str) -> None:
    turns = game.turns
    waits = bool(turns) and not (turns[-1].colour and turns[-1].actions)
    number = _NUMBER.fullmatch(word)
    if number and not waits:
        if int(number[1]) != len(turns) + 1:
            raise RecordError(f"{where}, line {line}: turn {len(turns) + 1} is due, not {number[1]}.")
        turns.append(TextTurn(line, int(number[1]), ""))
    elif turns and not turns[-1].colour:
        if word not in COLOURS:
            raise RecordError(f"{where}, line {line}: turn {turns[-1].number} does not begin with white or black.")
        turns[-1].colour = word
    elif word in ENDS and not waits:
        game.end = word
    elif not turns:
        raise RecordError(f"{where}, line {line}: turn 1 is due, written like 1. white d4.")
    elif number or word in ENDS:
        raise RecordError(f"{where}, line {line}: turn {turns[-1].number} has no actions.")
    else:
        turns[-1].actions.append((line, word))
