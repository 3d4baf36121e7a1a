"""The statistics page, and what the games of a filter have in common as JSON."""

import time
from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ...library.filters import GameFilter
from ...library.json import statistics_json
from ...library.statistics import MOST_TURNS, openings, statistics, times
from ..app_context import COMPRESSED, Site, page, queued, refusal

CACHE_SECONDS = 30
"""With very many games statistics take a moment to compute."""
MAX_CACHED = 50


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes of the statistics page and its data."""

    @lru_cache(MAX_CACHED)
    def computed(wanted: GameFilter, turns: int, period: int) -> dict[str, Any]:
        store = site.store
        return statistics_json(wanted, statistics(store, wanted), openings(store, wanted, turns), times(store, wanted))

    def answer(request: Request) -> Response:
        parameters = request.query_params
        turns = parameters.get("turns") or "1"
        if turns not in [str(number) for number in range(MOST_TURNS + 1)]:
            return refusal(f"The turns are a number from 0 (the first action) to {MOST_TURNS}.")
        period = int(time.monotonic() / CACHE_SECONDS)
        return JSONResponse(computed(GameFilter.read(parameters), int(turns), period))

    return [
        Route("/statistics", page("statistics")),
        Route("/api/statistics", queued(answer), middleware=COMPRESSED),
    ]
