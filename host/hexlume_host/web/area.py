"""What every area of the site shares: the ``Site`` its pages show, and how a page and an error are answered."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response

from ..apart.desk import Desk
from ..store import Store
from .guard import Guard
from .live_hub import LiveHub

STATIC = Path(__file__).parent / "static"


@dataclass(frozen=True)
class Site:
    """What the site shows and who may act on it; ``hub`` is ``None`` where no boards are followed.

    ``desk`` plays games with other hosts; whoever made the site closes it.
    """

    store: Store
    guard: Guard
    hub: LiveHub | None = None
    desk: Desk | None = None


def page(name: str) -> Callable[[Request], Response]:
    """Return the endpoint that answers with the page static/site/NAME.html."""
    path = STATIC / "site" / f"{name}.html"

    def answer(request: Request) -> Response:
        return FileResponse(path)

    return answer


def refusal(sentence: str, status: int = 400) -> JSONResponse:
    """Return an answer of ``/api`` that says in one sentence why it was not done."""
    return JSONResponse({"error": sentence}, status)
