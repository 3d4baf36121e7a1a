"""Routes of games with other hosts: one page on which a person without a board plays."""

from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Strict, StringConstraints
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexlume_host.sockets import LOOPBACK
from hexlume_host.web.app_context import Site, page, post_endpoint, queue_endpoint
from hexlume_host.web.http.auth import ACT
from hexlume_record.validation import Count

from .connect import new_terms
from .entries import HOST
from .page_player import PagePlayer
from .qr_code import qr_code
from .saved_games import SavedGame
from .sessions import Sessions

ANYWHERE = "0.0.0.0"
Text = Annotated[str, StringConstraints(strict=True, strip_whitespace=True, max_length=300)]


@dataclass
class _NewGame:
    """What a page posts to begin a game, or to join one with its code."""

    name: Text = ""
    broker: Text = ""
    code: Text | None = None
    game: Text = ""
    size: Count = 0
    options: dict[str, Any] = field(default_factory=dict)
    clock: Text = ""
    colour: Text = ""
    anywhere: Annotated[bool, Strict()] = False
    port: Count = 0
    advertise: Text = ""


@dataclass
class _Link:
    link: Annotated[str, StringConstraints(strict=True, max_length=800)]


@dataclass
class _Do:
    do: Text = ""
    action: Text = ""


def sessions_of(site: Site) -> Sessions:
    """Return the site's network games, which end with it."""
    sessions = site.kept.get("netplay")
    if not isinstance(sessions, Sessions):
        site.kept["netplay"] = sessions = Sessions(site.store, site.hub.publish_network_game)
        site.ends.callback(sessions.close)
    return sessions


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes of the area."""
    sessions = sessions_of(site)

    def listed(request: Request) -> Response:
        return JSONResponse({"games": [_summary(sessions, game) for game in sessions.games()]})

    def begin(request: Request, asked: _NewGame) -> Response:
        game = _begin(sessions, asked)
        return JSONResponse({"id": game.key, "code": game.code}, 201)

    def do(request: Request, asked: _Do) -> Response:
        key = request.path_params["key"]
        if asked.do == "resume":
            sessions.resume(key)
            return JSONResponse({})
        game = sessions.game(key)
        if game is None:
            raise HTTPException(404, "This game is not being played just now.")
        if asked.do == "why":
            return JSONResponse(game.why(asked.action)._asdict())
        refused = game.do(asked.do, asked.action)
        if refused is not None:
            raise HTTPException(409, refused)
        return JSONResponse({})

    def qr(request: Request, asked: _Link) -> Response:
        return JSONResponse({"rows": qr_code(asked.link)})

    async def show(request: Request) -> Response:
        game = sessions.game(request.path_params["key"])
        if game is None:
            raise HTTPException(404, "This game is not being played just now.")
        # The code lets others in: it is for those only who may act.
        return JSONResponse(game.state | {"code": game.code if request.state.right == ACT else ""})

    return [
        Route("/netplay", page("netplay")),
        Route("/api/netplay", queue_endpoint(listed)),
        Route("/api/netplay", post_endpoint(begin, _NewGame, acts=True), methods=["POST"]),
        Route("/api/netplay/qr-code", post_endpoint(qr, _Link), methods=["POST"]),
        Route("/api/netplay/games/{key}", show),
        Route("/api/netplay/games/{key}", post_endpoint(do, _Do, acts=True), methods=["POST"]),
    ]


def _begin(sessions: Sessions, asked: _NewGame) -> PagePlayer:
    """Join the game of a ``code``, or begin one; raises ``HexlumeError``."""
    if asked.code is not None:
        return sessions.join(asked.code, asked.name, asked.broker)
    terms = new_terms(asked.game, asked.size, asked.options, asked.clock, asked.colour, asked.name)
    address = ANYWHERE if asked.anywhere else LOOPBACK
    return sessions.host(terms, address, asked.port, asked.advertise, asked.broker)


def _summary(sessions: Sessions, game: SavedGame) -> dict[str, Any]:
    running = sessions.game(game.key)
    terms = game.notes.get("terms", {})
    other = game.notes.get("guest_name", "") if game.role == HOST else terms.get("host_name", "")
    return {
        "id": game.key,
        "running": running is not None and not running.ended,
        "rules": terms.get("rules", ""),
        "joined": "guest" in game.notes if game.role == HOST else bool(terms),
        "other": other,
    }
