"""Routes of statistics and players: their pages, and the same as JSON."""

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexlume_host.library.filters import GameFilter
from hexlume_host.library.search import search
from hexlume_host.web.app_context import COMPRESSED, Site, page, parse_query, queue_endpoint
from hexlume_record.formats.page_json import game_row
from hexlume_record.validation import whole

from .player import profile
from .ratings import Ratings
from .statistics import MOST_TURNS, figures

PAGE = 50
MAX_PAGES = 10_000
RECENT_GAMES = 10
CACHE_SECONDS = 30
"""With very many games statistics take a moment to compute."""
MAX_CACHED = 50


@dataclass
class _Turns:
    turns: Annotated[int, whole(MOST_TURNS, 1)] = 1


@dataclass
class _Players:
    name: str = ""
    rules: str = ""
    page: Annotated[int, whole(MAX_PAGES, 1)] = 1


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes."""
    store = site.store
    ratings = Ratings(store)

    @lru_cache(MAX_CACHED)
    def computed(chosen: GameFilter, turns: int, period: int) -> dict[str, Any]:
        return figures(store, chosen, turns)

    def statistics(request: Request) -> Response:
        chosen, turns = parse_query(request, GameFilter), parse_query(request, _Turns).turns
        return JSONResponse(computed(chosen, turns, int(time.monotonic() / CACHE_SECONDS)))

    def players(request: Request) -> Response:
        query = parse_query(request, _Players)
        offset = (query.page - 1) * PAGE
        found = ratings.players(query.rules[:40], query.name[:200], PAGE + 1, offset)
        return JSONResponse(
            {
                "players": [
                    {"place": place, **standing.as_json(name)}
                    for place, (name, standing) in enumerate(found[:PAGE], offset + 1)
                ],
                "more": len(found) > PAGE,
                "rules": ratings.scopes(),
            }
        )

    def player(request: Request) -> Response:
        found = profile(store, ratings, request.path_params["name"])
        recent = search(store, GameFilter(player=found["name"], whole=True), limit=RECENT_GAMES)
        return JSONResponse({**found, "recent": [game_row(game) for game in recent.games]})

    return [
        Route("/statistics", page("statistics")),
        Route("/api/statistics", queue_endpoint(statistics), middleware=COMPRESSED),
        Route("/players", page("players")),
        Route("/players/{name:path}", page("player")),
        Route("/api/players", queue_endpoint(players), middleware=COMPRESSED),
        Route("/api/players/{name:path}", queue_endpoint(player), middleware=COMPRESSED),
    ]
