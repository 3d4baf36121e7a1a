"""Routes of the library: its page, and the games of a filter as JSON."""

from dataclasses import dataclass
from typing import Annotated, get_args

from sqlalchemy import select
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexlume_record.formats.page_json import game_row
from hexlume_record.validation import whole

from ...library.filters import GameFilter, Source, Status
from ...library.search import PAGE, search
from ...store.models import GameRow
from ..app_context import COMPRESSED, Site, page, parse_query, queue_endpoint


@dataclass
class _Query:
    page: Annotated[int, whole(99_999, 1)] = 1
    limit: Annotated[int, whole(99_999)] = PAGE


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes."""

    def games(request: Request) -> Response:
        query = parse_query(request, _Query)
        found = search(site.store, parse_query(request, GameFilter), query.page, query.limit)
        games = [game_row(game) for game in found.games]
        return JSONResponse({"games": games, "total": found.total, "more": found.more})

    def choices(request: Request) -> Response:
        with site.store.reading() as session:
            kinds = session.execute(select(GameRow.rules, GameRow.board).distinct().order_by("rules", "board"))
            devices = session.scalars(select(GameRow.device).distinct().order_by(GameRow.device))
            answer = {
                "kinds": [{"rules": rules, "board": board} for rules, board in kinds],
                "devices": [device for device in devices if device],
                "statuses": get_args(Status),
                "sources": get_args(Source),
            }
        return JSONResponse(answer)

    return [
        Route("/library", page("library")),
        Route("/api/library", queue_endpoint(games), middleware=COMPRESSED),
        Route("/api/library/choices", queue_endpoint(choices)),
    ]
