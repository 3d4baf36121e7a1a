"""The area of statistics: its page, and what the games of a filter have in common as JSON."""

import threading
import time
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ...library.filters import GameFilter
from ...library.json import statistics_json
from ...library.statistics import MOST_TURNS, openings, statistics, times
from ...store.repository import Store
from ..app_context import COMPRESSED, Site, page, queued, refusal

KEPT_SECONDS = 30
"""So long an answer is given again: with very many games it takes a moment to work out."""
MOST_KEPT = 50


class _Answers:
    """The latest answers, by question."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._kept: dict[object, tuple[float, dict[str, Any]]] = {}

    def get(self, question: object, work_out: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        with self._lock:
            made, answer = self._kept.get(question, (0.0, None))
        if answer is not None and self._now() - made < KEPT_SECONDS:
            return answer
        answer = work_out()
        with self._lock:
            self._kept.pop(question, None)
            self._kept[question] = self._now(), answer
            while len(self._kept) > MOST_KEPT:
                del self._kept[next(iter(self._kept))]
        return answer


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes of the area."""
    answers = _Answers()

    def answer(request: Request) -> Response:
        told = request.query_params
        turns = told.get("turns") or "1"
        if turns not in [str(number) for number in range(MOST_TURNS + 1)]:
            return refusal(f"The turns are a number from 0 (the first action) to {MOST_TURNS}.")
        wanted = GameFilter.read(told)
        return JSONResponse(answers.get((wanted, turns), lambda: _worked_out(site.store, wanted, int(turns))))

    return [Route("/statistics", page("statistics")), Route("/api/statistics", queued(answer), middleware=COMPRESSED)]


def _worked_out(store: Store, wanted: GameFilter, turns: int) -> dict[str, Any]:
    return statistics_json(wanted, statistics(store, wanted), openings(store, wanted, turns), times(store, wanted))
