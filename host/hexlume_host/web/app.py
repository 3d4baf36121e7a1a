"""The Starlette application: the page's files and the WebSocket between a page and a session."""

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import anyio
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from .feed import Feed
from .messages import MessageError, read_message
from .session import Session

STATIC = Path(__file__).parent / "static"

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")

FRAMES_A_SECOND = 30
PAGES = 64
"""Pages that may watch a session at once."""
GESTURES_A_SECOND = 40
GESTURES_AT_ONCE = 80

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    # Files are asked for again (and answered 304), so that a page never mixes two releases.
    "cache-control": "no-cache",
}


def make_app(session: Session, allowed_hosts: Sequence[str] = LOOPBACK_NAMES) -> Starlette:
    """Return the application that shows a session on a page.

    ``allowed_hosts`` are the host names (without port) under which the page may be asked for; others are refused,
    so that a strange site cannot reach the board by pointing its own name at this computer.
    """
    channel = _Channel(session)
    return Starlette(
        routes=[WebSocketRoute("/ws", channel.serve), Mount("/", StaticFiles(directory=STATIC, html=True))],
        middleware=[
            Middleware(_SecurityHeaders),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(allowed_hosts), www_redirect=False),
        ],
    )


class _SecurityHeaders:
    """Sets the same strict headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        await self._app(scope, receive, send_with_headers if scope["type"] == "http" else send)


class _RateLimit:
    """Lets a burst through, then a steady rate (a token bucket)."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._tokens = float(GESTURES_AT_ONCE)
        self._filled = now()

    def allows(self) -> bool:
        """Return whether one more message may pass now."""
        now = self._now()
        self._tokens = min(GESTURES_AT_ONCE, self._tokens + (now - self._filled) * GESTURES_A_SECOND)
        self._filled = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class _Channel:
    """The WebSocket of every page that watches one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._pages = 0

    async def serve(self, socket: WebSocket) -> None:
        """Serve one page until it leaves."""
        if not _same_origin(socket):
            await socket.close(1008, "This page was not loaded from this server.")
            return
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
                loop.run_in_executor(None, self._session.gesture, {"do": "release", "button": button})

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
        rate = _RateLimit()
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
        message = read_message(text, self._session.panel, game.get("words", ()))
        if message["do"] == "act":
            await anyio.to_thread.run_sync(self._session.act, message["action"])
            return
        if message["do"] == "press":
            held.add(message["button"])
        elif message["do"] == "release":
            held.discard(message["button"])
        # On a thread: a board that is slow to listen must not hold up the other pages.
        await anyio.to_thread.run_sync(self._session.gesture, message)


def _same_origin(socket: WebSocket) -> bool:
    """Return whether the page that opens a WebSocket was loaded from the very address it opens it to."""
    try:
        origin = urlsplit(socket.headers.get("origin", ""))
    except ValueError:
        return False
    return origin.scheme in ("http", "https") and origin.netloc.lower() == socket.headers.get("host", "").lower()
