"""Live boards' routes: the overview, one board's page, and the WebSocket by which pages watch and play."""

import asyncio
import json
from functools import lru_cache
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from hexlume_record.errors import sentence
from hexlume_record.game.view import panel_message
from hexlume_record.validation import FieldError

from ...plugins import far_page
from ..app_context import COMPRESSED, Site, page
from ..http.auth import ACT
from ..http.rate_limit import TokenBucket
from .board import FULL, PROMPT
from .hub import MAX_HANDS, NETWORK_GAME, LiveHub, Watcher
from .messages import read_message
from .prompt import offered
from .twin_hands import TwinHands
from .watch_request import WatchRequest, read_watch_request

MESSAGES_A_SECOND = 5
MESSAGES_AT_ONCE = 60
GESTURES_A_SECOND = 40
GESTURES_AT_ONCE = 80


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes."""
    hub = site.hub

    async def boards(request: Request) -> Response:
        texts = [one.text(FULL) for one in hub.boards()]
        return Response(f'{{"boards":[{",".join(texts)}]}}', media_type="application/json")

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
        return "" if hub.hands is None else f"/boards/{quote(hub.hands.board.device, safe='')}"

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
        Route("/boards/{device}", page("board")),
        Route("/api/boards", boards),
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
        self._watcher = Watcher(hub, socket.state.write)
        self._hands: TwinHands | None = None
        self._held: set[str] = set()
        """The buttons that the page holds down."""

    async def serve(self) -> None:
        """Serve the page until it leaves."""
        await self._socket.accept()
        try:
            await self._listen()
        except WebSocketDisconnect:
            # It left while it was to be answered.
            pass
        finally:
            self._hub.leave(self._watcher)
            self._let_go()

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
                await self._watch(request)
            elif self._hands is None:
                await self._socket.close(1008, 'Send {"full": [ids], "cards": [ids], "list": true}.')
                return
            elif not gestures.allows():
                self._refuse("Too many gestures at once: that one was dropped.")
            elif text is None:
                self._refuse("That message is not text: send JSON.")
            else:
                await self._make(self._hands, text)

    async def _watch(self, request: WatchRequest) -> None:
        """Follow what the page names, and play on the first simulated board of those in full."""
        self._let_go()
        self._hands = next(filter(None, map(self._hub.hands_at, request.full)), None) if self._may_act else None
        if self._hands is not None and not self._hub.has_room(self._hands.board.device, self._watcher):
            self._hands = None
            self._refuse(f"{MAX_HANDS} pages play on this board already, so this one only watches.")
        topics = request.topics("" if self._hands is None else self._hands.board.device)
        # A page of another program must not take what follows for its own.
        known = all(self._hub.text(topic) for topic in topics if topic[0] in (FULL, NETWORK_GAME))
        await self._socket.send_json([{"event": "watching", "program": self._hub.program, "known": known}])
        self._hub.watch(self._watcher, topics)

    async def _make(self, hands: TwinHands, text: str) -> None:
        """Check a gesture and make it, or answer it with one sentence."""
        actions = offered(hands.board.message(PROMPT))
        try:
            message = read_message(text, hands.cells, actions, len(hands.level_names))
        except FieldError as error:
            # Between two steps of a lesson a tap is only late.
            if error.member != "action" or hands.board.table_report.lesson is None:
                self._refuse(sentence(error))
            return
        # On threads: a board that is slow to take it holds up neither the pages nor their files.
        await asyncio.to_thread(hands.make, message, self._held)

    def _let_go(self) -> None:
        """Release the buttons that the page holds down: it vanishes, or turns to another board."""
        held, self._held = self._held, set()
        for button in held:
            assert self._hands is not None
            release = {"do": "release", "button": button}
            asyncio.get_running_loop().run_in_executor(None, self._hands.gesture, release)

    def _refuse(self, sentence: str) -> None:
        self._hub.send(self._watcher, json.dumps({"event": "error", "message": sentence}, ensure_ascii=False))
