"""Routes of the rules: the list of games, and each game's rule sheet with its pictures."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from hexlume import games
from hexlume.games import catalogue
from hexlume.games.grid import NO_CELL
from hexlume.games.pieces import EMPTY, LETTERS, WHITE
from hexlume_record.errors import HexlumeError
from hexlume_record.game.position import position_of
from hexlume_record.validation import one_of
from hexlume_record.words.text import game_aim, game_title

from ...game_files.rule_sheet import rule_sheet
from ...images import THEMES, draw
from ..app_context import Site, parse_query, queue_endpoint
from ..http.static_files import FileInMemory
from ..renderer import render
from .sheet_html import sheet_html, shown_pictures

_MEDIA = {".svg": "image/svg+xml", ".png": "image/png"}


@dataclass
class _Picture:
    theme: Annotated[str, one_of(*THEMES)] = "light"


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes."""
    teaches = site.table is not None

    def sheet(request: Request) -> Response:
        """Answer with a game's rule sheet as a page."""
        name = request.path_params["game"]
        return HTMLResponse(_page(name, _text(name), teaches))

    return [
        Route("/rules", FileInMemory(render("rules.html", listed=rule_sheets(teaches)), "text/html").answer),
        Route("/rules/{game}", queue_endpoint(sheet)),
        Route("/rules/{game}/pictures/{file}", queue_endpoint(picture)),
        Route("/api/rules/{game}/picture.svg", queue_endpoint(game_picture)),
    ]


def picture(request: Request) -> Response:
    """Answer with a picture that a game's sheet shows."""
    name, file = request.path_params["game"], request.path_params["file"]
    if file not in shown_pictures(_text(name)):
        raise _not_found()
    path = _sheet(name).parent / "pictures" / file
    try:
        return Response(path.read_bytes(), media_type=_MEDIA[path.suffix])
    except OSError as error:
        raise _not_found() from error


def game_picture(request: Request) -> Response:
    """Answer with a picture of what a game is about, as the board's menu previews it."""
    name = request.path_params["game"]
    if name not in games.NAMES:
        raise _not_found()
    return Response(preview(name, parse_query(request, _Picture).theme), media_type=_MEDIA[".svg"])


@lru_cache(64)
def preview(name: str, theme: str) -> bytes:
    """Return a picture of what a game is about."""
    game = games.start(name)
    pieces, marks = dict[str, str](), dict[str, str]()
    module = games.part(name, "preview")
    for first, second, mark in module.cells(game.grid.size, "") if module is not None else ():
        cell = game.grid.at(first, second)
        if cell != NO_CELL:
            pieces[game.grid.name(cell)] = LETTERS[mark or WHITE]
            if mark == EMPTY:
                marks[game.grid.name(cell)] = "ring"
    position = {**position_of(game), "pieces": pieces or position_of(game)["pieces"], "hand": {}, "prison": {}}
    return draw(position, marks=marks, names=False, theme=theme, title=game_title(name)).encode()


@lru_cache(32)
def _page(name: str, text: str, teaches: bool) -> bytes:
    return sheet_page(name, text, teaches)


def sheet_page(name: str, text: str, teaches: bool, **values: object) -> bytes:
    """Return the page of a game's rule sheet; where a board ``teaches``, it leads to the game's lessons."""
    return render(
        "rule-sheet.html",
        game=name,
        game_title=game_title(name),
        teaches=teaches and catalogue.course(name) is not None,
        sheet=sheet_html(text, f"/rules/{name}/pictures"),
        **values,
    )


def rule_sheets(teaches: bool) -> list[dict[str, Any]]:
    """Return what the page of all games says of each."""
    return [
        {
            "name": name,
            "title": game_title(name),
            "aim": game_aim(name),
            "has_sheet": _file(name) is not None,
            "teaches": teaches and catalogue.course(name) is not None,
        }
        for name in games.NAMES
    ]


def _text(name: str) -> str:
    """Return the Markdown of a game's sheet; raises ``HTTPException``."""
    try:
        return _sheet(name).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise _not_found() from error


def _sheet(name: str) -> Path:
    path = _file(name)
    if path is None:
        raise _not_found()
    return path


def _file(name: str) -> Path | None:
    """Return the file of a game's sheet, ``None`` if the game has none or is not here."""
    try:
        return rule_sheet(name) if name in games.NAMES else None
    except HexlumeError:
        return None


def _not_found() -> HTTPException:
    return HTTPException(404, "There is no such rule sheet or picture: see /rules.")
