"""Pictures and records of games as files of the site."""

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

from ...images import THEMES
from ...images.replay import picture_of_ply
from ...store.repository import Store
from ..app_context import parse_query, queue_endpoint
from .replay_cache import ReplayCache, stored_game


@dataclass
class _PictureQuery:
    ply: Annotated[int, whole(10**6)] | None = None
    """``None`` is the last one."""
    theme: Annotated[str, one_of(*THEMES)] = "light"
    download: str = ""


def file_routes(store: Store, cache: ReplayCache) -> list[BaseRoute]:
    """Return the routes of pictures and records."""

    def picture(request: Request) -> Response:
        """Answer with the picture of one position."""
        replay, _ = cache.replay(request.path_params["game"])
        query = parse_query(request, _PictureQuery)
        ply = replay.ply(query.ply)
        content = picture_of_ply(replay, ply, theme=query.theme).encode()
        etag = f'"{sha256(content).hexdigest()[:32]}"'
        if etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={"etag": etag})
        name = f"hexlume-{replay.record.id}-{ply.number}.svg"
        answer = _file(content, "image/svg+xml", name, inline=query.download != "1")
        answer.headers["etag"] = etag
        # Other sites may show it: their pages send no cookie and see no pixel.
        answer.headers["cross-origin-resource-policy"] = "cross-origin"
        return answer

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
    ]


def _file(content: bytes, media: str, name: str, inline: bool = False) -> Response:
    manner = "inline" if inline else "attachment"
    return Response(content, media_type=media, headers={"content-disposition": f'{manner}; filename="{name}"'})
