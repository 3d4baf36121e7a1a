"""App context: the ``Site`` that all routes show, and the endpoints that they share."""

from collections.abc import Awaitable, Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import get_args, get_type_hints

from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response

from hexlume_record.validation import Check, FieldError, T, checked, checked_json

from ..store.repository import Store
from .http.auth import AccessPolicy, client_of
from .http.static_files import FileInMemory
from .http.work_queue import WorkQueue
from .live.hub import LiveHub
from .pages.replay_cache import ReplayCache
from .play.simulated_table import SimulatedTable
from .renderer import render


@dataclass(frozen=True)
class Site:
    """What the site shows and who may act on it.

    ``table`` is the simulated board of this program on which any game can be begun. ``ends`` has what must be closed:
    whoever made the site does it.
    """

    store: Store
    policy: AccessPolicy
    hub: LiveHub
    table: SimulatedTable | None = None
    ends: ExitStack = field(default_factory=ExitStack, compare=False)

    @cached_property
    def replays(self) -> ReplayCache:
        """The games that were asked for lately."""
        return ReplayCache(self.store)


class _NumberConvertor(IntegerConvertor):
    """A number in an address, ``{name:number}``; Python refuses to read one of thousands of digits."""

    regex = "[0-9]{1,18}"


register_url_convertor("number", _NumberConvertor())

Endpoint = Callable[[Request], Awaitable[Response]]

COMPRESSED = [Middleware(GZipMiddleware, compresslevel=5)]
"""For routes with large answers that hold no secret: the length of a compressed one can give it away (BREACH)."""


def page(name: str) -> Endpoint:
    """Return an endpoint for the page of templates/NAME.html, which is rendered now."""
    return FileInMemory(render(f"{name}.html"), "text/html").answer


def queue_endpoint(answer: Callable[[Request], Response]) -> Endpoint:
    """Return an endpoint that runs on the work queue's threads, for everything that computes or reads the store."""

    async def endpoint(request: Request) -> Response:
        return await _work(request).run(client_of(request), lambda: answer(request))

    return endpoint


def post_endpoint(answer: Callable[[Request, T], Response], kind: type[T], *, acts: bool = False) -> Endpoint:
    """Return an endpoint for a posted JSON object of a kind that runs on the work queue's threads.

    With ``acts`` it uses the queue of actions, which may wait for another program.
    """

    async def endpoint(request: Request) -> Response:
        queue, client = _work(request, acts), client_of(request)
        queue.check_room(client)
        body = await request.body()
        return await queue.run(client, lambda: answer(request, checked_json(kind, body)))

    return endpoint


def parse_query(request: Request, kind: type[T]) -> T:
    """Return a request's query as a dataclass; raises ``FieldError``. A member without a value counts as missing."""
    return from_texts(kind, {name: text for name, text in request.query_params.items() if text})


_FROM_TEXT: dict[type, tuple[Check, str]] = {
    int: (int, "must be a whole number"),
    bool: ({"0": False, "1": True}.__getitem__, "must be 1 for yes or 0 for no"),
    date: (date.fromisoformat, "must be a day such as 2026-05-01"),
}


def from_texts(kind: type[T], texts: Mapping[str, str]) -> T:
    """Return a dataclass whose numbers, days and truth values are texts here; raises ``FieldError``."""
    members: dict[str, object] = dict(texts)
    for name, hint in get_type_hints(kind).items():
        wanted = next((one for one in (*get_args(hint), hint) if one in _FROM_TEXT), None)
        if name in members and wanted is not None:
            read, reason = _FROM_TEXT[wanted]
            try:
                members[name] = read(texts[name])
            except (ValueError, KeyError) as error:
                raise FieldError(name, reason) from error
    return checked(kind, members)


def _work(request: Request, acts: bool = False) -> WorkQueue:
    queue = request.app.state.actions if acts else request.app.state.work
    assert isinstance(queue, WorkQueue)
    return queue
