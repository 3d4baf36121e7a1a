"""New games on a simulated board: what pages offer, and what they ask for."""

from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any

from hexlume import games
from hexlume.games.game import Game
from hexlume.games.pieces import COLOURS
from hexlume.match.game_clock import NONE, TimeControl
from hexlume_record.errors import HexlumeError, sentence
from hexlume_record.game.record import Players
from hexlume_record.setup.starts import start_messages
from hexlume_record.validation import Count, FieldError, Line, items, one_of
from hexlume_record.words.engine_names import PERSON

from ...device.smallest_panel import board_sizes
from .seats import Seats

MAX_ACTIONS = 2000
"""A board takes no more at once (docs/protocol.md)."""
MAX_NAME = 40
Name = Annotated[str, Line(MAX_NAME)]


@dataclass
class NewGame:
    """What a page posts to begin a game, after some actions or none.

    The names are those of the people, by the colours with which they start.
    """

    rules: Annotated[str, Line(60)]
    size: Count
    options: dict[str, Any] = field(default_factory=dict)
    clock: Annotated[str, Line(60)] = NONE
    actions: Annotated[list[Annotated[str, Line(20, 1)]], items(MAX_ACTIONS)] = field(default_factory=list)
    opponent: Annotated[str, Line(20)] = PERSON
    engine: Annotated[str, one_of("white", "black")] = "black"
    white: Name = ""
    black: Name = ""


@cache
def offers() -> list[dict[str, Any]]:
    """Return the games that a simulated board can play: their boards, options, and the colour that starts."""
    return [
        {**start, "sizes": sizes, "first": COLOURS[games.game_class(start["rules"]).FIRST]}
        for start in start_messages()
        if (sizes := [{"size": size, "cells": cells} for size, cells in board_sizes(start["rules"]).items()])
    ]


def wished(new: NewGame) -> tuple[Game, str, Seats]:
    """Return the game that a page asks for, its clock and who plays; raises ``FieldError`` and ``HexlumeError``."""
    if new.rules not in games.NAMES or new.size not in board_sizes(new.rules):
        raise FieldError("size", "must be one that this page offers")
    try:
        game = games.start(new.rules, new.size, new.options)
        clock = TimeControl(new.clock).text
        for action in new.actions:
            game.push_text(action)
    except ValueError as error:
        raise HexlumeError(sentence(error)) from None
    engine = "" if new.opponent == PERSON else new.engine
    people = {"white": new.white.strip(), "black": new.black.strip(), **({engine: ""} if engine else {})}
    return game, clock, Seats(Players(**people), new.opponent, engine)
