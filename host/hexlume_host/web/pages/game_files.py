"""Pictures and records of games, and pictures of live boards, as files of the site."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from hexlume_record.errors import RecordError
from hexlume_record.formats.page_json import RECORDS
from hexlume_record.validation import one_of, whole

from ...images import THEMES, draw
from ...images.replay import marked, picture_of_ply
from ...store.repository import Store
from ..app_context import parse_query, queue_endpoint
from ..live.board import FULL
from ..live.hub import LiveHub
from .replay_cache import ReplayCache, stored_game


@dataclass
class _PictureQuery:
    ply: Annotated[int, whole(10**6)] | None = None
    """``None`` is the last one."""
    theme: Annotated[str, one_of(*THEMES)] = "light"
    download: str = ""


def file_routes(store: Store, hub: LiveHub, cache: ReplayCache) -> list[BaseRoute]:
    """Return the routes of pictures and records."""

    def picture(request: Request) -> Response:
        """Answer with the picture of one position."""
        replay, _ = cache.replay(request.path_params["game"])
        query = parse_query(request, _PictureQuery)
        ply = replay.ply(query.ply)
        svg = picture_of_ply(replay, ply, theme=query.theme)
        return _picture(request, query, svg, f"hexlume-{replay.record.id}-{ply.number}")

    def board_picture(request: Request) -> Response:
        """Answer with the picture of a live board."""
        board = hub.board(request.path_params["device"])
        position = board.message(FULL)["position"] if board is not None else None
        if position is None:
            raise HTTPException(404, "There is no game to draw on a board of that name.")
        query = parse_query(request, _PictureQuery)
        svg = draw(position, theme=query.theme, **marked(position))
        return _picture(request, query, svg, "hexlume-board")

    def record(request: Request) -> Response:
        """Answer with a game's record as a file (docs/record.md)."""
        stored = stored_game(store, request.path_params["game"])
        form = request.path_params["form"]
        if form not in RECORDS:
            raise HTTPException(404, f"A record is one of these: {', '.join(RECORDS)}.")
        media, write = RECORDS[form]
        try:
            return _file(write(stored).encode(), media, f"hexlume-{stored.id}.{form}")
        except RecordError as error:
            raise HTTPException(409, error.public) from error

    return [
        Route("/api/games/{game}/picture.svg", queue_endpoint(picture)),
        Route("/api/games/{game}/record.{form}", queue_endpoint(record)),
        Route("/api/boards/{device}/picture.svg", queue_endpoint(board_picture)),
    ]


def _picture(request: Request, query: _PictureQuery, svg: str, name: str) -> Response:
    """Return a picture as an answer."""
    content = svg.encode()
    etag = f'"{sha256(content).hexdigest()[:32]}"'
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers={"etag": etag})
    answer = _file(content, "image/svg+xml", f"{name}.svg", inline=query.download != "1")
    answer.headers["etag"] = etag
    # Other sites may show it: their pages send no cookie and see no pixel.
    answer.headers["cross-origin-resource-policy"] = "cross-origin"
    return answer


def _file(content: bytes, media: str, name: str, inline: bool = False) -> Response:
    manner = "inline" if inline else "attachment"
    return Response(content, media_type=media, headers={"content-disposition": f'{manner}; filename="{name}"'})
