"""Middleware for every route: host names, tokens, origins, limits on sizes and rates, and security headers."""

import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from urllib.parse import quote

import anyio
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hexlume_record.errors import HexlumeError, RecordError, sentence
from hexlume_record.validation import FieldError

from ...errors import StoreUnavailableError
from .auth import ACT, NONE, AccessPolicy, Credentials, client_of, same_origin
from .rate_limit import Limits, rate_limiter
from .shares import Shares
from .work_queue import BusyError, QueueLimits, WorkQueue

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    # Pages and data are asked for again, and answered 304 if nothing changed.
    "cache-control": "no-cache",
}

_OWN_CHOICE = ("cache-control", "cross-origin-resource-policy")

SIGN_IN = "/sign-in"
SIGN_IN_API = "/api/sign-in"

RIGHTS = "/api/rights"

_PUBLIC_PATHS = (SIGN_IN, SIGN_IN_API)
"""Open to everybody: they show nothing of boards and games."""
_PUBLIC_FOLDERS = ("/static/",)
_READ_ONLY_FOLDERS = ("/api/analysis/",)
"""Posts here change nothing: who may watch may send them."""
_SAFE = ("GET", "HEAD")
"""Whoever may watch may send these; all others act."""

ACTIONS = QueueLimits(threads=4, running_a_client=2)
"""Actions that wait for another program, such as a game's other side."""

_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^][:/?#@]+)(?::[0-9]*)?", re.IGNORECASE)
"""The header ``Host``: a name or an address, and a port."""

_log = logging.getLogger(__name__)


def build_app(
    routes: Sequence[BaseRoute],
    policy: AccessPolicy,
    limits: Limits | None = None,
    not_found: bytes | None = None,
) -> Starlette:
    """Return an application whose routes are protected by an access policy and limits.

    Errors of the host and refusals come back as ``{"error": sentence}`` under ``/api``, elsewhere as plain text. With
    ``not_found`` this page is the answer to an address of pages under which there is nothing.
    """
    limits = limits or Limits()
    credentials = Credentials(policy, limits)
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(_AccessMiddleware, hosts=policy.hosts, credentials=credentials, limits=limits),
        ],
        exception_handlers=dict.fromkeys((HTTPException, HexlumeError, FieldError), _refused(not_found)),
    )
    app.state.credentials = credentials
    app.state.work, app.state.actions = WorkQueue(), WorkQueue(ACTIONS)
    return app


def error_response(scope: Scope, sentence: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """Return an error in the form of the path: JSON below ``/api``, elsewhere plain text."""
    if str(scope.get("path", "")).startswith("/api"):
        return JSONResponse({"error": sentence}, status, headers)
    return PlainTextResponse(sentence, status, headers)


class _StrictAnswer:
    """Sends an answer with the same strict headers as every other; ``started`` is whether it has begun."""

    def __init__(self, send: Send) -> None:
        self._send, self.started = send, False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                # A route may say more precisely how long its answer keeps, and which sites may show it.
                if name not in _OWN_CHOICE or name not in headers:
                    headers[name] = value
        await self._send(message)


class _AccessMiddleware:
    """Passes on what names, credentials and limits allow; stores in the request's state what its client may do.

    Every answer has the same strict headers, and none shows a traceback.
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str], credentials: Credentials, limits: Limits) -> None:
        self._app, self._credentials, self._limits = app, credentials, limits
        self._hosts = {host.lower() for host in hosts}
        self._requests = rate_limiter(limits.requests_a_second, limits.requests_at_once)
        self._bodies = Shares(limits.bodies, limits.bodies_a_client)
        self._sockets = Shares(limits.sockets, limits.sockets_a_client)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        try:
            self._check_host(connection)
            self._check_room(connection)
            self._check_right(connection)
            refusal = None
        except HTTPException as error:
            refusal = error
        if scope["type"] == "websocket":
            if refusal is None:
                await self._serve_socket(connection, receive, send)
            else:
                # Closed before it was accepted: the client sees 403.
                await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        answer = _StrictAnswer(send)
        try:
            if refusal is None:
                refusal = await self._serve_request(connection, receive, answer)
        except ClientDisconnect:
            # It left, or was closed for being slow, before its request was complete.
            return
        except Exception:
            # Never shown: it names files and lines.
            _log.exception("A request failed: %r", scope["path"])
            refusal = HTTPException(500, "The server failed at that: please report it, with what its log says.")
        if refusal is not None and not answer.started:
            found = error_response(scope, refusal.detail, refusal.status_code, refusal.headers)
            await found(scope, receive, answer)

    def _check_host(self, connection: HTTPConnection) -> None:
        """Raise ``HTTPException`` for a request under a name that is not the site's."""
        host = _HOST.fullmatch(connection.headers.get("host", ""))
        if host is None or host[1].lower() not in self._hosts:
            raise HTTPException(
                400,
                "This site does not answer under that name: take an address that hexlume printed, or start it with "
                "hexlume serve --name NAME.",
            )

    def _check_room(self, connection: HTTPConnection) -> None:
        """Raise ``HTTPException`` for a request that is too large, or one too many."""
        limits, client = self._limits, client_of(connection)
        if sum(len(name) + len(value) for name, value in connection.scope["headers"]) > limits.header_bytes:
            raise HTTPException(431, "The request's headers are too large.")
        has_room = not _acts(connection) or self._bodies.has_room(client)
        if not (self._requests(client).allows() and has_room):
            raise HTTPException(429, "That is too much at once: wait a moment and try again.", {"retry-after": "1"})
        if "content-length" in connection.headers and "transfer-encoding" in connection.headers:
            # A proxy may see the end of such a request elsewhere (request smuggling).
            raise HTTPException(400, "The request has two lengths.", {"connection": "close"})
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > limits.body_bytes:
            raise _too_large(limits.body_bytes)

    def _check_right(self, connection: HTTPConnection) -> None:
        """Store what a client may do; raise ``HTTPException`` if that does not include its request."""
        scope = connection.scope
        path, is_socket = str(scope["path"]), scope["type"] == "websocket"
        acts = _acts(connection)
        if (acts or is_socket) and not same_origin(connection):
            raise HTTPException(403, "This page was not loaded from this server.")
        if path in _PUBLIC_PATHS or path.startswith(_PUBLIC_FOLDERS):
            return
        right = scope.setdefault("state", {})["right"] = self._credentials.right(connection)
        if path == RIGHTS:
            return
        if right == NONE:
            if not (acts or is_socket or path.startswith("/api")):
                raise HTTPException(303, headers={"location": f"{SIGN_IN}?next={quote(path)}"})
            raise HTTPException(401, "Sign in to watch: the person who runs this server has the token.")
        changes = acts and not path.startswith(_READ_ONLY_FOLDERS)
        if right != ACT and changes:
            raise HTTPException(401, "Sign in to do that: the person who runs this server has the token.")

    async def _serve_request(self, connection: HTTPConnection, receive: Receive, send: Send) -> HTTPException | None:
        """Pass a request on; limit its body, and how many that have one are open at the same time.

        Return an error if other clients needed its room.
        """
        limits, client = self._limits, client_of(connection)
        read = 0

        async def receive_counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > limits.body_bytes:
                raise _too_large(limits.body_bytes)
            return message

        with anyio.CancelScope() as scope:
            if _acts(connection):
                self._bodies.take(client, scope.cancel)
            try:
                await self._app(connection.scope, receive_counted, send)
            finally:
                self._bodies.release(client, scope.cancel)
        return BusyError(1) if scope.cancelled_caught else None

    async def _serve_socket(self, connection: HTTPConnection, receive: Receive, send: Send) -> None:
        """Pass a WebSocket on until it ends, whoever opened it signs out, or other clients need its place."""
        client, reason = client_of(connection), "Too many pages are open."

        def sign_out() -> None:
            nonlocal reason
            reason = "Signed out."
            scope.cancel()

        with anyio.CancelScope() as scope, self._credentials.until_signed_out(connection, sign_out):
            try:
                if self._sockets.take(client, scope.cancel):
                    await self._app(connection.scope, receive, send)
                    return
            finally:
                self._sockets.release(client, scope.cancel)
        await send({"type": "websocket.close", "code": 1008, "reason": reason})


def _acts(connection: HTTPConnection) -> bool:
    """Return whether a request may change something, and has a body."""
    return connection.scope["type"] != "websocket" and connection.scope["method"] not in _SAFE


def _too_large(most: int) -> HTTPException:
    return HTTPException(413, f"That is too large: at most {most:,} bytes are read.")


def _refused(not_found: bytes | None) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Return what answers a refusal or an error of the host."""

    async def answer(request: Request, error: Exception) -> Response:
        path = request.url.path
        if isinstance(error, HTTPException):
            is_page = not path.startswith(("/api", *_PUBLIC_FOLDERS))
            if error.status_code == 404 and not_found is not None and is_page:
                return HTMLResponse(not_found, 404)
            usual = error.detail == HTTPStatus(error.status_code).phrase
            words = _WORDS.get(error.status_code, error.detail) if usual else error.detail
            return error_response(request.scope, words, error.status_code, error.headers)
        if not isinstance(error, HexlumeError):
            return error_response(request.scope, sentence(error), 400)
        status = 404 if isinstance(error, RecordError) else 503 if isinstance(error, StoreUnavailableError) else 400
        if status != 404 and error.public != str(error):
            _log.warning("%s (%r)", error, path)
        return error_response(request.scope, error.public, status)

    return answer


_WORDS = {
    404: "There is nothing under this address.",
    405: "That method is not served here.",
}
