"""The area of players: their ratings, and a page for each of them."""

import logging
import threading
from dataclasses import asdict

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ...errors import HostError
from ...formats.times import time_text
from ...library import ratings
from ...library.filters import GameFilter
from ...library.json import rating_json
from ...library.player import Tally, profile
from ...library.search import search
from ...store.repository import Store
from ..app_context import Site, page, queued, refusal
from .archive import game_row

PAGE = 50
MOST_PAGES = 10_000
AT_ONCE = 200
"""Games that are rated before a page is answered; more are rated while it is shown."""
RECENT_GAMES = 10

_log = logging.getLogger(__name__)


class RatingWork:
    """Rates what is due when a page asks for ratings: a little at once, much in the background."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def due(self) -> int:
        """Return how many games are still to be rated; that is under way then."""
        due = ratings.due(self._store)
        if 0 < due <= AT_ONCE:
            return ratings.rate(self._store, most=AT_ONCE)
        with self._lock:
            if due and (self._thread is None or not self._thread.is_alive()):
                self._thread = threading.Thread(target=self._rate, name="hexlume-ratings", daemon=True)
                self._thread.start()
        return due

    def _rate(self) -> None:
        try:
            ratings.rate(self._store)
        except HostError as error:
            # The next page that is opened tries again.
            _log.warning("Ratings are not up to date: %s", error)


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes of the area."""
    work = RatingWork(site.store)

    def players(request: Request) -> Response:
        told = request.query_params
        name, rules, number = told.get("name", ""), told.get("rules", ""), told.get("page", "1")
        if not (number.isascii() and number.isdecimal() and 1 <= int(number[:9]) <= MOST_PAGES):
            return refusal(f"The page is a number from 1 to {MOST_PAGES}.")
        due = work.due()
        offset = (int(number) - 1) * PAGE
        found = ratings.ratings(site.store, rules[:40], name[:200], PAGE + 1, offset)
        return JSONResponse(
            {
                "players": [
                    {"place": place, **rating_json(player)} for place, player in enumerate(found[:PAGE], offset + 1)
                ],
                "more": len(found) > PAGE,
                "due": due,
                "rules": ratings.scopes(site.store),
            }
        )

    def player(request: Request) -> Response:
        due = work.due()
        found = profile(site.store, request.path_params["name"])
        recent = search(site.store, GameFilter(player=found.name, whole=True), limit=RECENT_GAMES)
        return JSONResponse(
            {
                "name": found.name,
                "total": _tally(found.total),
                "by_colour": {colour: _tally(tally) for colour, tally in found.by_colour.items()},
                "by_rules": {rules: _tally(tally) for rules, tally in found.by_rules.items()},
                "opponents": [{"name": other, **_tally(tally)} for other, tally in found.opponents.items()],
                "opponent_count": found.opponent_count,
                "ratings": {scope: rating_json(rating) for scope, rating in found.ratings.items()},
                "history": {
                    scope: [{**asdict(point), "ended_at": time_text(point.ended_at)} for point in points]
                    for scope, points in found.history.items()
                },
                "recent": [game_row(game) for game in recent.games],
                "due": due,
            }
        )

    return [
        Route("/players", page("players")),
        Route("/players/{name:path}", page("player")),
        Route("/api/players", queued(players)),
        Route("/api/players/{name:path}", queued(player)),
    ]


def _tally(tally: Tally) -> dict[str, int]:
    return {**asdict(tally), "games": tally.games}
