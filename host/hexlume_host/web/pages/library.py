"""Routes of the library: its page, and the games of a filter as JSON."""

from dataclasses import dataclass
from typing import Annotated, Any, get_args

from pydantic import Field
from sqlalchemy import select
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexlume_record.formats.times import time_text
from hexlume_record.game.record import GameSummary
from hexlume_record.words.text import reason_words

from ...library.filters import GameFilter, Source, Status
from ...library.search import PAGE, search
from ...store.models import GameRow
from ..app_context import COMPRESSED, Site, page, parse_query, queue_endpoint


@dataclass
class _Query:
    page: Annotated[int, Field(ge=1, lt=100_000)] = 1
    limit: Annotated[int, Field(ge=0, lt=100_000)] = PAGE


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes."""

    def games(request: Request) -> Response:
        query = parse_query(request, _Query)
        found = search(site.store, parse_query(request, GameFilter), query.page, query.limit)
        games = [game_row(game) for game in found.games]
        return JSONResponse({"games": games, "total": found.total, "more": found.more})

    def choices(request: Request) -> Response:
        with site.store.reading() as session:
            kinds = session.execute(select(GameRow.rules, GameRow.on).distinct().order_by(GameRow.rules, GameRow.on))
            boards = session.scalars(select(GameRow.board).distinct().order_by(GameRow.board))
            answer = {
                "kinds": [{"rules": rules, "on": on} for rules, on in kinds],
                "boards": [board for board in boards if board],
                "statuses": get_args(Status),
                "sources": get_args(Source),
            }
        return JSONResponse(answer)

    return [
        Route("/library", page("library")),
        Route("/api/library", queue_endpoint(games), middleware=COMPRESSED),
        Route("/api/library/choices", queue_endpoint(choices)),
    ]


def game_row(game: GameSummary) -> dict[str, Any]:
    """Return what lists of games show of one; names stand under the colours that the players had at the end."""
    return {
        "id": game.id,
        "rules": game.rules,
        "on": game.on,
        "options": dict(game.options),
        "white": game.players.white,
        "black": game.players.black,
        "actions": game.action_count,
        "status": game.ending.status,
        "result": game.ending.result,
        "reason_words": reason_words(game.ending.result, game.ending.reason),
        "started_at": time_text(game.started_at),
        "start_known": game.start_known,
        "board": game.board,
        "source": game.source,
    }
