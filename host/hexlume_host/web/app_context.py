"""What every area of the site shares: the ``Site`` its pages show, and how a page and an error are answered."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ..netplay.sessions import Sessions
from ..store.repository import Store
from ..validation import T, checked, checked_json
from .http.auth import Guard, client_of
from .http.static_files import FileInMemory
from .http.work_queue import WorkQueue
from .live.hub import LiveHub
from .renderer import render


@dataclass(frozen=True)
class Site:
    """What the site shows and who may act on it; ``hub`` is ``None`` where no boards are followed.

    ``netplay`` plays games with other hosts; whoever made the site closes it. ``sessions`` is the file in which it is
    kept who is signed in; without one that lasts until the server ends.
    """

    store: Store
    guard: Guard
    hub: LiveHub | None = None
    netplay: Sessions | None = None
    sessions: Path | None = None


Endpoint = Callable[[Request], Awaitable[Response]]

COMPRESSED = [Middleware(GZipMiddleware, compresslevel=5)]
"""For routes with large answers that hold no secret: the length of a compressed one can give it away (BREACH)."""


def page(name: str) -> Endpoint:
    """Return the endpoint that answers with the page of templates/NAME.html."""
    return FileInMemory(render(f"{name}.html"), "text/html").answer


def queued(answer: Callable[[Request], Response]) -> Endpoint:
    """Return the endpoint that answers on the work queue's threads: for all that computes or asks the store."""

    async def endpoint(request: Request) -> Response:
        return await _work(request).run(client_of(request), lambda: answer(request))

    return endpoint


def posted(answer: Callable[[Request, T], Response], kind: type[T], *, acts: bool = False) -> Endpoint:
    """Return the endpoint that answers a posted JSON object of a kind on the work queue's threads.

    With ``acts`` it waits among the actions, which may wait for another program.
    """

    async def endpoint(request: Request) -> Response:
        queue, client = _work(request, acts), client_of(request)
        queue.check_room(client)
        body = await request.body()
        return await queue.run(client, lambda: answer(request, checked_json(kind, body)))

    return endpoint


def asked(request: Request, kind: type[T]) -> T:
    """Return what a request's query asks for; raises ``FieldError``. A member without a value counts as missing."""
    return checked(kind, {name: value for name, value in request.query_params.items() if value})


def refusal(sentence: str, status: int = 400) -> JSONResponse:
    """Return an answer of ``/api`` that says in one sentence why it was not done."""
    return JSONResponse({"error": sentence}, status)


def _work(request: Request, acts: bool = False) -> WorkQueue:
    queue = request.app.state.actions if acts else request.app.state.work
    assert isinstance(queue, WorkQueue)
    return queue
