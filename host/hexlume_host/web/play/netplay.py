"""Routes of games with other hosts: one page on which a person without a board plays."""

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import Strict, StringConstraints
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hexlume import games
from hexlume.games import game_class

from ...netplay.connect import new_terms
from ...netplay.page_player import PagePlayer
from ...netplay.saved_games import SavedGame
from ...netplay.sessions import Sessions
from ...sockets import LOOPBACK
from ...validation import Count
from ..app_context import Site, json_error, page, post_endpoint, queue_endpoint
from ..http.credentials import ACT

_PAUSE_SECONDS = 0.05
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
class _Do:
    do: Text = ""
    action: Text = ""


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes of the area, none without sessions."""
    return session_routes(site.netplay) if site.netplay is not None else []


def session_routes(sessions: Sessions) -> list[BaseRoute]:
    """Return the routes by which pages play the games of a site."""

    def listed(request: Request) -> Response:
        return JSONResponse({"games": [_summary(sessions, game) for game in sessions.games()], "rules": _rules()})

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
            return json_error("This game is not being played just now.", 404)
        refused = game.do(asked.do, asked.action)
        return JSONResponse({}) if refused is None else json_error(refused, 409)

    async def show(request: Request) -> Response:
        game = sessions.game(request.path_params["key"])
        if game is None:
            return json_error("This game is not being played just now.", 404)
        return Response(game.text(_may_act(request)), media_type="application/json")

    async def socket(socket: WebSocket) -> None:
        game = sessions.game(socket.path_params["key"])
        if game is None:
            await socket.close(1008)
            return
        await _send_changes(socket, game)

    return [
        Route("/netplay", page("netplay")),
        Route("/api/netplay", queue_endpoint(listed)),
        Route("/api/netplay", post_endpoint(begin, _NewGame, acts=True), methods=["POST"]),
        Route("/api/netplay/games/{key}", show),
        Route("/api/netplay/games/{key}", post_endpoint(do, _Do, acts=True), methods=["POST"]),
        WebSocketRoute("/ws/netplay/{key}", socket),
    ]


async def _send_changes(socket: WebSocket, game: PagePlayer) -> None:
    """Tell a page the game whenever it changes, until the page leaves."""
    loop, changed, may_act = asyncio.get_running_loop(), asyncio.Event(), _may_act(socket)
    changed.set()

    def note() -> None:
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(changed.set)

    await socket.accept()
    game.listen(note)
    listening = asyncio.ensure_future(_listen(socket))
    try:
        while not listening.done():
            waiting = asyncio.ensure_future(changed.wait())
            await asyncio.wait({waiting, listening}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if changed.is_set():
                changed.clear()
                closed = game.closed
                await socket.send_text(game.text(may_act))
                if closed:
                    await socket.close(1001)
                    break
                await asyncio.sleep(_PAUSE_SECONDS)
    except (WebSocketDisconnect, RuntimeError):
        # The page has gone.
        pass
    finally:
        listening.cancel()
        game.leave(note)


def _may_act(connection: HTTPConnection) -> bool:
    """Return whether a client may act, and so see the code with which another host joins the game."""
    return bool(connection.state.right == ACT)


async def _listen(socket: WebSocket) -> None:
    """Wait until the page leaves; it has nothing to say here, what it does it posts."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        await socket.close(1008, "Post what is to be done to /api/netplay.")
        return


def _begin(sessions: Sessions, asked: _NewGame) -> PagePlayer:
    """Join the game of a ``code``, or begin one; raises ``HostError``."""
    if asked.code is not None:
        return sessions.join(asked.code, asked.name, asked.broker)
    options = {key: str(value) for key, value in asked.options.items()}
    terms = new_terms(asked.game, asked.size, options, asked.clock, asked.colour, asked.name)
    address = ANYWHERE if asked.anywhere else LOOPBACK
    return sessions.host(terms, address, asked.port, asked.advertise, asked.broker)


def _summary(sessions: Sessions, game: SavedGame) -> dict[str, Any]:
    running = sessions.game(game.key)
    terms = dict(game.notes.get("terms") or {})
    return {
        "id": game.key,
        "side": game.role,
        "running": running is not None and not running.ended,
        "rules": str(terms.get("rules", "")),
        "size": terms.get("size", 0),
        "name": str(game.notes.get("name", "")),
    }


def _rules() -> list[dict[str, Any]]:
    """Return what can be played: each game with its sizes and options."""
    found = []
    for name in games.NAMES:
        game = game_class(name)
        options = {
            option: ["off", "on"] if isinstance(value, bool) else [str(one) for one in game.CHOICES[option]]
            for option, value in game.DEFAULTS.items()
        }
        defaults = {
            option: ("off", "on")[value] if isinstance(value, bool) else str(value)
            for option, value in game.DEFAULTS.items()
        }
        found.append(
            {
                "name": name,
                "least": game.MIN_SIZE,
                "most": game.MAX_SIZE,
                "size": game.DEFAULT_SIZE,
                "options": options,
                "defaults": defaults,
            }
        )
    return found
