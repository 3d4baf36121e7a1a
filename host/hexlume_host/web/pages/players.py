"""Routes of players: the list by rating, and a page for each player."""

from dataclasses import asdict, dataclass
from typing import Annotated

from pydantic import Field
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexlume_record.formats.times import time_text

from ...library.filters import GameFilter
from ...library.json import rating_json
from ...library.player import Tally, profile
from ...library.ratings import Ratings
from ...library.search import search
from ..app_context import COMPRESSED, Site, page, parse_query, queue_endpoint
from .library import game_row

PAGE = 50
MAX_PAGES = 10_000
RECENT_GAMES = 10


@dataclass
class _Query:
    name: str = ""
    rules: str = ""
    page: Annotated[int, Field(ge=1, le=MAX_PAGES)] = 1


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes."""
    ratings = Ratings(site.store)

    def players(request: Request) -> Response:
        query = parse_query(request, _Query)
        offset = (query.page - 1) * PAGE
        found = ratings.players(query.rules[:40], query.name[:200], PAGE + 1, offset)
        return JSONResponse(
            {
                "players": [
                    {"place": place, **rating_json(player)} for place, player in enumerate(found[:PAGE], offset + 1)
                ],
                "more": len(found) > PAGE,
                "rules": ratings.scopes(),
            }
        )

    def player(request: Request) -> Response:
        found = profile(site.store, ratings, request.path_params["name"])
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
            }
        )

    return [
        Route("/players", page("players")),
        Route("/players/{name:path}", page("player")),
        Route("/api/players", queue_endpoint(players), middleware=COMPRESSED),
        Route("/api/players/{name:path}", queue_endpoint(player), middleware=COMPRESSED),
    ]


def _tally(tally: Tally) -> dict[str, int]:
    return {**asdict(tally), "games": tally.games}
