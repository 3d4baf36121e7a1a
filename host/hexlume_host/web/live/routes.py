"""Live boards' routes: the overview, one board's page, and the WebSocket by which pages watch and play."""

import asyncio
import json
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated
from urllib.parse import quote

import anyio
from pydantic import ConfigDict, Strict, with_config
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from hexlume_record.errors import sentence
from hexlume_record.game.events import LONGEST_ID
from hexlume_record.game.view import panel_message
from hexlume_record.validation import FieldError, Line, checked_json, items

from ...plugins import far_page
from ..app_context import COMPRESSED, Site, page, pictured_page
from ..http.auth import ACT
from ..http.rate_limit import TokenBucket
from .board import CARD, FULL, PROMPT
from .hub import LIST, MAX_HANDS, LiveHub, Watcher
from .messages import read_message
from .prompt import offered
from .twin_hands import TwinHands

MAX_WATCHED = 60
"""Boards that one page may watch at once."""
MAX_CHARACTERS = MAX_WATCHED * (LONGEST_ID + 4) + 100
MESSAGES_A_SECOND = 5
MESSAGES_AT_ONCE = 60
GESTURES_A_SECOND = 40
GESTURES_AT_ONCE = 80
MIN_PAUSE_SECONDS = 0.03
"""Between two messages to one page."""
LIST_PAUSE_SECONDS = 0.1
"""The same for a page with many boards."""
LISTS_A_SECOND = 1500
"""Messages to pages with many boards are spread so that there are no more than these."""

Ids = Annotated[list[Annotated[str, Line(LONGEST_ID, 1)]], items(MAX_WATCHED)]


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes."""
    hub = site.hub

    async def boards(request: Request) -> Response:
        texts = [one.text(CARD) for one in hub.boards()]
        return Response(f'{{"boards":[{",".join(texts)}]}}', media_type="application/json")

    async def board(request: Request) -> Response:
        found = hub.board(request.path_params["board"])
        if found is None:
            raise HTTPException(404, "No board of that name was seen here.")
        return Response(found.text(FULL), media_type="application/json")

    async def notices(request: Request) -> Response:
        return JSONResponse({"notices": hub.notices})

    async def panel(request: Request) -> Response:
        try:
            return Response(_panel_text(request.path_params["name"]), media_type="application/json")
        except ValueError:
            raise HTTPException(404, "There is no board of that name: name one like hex5 or square9.") from None

    async def socket(socket: WebSocket) -> None:
        await _Page(hub, socket).serve()

    overview = page("live")

    def playing() -> str:
        """Return the address of the simulated board that this program plays on, empty if there is none."""
        played = next((one.board for one in hub.boards() if one.hands is not None), "")
        return f"/boards/{quote(played, safe='')}" if played else ""

    async def home(request: Request) -> Response:
        """Lead to the simulated board, where there is one; else show the live boards."""
        board = playing()
        return RedirectResponse(board, 303) if board else await overview(request)

    async def play(request: Request) -> Response:
        """Lead to where a person plays: the simulated board, or the games that need none."""
        learn = request.query_params.get("learn", "")
        board = playing()
        return RedirectResponse(
            f"{board}?learn={quote(learn)}" if board and learn else board or far_page() or "/live", 303
        )

    return [
        Route("/", home),
        Route("/play", play),
        Route("/live", overview),
        Route("/boards/{board}", pictured_page("board", "/api/boards/{board}/picture.png")),
        Route("/api/boards", boards),
        Route("/api/boards/{board}", board),
        Route("/api/notices", notices),
        Route("/api/panels/{name}", panel, middleware=COMPRESSED),
        WebSocketRoute("/ws/live", socket),
    ]


@lru_cache(maxsize=64)
def _panel_text(name: str) -> str:
    return json.dumps(panel_message(name))


class _Page:
    """The WebSocket of one page that watches boards, and plays on a simulated one if its visitor may act."""

    def __init__(self, hub: LiveHub, socket: WebSocket) -> None:
        self._hub, self._socket = hub, socket
        self._may_act = socket.state.right == ACT
        self._watcher = Watcher(hub)
        self._hands: TwinHands | None = None
        self._held: set[str] = set()
        """The buttons that the page holds down."""

    async def serve(self) -> None:
        """Serve the page until it leaves."""
        await self._socket.accept()
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._send)
                await self._listen()
                tasks.cancel_scope.cancel()
        finally:
            self._hub.leave(self._watcher)
            self._let_go()

    async def _send(self) -> None:
        """Send what is new, at the pace the page takes it."""
        loop, due = asyncio.get_running_loop(), 0.0
        while True:
            await self._watcher.wait()
            if (pause := due - loop.time()) > 0:
                await asyncio.sleep(pause)
            try:
                await self._socket.send_text(self._watcher.take())
            except (WebSocketDisconnect, RuntimeError):
                # The page has gone; _listen notices it and ends both.
                return
            if LIST in self._watcher.followed:
                pause = max(LIST_PAUSE_SECONDS, len(self._hub.watchers(LIST)) / LISTS_A_SECOND)
            else:
                pause = MIN_PAUSE_SECONDS
            due = loop.time() + pause

    async def _listen(self) -> None:
        """Follow the boards the page names and make its gestures; a page that sends anything else is closed."""
        watching = TokenBucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        gestures = TokenBucket(GESTURES_A_SECOND, GESTURES_AT_ONCE)
        while self._socket.application_state is not WebSocketState.DISCONNECTED:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text")
            request = read_watch_request(text)
            if request is not None:
                if not watching.allows():
                    await self._socket.close(1008, "Too many messages at once.")
                    return
                self._watch(request)
            elif self._hands is None:
                await self._socket.close(1008, 'Send {"full": [ids], "cards": [ids], "games": [ids], "list": true}.')
                return
            elif not gestures.allows():
                self._refuse("Too many gestures at once: that one was dropped.")
            elif text is None:
                self._refuse("That message is not text: send JSON.")
            else:
                await self._make(self._hands, text)

    def _watch(self, request: "WatchRequest") -> None:
        """Follow what the page names, and play on the first simulated board of those in full."""
        self._let_go()
        named = [self._hub.board(one) for one in request.full]
        boards = [one for one in named if one is not None and one.hands is not None]
        self._hands = boards[0].hands if boards and self._may_act else None
        if self._hands is not None and not self._hub.has_room(boards[0].board, self._watcher):
            self._hands = None
            self._refuse(f"{MAX_HANDS} pages play on this board already, so this one only watches.")
        hands = boards[0].board if self._hands is not None else ""
        # A page of another program must not take what follows for its own.
        known = None not in named and all(self._hub.text("", game) for game in request.games)
        self._watcher.greet(json.dumps({"event": "watching", "program": self._hub.program, "known": known}))
        self._hub.watch(self._watcher, request.full, request.cards, request.list, hands, request.games)

    async def _make(self, hands: TwinHands, text: str) -> None:
        """Check a gesture and make it, or answer it with one sentence."""
        actions = offered(hands.board.message(PROMPT))
        try:
            message = read_message(text, hands.cells, actions, hands.levels)
        except FieldError as error:
            # Between two steps of a lesson a tap is only late.
            if error.member != "action" or hands.board.table_report.lesson is None:
                self._refuse(sentence(error))
            return
        # On threads: a board that is slow to take it holds up neither the pages nor their files.
        await asyncio.to_thread(_carry_out, hands, message, self._held)

    def _let_go(self) -> None:
        """Release the buttons that the page holds down: it vanishes, or turns to another board."""
        held, self._held = self._held, set()
        for button in held:
            assert self._hands is not None
            release = {"do": "release", "button": button}
            asyncio.get_running_loop().run_in_executor(None, self._hands.gesture, release)

    def _refuse(self, sentence: str) -> None:
        message = {"event": "error", "message": sentence}
        self._watcher.send(json.dumps(message, ensure_ascii=False))


def _carry_out(hands: TwinHands, message: dict[str, str], held: set[str]) -> None:
    """Do what a page's checked message asks for; ``held`` are the buttons that the page holds down."""
    match message["do"]:
        case "play":
            hands.play(message["action"])
        case "level":
            hands.choose_level(int(message["level"]))
        case "opponent":
            hands.choose_opponent(message["opponent"])
        case "by itself":
            hands.carry_out(message["switch"] == "on")
        case "put back":
            hands.put_back()
        case "tidy":
            hands.tidy(message["switch"] == "on")
        case "undo":
            hands.undo()
        case "resign":
            hands.resign()
        case "draw":
            hands.agree_to_draw()
        case "rematch":
            hands.rematch()
        case "lesson":
            hands.learn(message["rules"], int(message["step"]))
        case "leave":
            hands.leave_lesson()
        case verb:
            if verb == "press":
                held.add(message["button"])
            elif verb == "release":
                held.discard(message["button"])
            hands.gesture(message)


@with_config(ConfigDict(extra="forbid"))
@dataclass
class WatchRequest:
    """What a page wants to watch: boards in full, boards as cards, network games, and whether the list of boards."""

    full: Ids = field(default_factory=list)
    cards: Ids = field(default_factory=list)
    games: Ids = field(default_factory=list)
    list: Annotated[bool, Strict()] = False


def read_watch_request(text: str | None) -> WatchRequest | None:
    """Return what a page wants to watch, ``None`` for anything else."""
    if text is None or len(text) > MAX_CHARACTERS:
        return None
    try:
        request = checked_json(WatchRequest, text)
    except FieldError:
        return None
    return request if len(request.full + request.cards + request.games) <= MAX_WATCHED else None
