"""Routes of a new game: the page of cards that begins one on this program's simulated board, and *Continue*."""

from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexlume import games
from hexlume.games.pieces import COLOURS
from hexlume.match.game_clock import NONE, TimeControl
from hexlume_record.errors import sentence
from hexlume_record.game.record import Players
from hexlume_record.validation import Count, FieldError, Line, one_of
from hexlume_record.words.engine_names import PERSON

from ..app_context import Site, page, post_endpoint, queue_endpoint
from ..pages.analysis import start_messages
from .simulated_table import Seats, SimulatedTable, board_sizes

MAX_NAME = 40
Name = Annotated[str, Line(MAX_NAME)]


@dataclass
class _NewGame:
    """What the page posts to begin a game; the names are the people's, by the colours with which they start."""

    rules: Annotated[str, Line(60)]
    size: Count
    options: dict[str, Any] = field(default_factory=dict)
    clock: Annotated[str, Line(60)] = NONE
    opponent: Annotated[str, Line(20)] = PERSON
    engine: Annotated[str, one_of("white", "black")] = "black"
    white: Name = ""
    black: Name = ""


@dataclass
class _Continue:
    """Nothing is to be said: the address names the game."""


@cache
def _offers() -> list[dict[str, Any]]:
    """Return the games that a simulated board can play: their boards, options, and the colour that starts."""
    return [
        {**start, "sizes": sizes, "first": COLOURS[games.game_class(start["rules"]).FIRST]}
        for start in start_messages()
        if (sizes := [{"size": size, "cells": cells} for size, cells in board_sizes(start["rules"]).items()])
    ]


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes; without a simulated board that plays any game they say that there is none."""

    def table() -> SimulatedTable:
        if site.table is None:
            raise HTTPException(409, "There is no simulated board to play on here: start hexlume play.")
        return site.table

    def offer(request: Request) -> Response:
        """Answer with what can be begun; with no games where there is no board for them."""
        if site.table is None:
            return JSONResponse({"games": [], "levels": [], "goes_on": False})
        levels, goes_on = site.table.level_names, site.table.goes_on()
        return JSONResponse({"games": _offers(), "levels": levels, "goes_on": goes_on})

    def begin(request: Request, new: _NewGame) -> Response:
        simulated = table()
        if new.rules not in games.NAMES or new.size not in board_sizes(new.rules):
            raise FieldError("size", "must be one that this page offers")
        try:
            game = games.start(new.rules, new.size, new.options)
            clock = TimeControl(new.clock).text
        except ValueError as error:
            raise HTTPException(400, sentence(error)) from None
        engine = "" if new.opponent == PERSON else new.engine
        people = {"white": new.white.strip(), "black": new.black.strip(), **({engine: ""} if engine else {})}
        simulated.begin(game, clock, Seats(Players(**people), new.opponent, engine))
        return JSONResponse({"board": simulated.board}, 201)

    def go_on(request: Request, asked: _Continue) -> Response:
        simulated = table()
        simulated.resume(request.path_params["game"])
        return JSONResponse({"board": simulated.board})

    return [
        Route("/new-game", page("new-game")),
        Route("/api/new-game", queue_endpoint(offer)),
        Route("/api/new-game", post_endpoint(begin, _NewGame, acts=True), methods=["POST"]),
        Route("/api/games/{game:number}/continue", post_endpoint(go_on, _Continue, acts=True), methods=["POST"]),
    ]
