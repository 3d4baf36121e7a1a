"""The application of a simulated board's page: the page's files and the WebSocket between a page and a session."""

import asyncio
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import anyio
from starlette.applications import Starlette
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ...sockets import LOOPBACK_NAMES
from ..http.auth import Guard
from ..http.middleware import protected
from ..http.rate_limit import Bucket
from ..http.static_files import STATIC
from .feed import Feed
from .messages import MessageError, read_message
from .session import Session

FRAMES_A_SECOND = 30
PAGES = 64
"""Pages that may watch a session at once."""
GESTURES_A_SECOND = 40
GESTURES_AT_ONCE = 80
GESTURE_THREADS = 4

T = TypeVar("T")


def make_app(session: Session, allowed_hosts: Sequence[str] = LOOPBACK_NAMES) -> Starlette:
    """Return the application that shows a session on a page.

    ``allowed_hosts`` are the host names (without port) under which the page may be asked for (``Guard``).
    """
    channel = _Channel(session)
    return protected(
        [WebSocketRoute("/ws", channel.serve), Mount("/", StaticFiles(directory=STATIC, html=True))],
        Guard(tuple(allowed_hosts)),
    )


class _Channel:
    """The WebSocket of every page that watches one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._pages = 0
        # Each page waits for one gesture at a time, so that few wait here.
        self._threads = ThreadPoolExecutor(GESTURE_THREADS, "hexlume-gestures")

    async def serve(self, socket: WebSocket) -> None:
        """Serve one page until it leaves."""
        if self._pages >= PAGES:
            await socket.accept()
            await socket.close(1013, f"{PAGES} pages are open already: close one and try again.")
            return
        self._pages += 1
        feed = Feed(self._session, asyncio.get_running_loop())
        held: set[str] = set()
        try:
            await socket.accept()
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._tell, socket, feed)
                await self._listen(socket, feed, held)
                tasks.cancel_scope.cancel()
        finally:
            self._pages -= 1
            feed.close()
            # A page that vanishes with a finger on a button lets go of it.
            loop = asyncio.get_running_loop()
            for button in held:
                loop.run_in_executor(self._threads, self._session.gesture, {"do": "release", "button": button})

    async def _tell(self, socket: WebSocket, feed: Feed) -> None:
        """Send what changed, at the pace the page takes it and at most ``FRAMES_A_SECOND`` times a second."""
        while True:
            await feed.wait()
            for message in feed.take():
                try:
                    await socket.send_text(json.dumps(message, ensure_ascii=False))
                except (WebSocketDisconnect, RuntimeError):
                    # The page has gone; _listen hears of it and ends both.
                    return
            await asyncio.sleep(1 / FRAMES_A_SECOND)

    async def _listen(self, socket: WebSocket, feed: Feed, held: set[str]) -> None:
        """Check each message of the page and pass it on, or answer it with one sentence and drop it."""
        rate = Bucket(GESTURES_A_SECOND, GESTURES_AT_ONCE)
        while socket.application_state is not WebSocketState.DISCONNECTED:
            received = await socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            text = received.get("text")
            if not rate.allows():
                feed.refused("Too many gestures at once: that one was dropped.")
            elif text is None:
                feed.refused("That message is not text: send JSON.")
            else:
                try:
                    await self._pass_on(text, held)
                except MessageError as error:
                    feed.refused(str(error))

    async def _pass_on(self, text: str, held: set[str]) -> None:
        """Pass a page's message to the session; raises ``MessageError`` when it is refused."""
        game = self._session.state("game") or {}
        engine = self._session.state("engine") or {}
        message = read_message(text, self._session.panel, game.get("words", ()), engine.get("levels", 0))
        if message["do"] == "act":
            await self._on_a_thread(self._session.act, message["action"])
            return
        if message["do"] == "level":
            await self._on_a_thread(self._session.choose_level, int(message["level"]))
            return
        if message["do"] == "press":
            held.add(message["button"])
        elif message["do"] == "release":
            held.discard(message["button"])
        await self._on_a_thread(self._session.gesture, message)

    async def _on_a_thread(self, do: Callable[[T], None], what: T) -> None:
        """Call the session: a board that is slow to listen holds up neither the pages nor their files."""
        await asyncio.get_running_loop().run_in_executor(self._threads, do, what)
