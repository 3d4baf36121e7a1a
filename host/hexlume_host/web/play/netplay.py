"""The area of games with other hosts: one page on which a person without a board plays."""

import asyncio
import contextlib
import secrets
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hexlume import games
from hexlume.games import game_class
from hexlume.games.game import OptionError
from hexlume.games.game_clock import NONE, TimeControl, TimeControlError

from ...errors import sentence
from ...game.events import COLOURS
from ...netplay.entries import LONGEST_NAME, Terms
from ...netplay.errors import ApartError
from ...netplay.page_player import PageGame
from ...netplay.saved_games import KeptGame
from ...netplay.sessions import Desk
from ..app_context import Site, page, posted, queued, refusal
from ..http.credentials import ACT

_PAUSE_SECONDS = 0.05
_LONGEST = 300
ANYWHERE, HERE = "0.0.0.0", "127.0.0.1"


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes of the area, none without a desk."""
    return desk_routes(site.desk) if site.desk is not None else []


def desk_routes(desk: Desk) -> list[BaseRoute]:
    """Return the routes by which pages play the games of a desk."""

    def listed(request: Request) -> Response:
        return JSONResponse({"games": [_line(desk, game) for game in desk.games()], "rules": _rules()})

    def begin(request: Request, wish: dict[str, Any]) -> Response:
        game = _begin(desk, wish)
        return JSONResponse({"id": game.key, "code": game.code}, 201)

    def do(request: Request, wish: dict[str, Any]) -> Response:
        key = request.path_params["key"]
        if wish.get("do") == "resume":
            desk.resume(key)
            return JSONResponse({})
        game = desk.game(key)
        if game is None:
            return refusal("This game is not being played just now.", 404)
        refused = game.do(_text(wish, "do"), _text(wish, "action"))
        return JSONResponse({}) if refused is None else refusal(refused, 409)

    async def show(request: Request) -> Response:
        game = desk.game(request.path_params["key"])
        if game is None:
            return refusal("This game is not being played just now.", 404)
        return Response(game.text(_may_act(request)), media_type="application/json")

    async def socket(socket: WebSocket) -> None:
        game = desk.game(socket.path_params["key"])
        if game is None:
            await socket.close(1008)
            return
        await _tell(socket, game)

    return [
        Route("/apart", page("apart")),
        Route("/api/apart", queued(listed)),
        Route("/api/apart", posted(begin, acts=True), methods=["POST"]),
        Route("/api/apart/games/{key}", show),
        Route("/api/apart/games/{key}", posted(do, acts=True), methods=["POST"]),
        WebSocketRoute("/ws/apart/{key}", socket),
    ]


async def _tell(socket: WebSocket, game: PageGame) -> None:
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
        await socket.close(1008, "Post what is to be done to /api/apart.")
        return


def _begin(desk: Desk, wish: dict[str, object]) -> PageGame:
    """Join the game of a ``code``, or begin one; raises ``HostError``."""
    name, broker = _text(wish, "name"), _text(wish, "broker")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise ApartError(f"A name is one line of at most {LONGEST_NAME} letters.")
    if "code" in wish:
        return desk.join(_text(wish, "code"), name, broker)
    own = _text(wish, "colour") or "random"
    if own not in (*COLOURS, "random"):
        raise ApartError("Your colour is white, black or random.")
    options, size, port = wish.get("options", {}), wish.get("size", 0), wish.get("port", 0)
    if not isinstance(options, dict) or type(size) is not int or type(port) is not int:
        raise ApartError("A game has a size and a port (numbers) and options.")
    try:
        game = games.start(_text(wish, "game"), size, {str(key): str(value) for key, value in options.items()})
        clock = TimeControl(_text(wish, "clock") or NONE).text
    except (OptionError, TimeControlError, ValueError) as error:
        raise ApartError(sentence(error)) from error
    colour = secrets.choice(COLOURS) if own == "random" else own
    terms = Terms(game.NAME, game.size, dict(game.options), clock, colour, name)
    address = ANYWHERE if wish.get("anywhere") is True else HERE
    return desk.host(terms, address, port, _text(wish, "told"), broker)


def _text(wish: dict[str, object], member: str) -> str:
    value = wish.get(member, "")
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise ApartError(f"'{member}' is a text of at most {_LONGEST} letters.")
    return value.strip()


def _line(desk: Desk, game: KeptGame) -> dict[str, Any]:
    key = f"{game.id}-{game.side}"
    running = desk.game(key)
    terms = dict(game.seat.get("terms") or {})
    return {
        "id": key,
        "side": game.side,
        "running": running is not None and not running.ended,
        "rules": str(terms.get("rules", "")),
        "size": terms.get("size", 0),
        "name": str(game.seat.get("name", "")),
    }


def _rules() -> list[dict[str, Any]]:
    """Return what can be played: each game with its sizes and options."""
    told = []
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
        told.append(
            {
                "name": name,
                "least": game.MIN_SIZE,
                "most": game.MAX_SIZE,
                "size": game.DEFAULT_SIZE,
                "options": options,
                "defaults": defaults,
            }
        )
    return told
