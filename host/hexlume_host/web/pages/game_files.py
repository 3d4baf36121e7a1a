"""Pictures and records of games, and pictures of live boards, as files of the site."""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Annotated

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from hexlume_record.errors import RecordError
from hexlume_record.formats.page_json import RECORDS
from hexlume_record.validation import one_of, whole

from ...images import THEMES, PictureError
from ...images.png_process import png_elsewhere
from ...images.replay import PNG_WIDTH, STILL, marked, picture_of_ply, picture_of_position
from ...store.repository import Store
from ..app_context import parse_query, queue_endpoint
from ..http.work_queue import add_cpu_seconds
from ..live.board import FULL
from ..live.hub import LiveHub
from .replay_cache import ReplayCache, stored_game

MAX_PNGS = 64
"""PNGs in the cache: max. 0.3 MB each, and half as much for the SVG that is the key."""

_MEDIA = {"svg": "image/svg+xml", "png": "image/png"}


@dataclass
class PlyAddress:
    """The ply that an address names; ``None`` is the last one."""

    ply: Annotated[int, whole(10**6)] | None = None


@dataclass
class _PictureQuery(PlyAddress):
    theme: Annotated[str, one_of(*THEMES)] = "light"
    download: str = ""


def file_routes(store: Store, hub: LiveHub, cache: ReplayCache) -> list[BaseRoute]:
    """Return the routes of pictures and records."""

    def picture(request: Request) -> Response:
        """Answer with the picture of one position."""
        replay, _ = cache.replay(request.path_params["game"])
        query = parse_query(request, _PictureQuery)
        ply = replay.ply(query.ply)
        svg = picture_of_ply(replay, ply, "svg", theme=query.theme)
        return _picture(request, query, svg, f"hexlume-{replay.record.id}-{ply.number}")

    def board_picture(request: Request) -> Response:
        """Answer with the picture of a live board."""
        board = hub.board(request.path_params["device"])
        position = board.message(FULL)["position"] if board is not None else None
        if position is None:
            raise HTTPException(404, "There is no game to draw on a board of that name.")
        query = parse_query(request, _PictureQuery)
        svg = picture_of_position(position, "svg", theme=query.theme, **marked(position))
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

    # Formats are checked by the endpoints, which say what there is.
    return [
        Route("/api/games/{game}/picture.{form}", queue_endpoint(picture)),
        Route("/api/games/{game}/record.{form}", queue_endpoint(record)),
        Route("/api/boards/{device}/picture.{form}", queue_endpoint(board_picture)),
    ]


def _picture(request: Request, query: _PictureQuery, svg: bytes, name: str) -> Response:
    """Return a picture as an answer in the form that the request's path names."""
    form = request.path_params["form"]
    if form not in STILL:
        raise HTTPException(404, f"A position is drawn as {' or '.join(STILL)}.")
    etag = f'"{sha256(svg).hexdigest()[:32]}-{form}"'
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers={"etag": etag})
    try:
        content = svg if form == "svg" else _png(svg)
    except PictureError as error:
        raise HTTPException(503, error.public, {"retry-after": "5"}) from error
    answer = _file(content, _MEDIA[form], f"{name}.{form}", inline=query.download != "1")
    answer.headers["etag"] = etag
    # Other sites may show it: their pages send no cookie and see no pixel.
    answer.headers["cross-origin-resource-policy"] = "cross-origin"
    return answer


@lru_cache(MAX_PNGS)
def _png(svg: bytes) -> bytes:
    content, seconds = png_elsewhere(svg, PNG_WIDTH)
    add_cpu_seconds(seconds)
    return content


def _file(content: bytes, media: str, name: str, inline: bool = False) -> Response:
    manner = "inline" if inline else "attachment"
    return Response(content, media_type=media, headers={"content-disposition": f'{manner}; filename="{name}"'})
