"""Routes of statistics: their page, and the figures of a filter's games as JSON."""

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

from pydantic import Field
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ...library.filters import GameFilter
from ...library.json import statistics_json
from ...library.statistics import MOST_TURNS, openings, statistics, times
from ..app_context import COMPRESSED, Site, page, parse_query, queue_endpoint

CACHE_SECONDS = 30
"""With very many games statistics take a moment to compute."""
MAX_CACHED = 50


@dataclass
class _Query:
    turns: Annotated[int, Field(ge=0, le=MOST_TURNS)] = 1


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes of the statistics page and its data."""

    @lru_cache(MAX_CACHED)
    def computed(chosen: GameFilter, turns: int, period: int) -> dict[str, Any]:
        store = site.store
        return statistics_json(chosen, statistics(store, chosen), openings(store, chosen, turns), times(store, chosen))

    def answer(request: Request) -> Response:
        chosen, turns = parse_query(request, GameFilter), parse_query(request, _Query).turns
        return JSONResponse(computed(chosen, turns, int(time.monotonic() / CACHE_SECONDS)))

    return [
        Route("/statistics", page("statistics")),
        Route("/api/statistics", queue_endpoint(answer), middleware=COMPRESSED),
    ]
