"""Routes of boards and games that other sites show in a frame: a picture, the players and the result, read-only."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from hexlume_record.words.text import game_title

from ...images import position_words
from ..app_context import Site, queue_endpoint
from ..live.board import FULL
from ..renderer import render
from .replay_cache import ReplayCache


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes; the middleware lets other sites frame them, and ignores cookies there."""
    cache = ReplayCache(site.store)

    def board(request: Request) -> Response:
        found = site.hub.board(request.path_params["board"])
        if found is None:
            raise HTTPException(404, "No board of that name was seen here.")
        shown = found.message(FULL)
        return _answer(
            f"boards/{quote(found.board, safe='')}",
            shown["position"],
            shown["players"],
            shown["text"],
            goes_on=True,
        )

    def game(request: Request) -> Response:
        replay = cache.replay(request.path_params["game"])[0]
        record, position = replay.record, replay.plies[-1].position if replay.plies else None
        players = {"white": record.white, "black": record.black}
        text = replay.result_words or (position or {}).get("due") or replay.problem
        return _answer(f"games/{record.id}", position, players, text, goes_on=replay.goes_on)

    return [
        Route("/embed/boards/{board}", queue_endpoint(board)),
        Route("/embed/games/{game}", queue_endpoint(game)),
    ]


def _answer(
    where: str, position: Mapping[str, Any] | None, players: Mapping[str, str], text: str, *, goes_on: bool
) -> Response:
    """Return the page; ``where`` is the address of the board or game, ``goes_on`` whether it may still change."""
    names = {colour: players.get(colour) or colour.capitalize() for colour in ("white", "black")}
    picture, words, title = "", "", "Hexlume"
    if position is not None:
        # Another address whenever another picture is to be shown.
        shown = repr((position["pieces"], position["last"], position["won"], position["prison"], position["hand"]))
        picture = f"/api/{where}/picture.svg?at={sha256(shown.encode()).hexdigest()[:12]}"
        words, title = position_words(position), game_title(position["game"])
    mover = None if position is None or position["result"] is not None else position["to_move"]
    return HTMLResponse(
        render(
            "embed.html",
            address=f"/{where}",
            title=title,
            players=names,
            mover=mover,
            text=text,
            picture=picture,
            words=words,
            goes_on=goes_on,
        )
    )
