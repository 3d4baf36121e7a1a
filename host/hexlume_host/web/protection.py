"""What stands before every route: host names, tokens, origins, bounds on sizes and rates, and strict headers."""

import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..errors import HostError, RecordError, StoreUnavailableError
from .guard import Guard, same_origin
from .rates import Limits, Rates

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    # Files are asked for again (and answered 304), so that a page never mixes two releases.
    "cache-control": "no-cache",
}

SIGN_IN = "/sign-in"
SIGN_IN_API = "/api/sign-in"

_OPEN = (SIGN_IN, SIGN_IN_API, "/api/rights", "/manifest.webmanifest", "/service-worker.js")
"""What everybody may ask for: it shows nothing of boards and games."""
_OPEN_FOLDERS = ("/static/",)
_CHANGES_NOTHING = ("/api/analysis/",)
"""What is posted here is only looked at: whoever may watch may."""
_SAFE = ("GET", "HEAD")
_ACTING = ("POST", "PUT", "PATCH", "DELETE")

_log = logging.getLogger(__name__)


def protected(
    routes: Sequence[BaseRoute], guard: Guard, limits: Limits | None = None, nowhere: Path | None = None
) -> Starlette:
    """Return the application of some routes behind a guard.

    Errors of the host and refusals come back as ``{"error": sentence}`` under ``/api``, elsewhere as plain text. With
    ``nowhere`` this page is the answer to an address of pages under which there is nothing.
    """
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(_SecurityHeaders),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(guard.hosts), www_redirect=False),
            Middleware(_Gate, guard=guard, limits=limits or Limits()),
        ],
        exception_handlers={HTTPException: _refusing(nowhere), HostError: _failed},
    )


def client_of(connection: HTTPConnection) -> str:
    """Return the address that counts as one client."""
    return connection.client.host if connection.client else ""


def answer(scope: Scope, sentence: str, status: int) -> Response:
    """Return a refusal in the form in which this path answers."""
    if str(scope.get("path", "")).startswith("/api"):
        return JSONResponse({"error": sentence}, status)
    return PlainTextResponse(sentence, status)


class _SecurityHeaders:
    """Sets the same strict headers on every answer, and lets no traceback out."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    # A route may say more precisely how long its answer keeps.
                    if name != "cache-control" or name not in headers:
                        headers[name] = value
            await send(message)

        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            await self._app(scope, receive, send_with_headers)
        except Exception:
            _log.exception("A request failed: %s", scope.get("path"))
            if not begun:
                sentence = "The server failed at that: please report it, with what its log says."
                await answer(scope, sentence, 500)(scope, receive, send_with_headers)


class _Gate:
    """Lets through what the guard and the limits allow."""

    def __init__(self, app: ASGIApp, guard: Guard, limits: Limits) -> None:
        self._app, self._guard, self._limits = app, guard, limits
        self._requests = Rates(limits.requests_a_second, limits.requests_at_once)
        self._sign_ins = Rates(limits.sign_ins_a_second, limits.sign_ins_at_once)
        self._sockets: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        client = client_of(connection)
        refused = self._refusal(connection, client)
        if scope["type"] == "websocket":
            if refused is not None or not self._has_room(client):
                # Closed before it was accepted: the client sees 403.
                await send({"type": "websocket.close", "code": 1008, "reason": ""})
                return
            await self._carry(client, scope, receive, send)
        elif refused is not None:
            await refused(scope, receive, send)
        else:
            await self._pass(scope, receive, send)

    def _refusal(self, connection: HTTPConnection, client: str) -> Response | None:
        """Return the answer to a request that may not pass."""
        scope = connection.scope
        path = str(scope["path"])
        if sum(len(name) + len(value) for name, value in scope["headers"]) > self._limits.header_bytes:
            return answer(scope, "The request's headers are too large.", 431)
        rates = self._sign_ins if path == SIGN_IN_API else self._requests
        if not rates.allows(client):
            return answer(scope, "That is too much at once: wait a moment and try again.", 429)
        method = scope.get("method", "")
        acts = method in _ACTING
        if scope["type"] == "http" and not acts and method not in _SAFE:
            return answer(scope, "That method is not served here.", 405)
        if (acts or scope["type"] == "websocket") and not same_origin(connection):
            return answer(scope, "This page was not loaded from this server.", 403)
        if path in _OPEN or path.startswith(_OPEN_FOLDERS):
            return None
        right = self._guard.right(connection)
        if right == "none":
            if scope["type"] == "http" and not path.startswith("/api") and not acts:
                return RedirectResponse(f"{SIGN_IN}?next={quote(path)}", 303)
            return answer(scope, "Sign in to watch: the person who runs this server has the token.", 401)
        if acts and right != "act" and not path.startswith(_CHANGES_NOTHING):
            return answer(scope, "Sign in to do that: the person who runs this server has the token.", 401)
        return None

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, whose body may have so many bytes and no more."""
        most = self._limits.body_bytes
        told = HTTPConnection(scope).headers.get("content-length", "0")
        if not told.isdecimal() or int(told) > most:
            await answer(scope, f"That is too large: at most {most:,} bytes are read.", 413)(scope, receive, send)
            return
        read = 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > most:
                raise HTTPException(413, f"That is too large: at most {most:,} bytes are read.")
            return message

        await self._app(scope, counted, send)

    def _has_room(self, client: str) -> bool:
        limits = self._limits
        return sum(self._sockets.values()) < limits.sockets and self._sockets.get(client, 0) < limits.sockets_a_client

    async def _carry(self, client: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a WebSocket on and count it while it stands."""
        self._sockets[client] = self._sockets.get(client, 0) + 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._sockets[client] -= 1
            if not self._sockets[client]:
                del self._sockets[client]


def _refusing(nowhere: Path | None) -> Callable[[Request, Exception], Awaitable[Response]]:
    page = nowhere.read_bytes() if nowhere is not None else None

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        path = request.url.path
        if page is not None and error.status_code == 404 and not path.startswith(("/api", *_OPEN_FOLDERS)):
            return HTMLResponse(page, 404)
        sentence = error.detail if error.detail.endswith(".") else _WORDS.get(error.status_code, error.detail)
        found = answer(request.scope, sentence, error.status_code)
        found.headers.update(error.headers or {})
        return found

    return refused


_WORDS = {
    404: "There is nothing under this address.",
    405: "That method is not served here.",
}


async def _failed(request: Request, error: Exception) -> Response:
    status = 404 if isinstance(error, RecordError) else 503 if isinstance(error, StoreUnavailableError) else 400
    return answer(request.scope, str(error), status)


async def read_object(request: Request) -> dict[str, object]:
    """Return the JSON object that a request brings; raises ``HTTPException`` for anything else."""
    try:
        value = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise HTTPException(400, "That is not JSON: send one object.") from None
    if not isinstance(value, dict):
        raise HTTPException(400, "That is not an object: send one JSON object.")
    return value
