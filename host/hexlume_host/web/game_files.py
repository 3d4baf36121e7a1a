"""Pictures and records of games as files of the site."""

import json
import threading
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..errors import RecordError
from ..picture import THEMES, PictureError
from ..record import GameRecord
from ..records.as_apgame import record_apgame
from ..records.as_json import record_json
from ..records.as_text import record_text
from ..replay_pictures import CELL_MM, MOVING, MOVING_WIDTH, PNG_WIDTH, STILL, picture_of_game, picture_of_ply
from .replay_shelf import Shelf, number_asked

PICTURES_KEPT_BYTES = 24_000_000
DRAWING_AT_ONCE = 2
WAIT_SECONDS = 20
WIDEST = 2000
MOVING_PIXELS = 60_000_000
"""Bounds on what one request may have drawn here; the command line draws more."""

_MEDIA = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif", "apng": "image/apng"}


def file_routes(shelf: Shelf) -> list[BaseRoute]:
    """Return the routes of pictures, animations and records."""
    easel = _Easel()

    def picture(request: Request) -> Response:
        replay, version = shelf.replay(request.path_params["game"])
        form = request.path_params["form"]
        if form not in STILL:
            raise HTTPException(404, f"A position is drawn as {' or '.join(STILL)}.")
        asked = dict(request.query_params)
        number = number_asked(asked, "ply", 0, 10**6, None)
        how: dict[str, Any] = {"theme": _theme(asked), "names": _choice(asked, "names", {"1": True, "0": False}, "1")}
        if form == "svg":
            how["cell_mm"] = number_asked(asked, "cell_mm", 1, 100, int(CELL_MM))
        else:
            how["width"] = number_asked(asked, "width", 16, WIDEST, PNG_WIDTH)
        try:
            shown = replay.ply(number)
        except RecordError as error:
            raise HTTPException(404, str(error)) from error
        name = f"hexlume-{replay.record.id}-{shown.number}.{form}"
        key = (replay.record.id, version, shown.number, form, *how.items())
        return easel.answer(request, key, name, lambda: picture_of_ply(replay, shown, form, **how))

    def animation(request: Request) -> Response:
        replay, version = shelf.replay(request.path_params["game"])
        form = request.path_params["form"]
        if form not in MOVING:
            raise HTTPException(404, f"A game is drawn as {' or '.join(MOVING)}.")
        asked = dict(request.query_params)
        how: dict[str, Any] = {
            "theme": _theme(asked),
            "names": _choice(asked, "names", {"1": True, "0": False}, "1"),
            "width": number_asked(asked, "width", 16, WIDEST, MOVING_WIDTH),
            "seconds": (number_asked(asked, "ms", 50, 10_000, 800) or 0) / 1000,
            "loop": _choice(asked, "loop", {"1": True, "0": False}, "1"),
            "most_pixels": MOVING_PIXELS,
        }
        key = (replay.record.id, version, form, *how.items())
        return easel.answer(
            request, key, f"hexlume-{replay.record.id}.{form}", lambda: picture_of_game(replay, form, **how)
        )

    def record(request: Request) -> Response:
        """Answer with a game's record as a file (docs/record.md)."""
        stored = shelf.record(request.path_params["game"])
        form = request.path_params["form"]
        if form not in _RECORDS:
            raise HTTPException(404, f"A record is one of these: {', '.join(_RECORDS)}.")
        media, write = _RECORDS[form]
        try:
            return _file(write(stored).encode(), media, f"hexlume-{stored.id}.{form}")
        except RecordError as error:
            raise HTTPException(409, str(error)) from error

    # Formats are checked by the endpoints, which say what there is.
    return [
        Route("/api/games/{game}/picture.{form}", picture),
        Route("/api/games/{game}/animation.{form}", animation),
        Route("/api/games/{game}/record.{form}", record),
    ]


class _Easel:
    """Draws few pictures at once, and keeps those asked for last."""

    def __init__(self) -> None:
        self._room = threading.BoundedSemaphore(DRAWING_AT_ONCE)
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()

    def answer(self, request: Request, key: tuple[object, ...], name: str, draw: Callable[[], bytes]) -> Response:
        """Return a picture that ``draw`` makes; ``key`` says all that it depends on."""
        etag = f'"{sha256(repr(key).encode()).hexdigest()[:32]}"'
        if etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={"etag": etag})
        drawn = self._find(key)
        if drawn is None:
            if not self._room.acquire(timeout=WAIT_SECONDS):
                raise HTTPException(503, "Too many pictures are being drawn: try again in a moment.")
            try:
                drawn = self._find(key) or draw()
            except PictureError as error:
                sentence = str(error)
                raise HTTPException(400, f"{sentence[:1].upper()}{sentence[1:]}.") from error
            finally:
                self._room.release()
            self._keep(key, drawn)
        answer = _file(drawn, _MEDIA[name.rpartition(".")[2]], name, inline=request.query_params.get("download") != "1")
        answer.headers["etag"] = etag
        return answer

    def _find(self, key: tuple[object, ...]) -> bytes | None:
        with self._lock:
            drawn = self._kept.get(key)
            if drawn is not None:
                self._kept.move_to_end(key)
            return drawn

    def _keep(self, key: tuple[object, ...], drawn: bytes) -> None:
        with self._lock:
            self._kept[key] = drawn
            while sum(map(len, self._kept.values())) > PICTURES_KEPT_BYTES:
                self._kept.popitem(last=False)


def _choice(asked: dict[str, str], name: str, choices: dict[str, bool], default: str) -> bool:
    told = asked.get(name, default)
    if told not in choices:
        raise HTTPException(400, f"{name} is {' or '.join(choices)}.")
    return choices[told]


def _theme(asked: dict[str, str]) -> str:
    theme = asked.get("theme", "light")
    if theme not in THEMES:
        raise HTTPException(400, f"theme is {' or '.join(THEMES)}.")
    return theme


def _file(content: bytes, media: str, name: str, inline: bool = False) -> Response:
    manner = "inline" if inline else "attachment"
    return Response(content, media_type=media, headers={"content-disposition": f'{manner}; filename="{name}"'})


def _json_text(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


_RECORDS: dict[str, tuple[str, Callable[[GameRecord], str]]] = {
    "json": ("application/json", lambda record: _json_text(record_json(record))),
    "txt": ("text/plain; charset=utf-8", record_text),
    "apgame.json": ("application/json", lambda record: _json_text(record_apgame(record))),
}
"""The records by what their files end in."""
