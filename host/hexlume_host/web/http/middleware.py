"""Middleware for every route: host names, tokens, origins, limits on sizes and rates, and security headers."""

import contextlib
import logging
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
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
from ...store.repository import Store
from .auth import ACT, NONE, AccessPolicy, Credentials, client_of, same_origin
from .rate_limit import Limits, RateLimiter, release
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

_EMBEDDED_HEADERS = {
    **_HEADERS,
    "content-security-policy": CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
}

SIGN_IN = "/sign-in"
SIGN_IN_API = "/api/sign-in"

RIGHTS = "/api/rights"

_PUBLIC_PATHS = (SIGN_IN, SIGN_IN_API)
"""Open to everybody: they show nothing of boards and games."""
_PUBLIC_FOLDERS = ("/static/",)
_ACTING_ONLY = ("/api/notices",)
"""They name ports and files of this computer."""
_READ_ONLY_FOLDERS = ("/api/analysis/",)
"""Posts here change nothing: who may watch may send them."""
_EMBEDDED_FOLDERS = ("/embed/",)
"""Other sites may show these in a frame: no cookie counts here, and there is nothing to click but a link."""
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
    store: Store | None = None,
) -> Starlette:
    """Return an application whose routes are protected by an access policy and limits.

    Errors of the host and refusals come back as ``{"error": sentence}`` under ``/api``, elsewhere as plain text. With
    ``not_found`` this page is the answer to an address of pages under which there is nothing. The ``store`` remembers
    who is signed in.
    """
    limits = limits or Limits()
    credentials = Credentials(policy, limits, store)
    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(_SecurityHeaders),
            Middleware(_AccessMiddleware, hosts=policy.hosts, credentials=credentials, limits=limits),
        ],
        exception_handlers={
            HTTPException: _http_error(not_found),
            HexlumeError: _host_error,
            FieldError: _malformed,
        },
    )
    app.state.credentials = credentials
    app.state.work, app.state.actions = WorkQueue("work"), WorkQueue("actions", ACTIONS)
    return app


def error_response(scope: Scope, sentence: str, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """Return an error in the form of the path: JSON below ``/api``, elsewhere plain text."""
    if str(scope.get("path", "")).startswith("/api"):
        return JSONResponse({"error": sentence}, status, headers)
    return PlainTextResponse(sentence, status, headers)


class _SecurityHeaders:
    """Sets the same strict headers on every answer, and never shows a traceback."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False
        fixed = _EMBEDDED_HEADERS if str(scope["path"]).startswith(_EMBEDDED_FOLDERS) else _HEADERS

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in fixed.items():
                    # A route may say more precisely how long its answer keeps.
                    if name != "cache-control" or name not in headers:
                        headers[name] = value
            await send(message)

        try:
            await self._app(scope, receive, send_with_headers)
        except ClientDisconnect:
            # It left, or was closed for being slow, before its request was complete.
            return
        except Exception:
            _log.exception("A request failed: %r", scope.get("path"))
            if not started:
                sentence = "The server failed at that: please report it, with what its log says."
                await error_response(scope, sentence, 500)(scope, receive, send_with_headers)


class _AccessMiddleware:
    """Passes on what names, credentials and limits allow; stores in the request's state what its client may do."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str], credentials: Credentials, limits: Limits) -> None:
        self._app, self._credentials, self._limits = app, credentials, limits
        self._hosts = {host.lower() for host in hosts}
        self._requests = RateLimiter(limits.requests_a_second, limits.requests_at_once)
        self._open: Counter[str] = Counter()
        self._bodies = Shares(limits.bodies_bytes, limits.bodies_bytes_a_client)
        self._sockets = Shares(limits.sockets, limits.sockets_a_client)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        client = client_of(connection)
        is_socket = scope["type"] == "websocket"
        try:
            self._check_host(connection)
            self._check_room(connection, client)
            self._check_right(connection)
        except HTTPException as error:
            if is_socket:
                # Closed before it was accepted: the client sees 403.
                await send({"type": "websocket.close", "code": 1008, "reason": ""})
            else:
                await error_response(scope, error.detail, error.status_code, error.headers)(scope, receive, send)
            return
        if is_socket:
            await self._serve_socket(connection, receive, send)
        else:
            with _counted(self._open, client):
                await self._serve_request(connection, receive, send)

    def _check_host(self, connection: HTTPConnection) -> None:
        """Raise ``HTTPException`` for a request under a name that is not the site's."""
        host = _HOST.fullmatch(connection.headers.get("host", ""))
        if host is None or host[1].lower() not in self._hosts:
            raise HTTPException(
                400,
                "This site does not answer under that name: take an address that hexlume printed, or start it with "
                "hexlume serve --name NAME.",
            )

    def _check_room(self, connection: HTTPConnection, client: str) -> None:
        """Raise ``HTTPException`` for a request that is too large, or one too many."""
        limits = self._limits
        if sum(len(name) + len(value) for name, value in connection.scope["headers"]) > limits.header_bytes:
            raise HTTPException(431, "The request's headers are too large.")
        has_room = connection.scope["type"] == "websocket" or self._open[client] < limits.open_requests_a_client
        if not (self._requests.bucket(client).allows() and has_room):
            raise HTTPException(429, "That is too much at once: wait a moment and try again.", {"retry-after": "1"})
        length = connection.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > limits.body_bytes:
            raise _too_large(limits.body_bytes)

    def _check_right(self, connection: HTTPConnection) -> None:
        """Store what a client may do; raise ``HTTPException`` if that does not include its request."""
        scope = connection.scope
        path, is_socket = str(scope["path"]), scope["type"] == "websocket"
        acts = not is_socket and scope["method"] not in _SAFE
        if (acts or is_socket) and not same_origin(connection):
            raise HTTPException(403, "This page was not loaded from this server.")
        if path in _PUBLIC_PATHS or path.startswith(_PUBLIC_FOLDERS):
            return
        if path.startswith(_EMBEDDED_FOLDERS):
            if self._credentials.watching_needs_token:
                raise HTTPException(403, "Boards and games of this site are not embedded: watching them needs a token.")
            return
        right = scope.setdefault("state", {})["right"] = self._credentials.right(connection)
        if path == RIGHTS:
            return
        if right == NONE:
            if not (acts or is_socket or path.startswith("/api")):
                raise HTTPException(303, headers={"location": f"{SIGN_IN}?next={quote(path)}"})
            raise HTTPException(401, "Sign in to watch: the person who runs this server has the token.")
        changes = acts and not path.startswith(_READ_ONLY_FOLDERS)
        if right != ACT and (changes or path in _ACTING_ONLY):
            raise HTTPException(401, "Sign in to do that: the person who runs this server has the token.")

    async def _serve_request(self, connection: HTTPConnection, receive: Receive, send: Send) -> None:
        """Pass a request on; limit its body, and the bodies that are read at the same time."""
        limits, client = self._limits, client_of(connection)
        read, started = 0, False

        async def receive_counted() -> Message:
            nonlocal read
            message = await receive()
            more = len(message.get("body", b""))
            read += more
            if read > limits.body_bytes:
                raise _too_large(limits.body_bytes)
            if more and not self._bodies.take(client, scope.cancel, more):
                raise BusyError(1)
            return message

        async def send_noted(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        with anyio.CancelScope() as scope:
            try:
                await self._app(connection.scope, receive_counted, send_noted)
            finally:
                self._bodies.release(client, scope.cancel)
        if scope.cancelled_caught and not started:
            busy = BusyError(1)
            await error_response(connection.scope, busy.detail, busy.status_code, busy.headers)(
                connection.scope, receive, send
            )

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


@contextlib.contextmanager
def _counted(counts: Counter[str], client: str) -> Iterator[None]:
    """Count one more of a client's while the context lasts."""
    counts[client] += 1
    try:
        yield
    finally:
        release(counts, client)


def _too_large(most: int) -> HTTPException:
    return HTTPException(413, f"That is too large: at most {most:,} bytes are read.")


def _http_error(not_found: bytes | None) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        path = request.url.path
        if (
            not_found is not None
            and error.status_code == 404
            and not path.startswith(("/api", *_PUBLIC_FOLDERS, *_EMBEDDED_FOLDERS))
        ):
            return HTMLResponse(not_found, 404)
        usual = error.detail == HTTPStatus(error.status_code).phrase
        sentence = _WORDS.get(error.status_code, error.detail) if usual else error.detail
        found = error_response(request.scope, sentence, error.status_code)
        found.headers.update(error.headers or {})
        return found

    return refused


_WORDS = {
    404: "There is nothing under this address.",
    405: "That method is not served here.",
}


async def _host_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HexlumeError)
    status = 404 if isinstance(error, RecordError) else 503 if isinstance(error, StoreUnavailableError) else 400
    if status != 404 and error.public != str(error):
        _log.warning("%s (%r)", error, request.url.path)
    return error_response(request.scope, error.public, status)


async def _malformed(request: Request, error: Exception) -> Response:
    return error_response(request.scope, sentence(error), 400)
