"""The area of live boards: the overview, one board's page, and the WebSocket that keeps both up to date."""

import asyncio
import json
from functools import lru_cache
from typing import Any

import anyio
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ...game.events import LONGEST_ID
from ...game.view import panel_message
from ..app_context import COMPRESSED, Site, page, refusal
from ..http.rate_limit import Bucket
from .board import CARD, FULL
from .hub import LiveHub, Watcher

MOST_WATCHED = 60
"""Boards that one page may watch at once."""
MESSAGE_CHARACTERS = MOST_WATCHED * (LONGEST_ID + 4) + 100
MESSAGES_A_SECOND = 5
MESSAGES_AT_ONCE = 60
LEAST_PAUSE_SECONDS = 0.03
"""Between two messages to one page."""
LIST_PAUSE_SECONDS = 0.1
"""The same for a page with many boards."""
LISTS_A_SECOND = 1500
"""Messages to pages with many boards are spread so that there are no more than these."""


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes of the area."""
    hub = site.hub

    async def boards(request: Request) -> Response:
        texts = [one.text(CARD) for one in hub.boards()] if hub is not None else []
        return Response(f'{{"boards":[{",".join(texts)}]}}', media_type="application/json")

    async def board(request: Request) -> Response:
        found = hub.board(request.path_params["board"]) if hub is not None else None
        if found is None:
            return refusal("No board of that name was seen here.", 404)
        return Response(found.text(FULL), media_type="application/json")

    async def notices(request: Request) -> Response:
        return JSONResponse({"notices": hub.notices if hub is not None else []})

    async def panel(request: Request) -> Response:
        try:
            return Response(_panel_text(request.path_params["name"]), media_type="application/json")
        except ValueError:
            raise HTTPException(404, "There is no board of that name: name one like hex5 or square9.") from None

    async def socket(socket: WebSocket) -> None:
        if hub is None:
            await socket.close(1008)
            return
        await _Page(hub, socket).serve()

    return [
        Route("/", page("live")),
        Route("/boards/{board}", page("board")),
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
    """The WebSocket of one page that watches boards."""

    def __init__(self, hub: LiveHub, socket: WebSocket) -> None:
        self._hub, self._socket = hub, socket
        self._watcher = Watcher(hub)

    async def serve(self) -> None:
        """Serve the page until it leaves."""
        await self._socket.accept()
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._tell)
                await self._listen()
                tasks.cancel_scope.cancel()
        finally:
            self._hub.leave(self._watcher)

    async def _tell(self) -> None:
        """Send what is new, at the pace the page takes it."""
        while True:
            await self._watcher.wait()
            try:
                await self._socket.send_text(self._watcher.take())
            except (WebSocketDisconnect, RuntimeError):
                # The page has gone; _listen hears of it and ends both.
                return
            if self._watcher.lists:
                await asyncio.sleep(max(LIST_PAUSE_SECONDS, self._hub.watching / LISTS_A_SECOND))
            else:
                await asyncio.sleep(LEAST_PAUSE_SECONDS)

    async def _listen(self) -> None:
        """Follow the boards the page names; a page that says anything else is told so and left."""
        rate = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        while self._socket.application_state is not WebSocketState.DISCONNECTED:
            received = await self._socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            if not rate.allows():
                await self._socket.close(1008, "Too many messages at once.")
                return
            wanted = read_wish(received.get("text"))
            if wanted is None:
                await self._socket.close(1008, 'Send {"full": [boards], "cards": [boards], "list": true}.')
                return
            self._hub.watch(self._watcher, *wanted)


def read_wish(text: str | None) -> tuple[list[str], list[str], bool] | None:
    """Return what a page wants to watch: boards in full, boards as cards, and whether it wants the list of them.

    ``None`` for anything but an object with lists of board ids ``full`` and ``cards`` and a truth value ``list``.
    """
    if text is None or len(text) > MESSAGE_CHARACTERS:
        return None
    try:
        wish: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(wish, dict) or not set(wish) <= {"full", "cards", "list"}:
        return None
    full, cards, lists = wish.get("full", []), wish.get("cards", []), wish.get("list", False)
    if (
        not isinstance(lists, bool)
        or not _are_ids(full)
        or not _are_ids(cards)
        or len(full) + len(cards) > MOST_WATCHED
    ):
        return None
    return full, cards, lists


def _are_ids(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) and 0 < len(one) <= LONGEST_ID for one in value)
