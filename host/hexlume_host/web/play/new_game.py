"""Routes of a new game: the page of cards that begins one on this program's simulated board, and *Continue*."""

from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ..app_context import Site, page, post_endpoint, queue_endpoint
from .offers import NewGame, offers, wished
from .simulated_table import SimulatedTable


@dataclass
class _Continue:
    """Nothing is to be said: the address names the game."""


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes; without a simulated board that plays any game they say that there is none."""

    def table() -> SimulatedTable:
        if site.table is None:
            raise HTTPException(409, "There is no simulated board to play on here: start hexlume play.")
        return site.table

    def offer(request: Request) -> Response:
        """Answer with what can be begun; with no games where there is no board for them."""
        if site.table is None:
            return JSONResponse({"games": [], "levels": [], "goes_on": False})
        levels, goes_on = site.table.level_names, site.table.goes_on()
        return JSONResponse({"games": offers(), "levels": levels, "goes_on": goes_on})

    def begin(request: Request, new: NewGame) -> Response:
        simulated = table()
        simulated.begin(*wished(new))
        return JSONResponse({"device": simulated.device}, 201)

    def go_on(request: Request, asked: _Continue) -> Response:
        simulated = table()
        simulated.resume(request.path_params["game"])
        return JSONResponse({"device": simulated.device})

    return [
        Route("/new-game", page("new-game")),
        Route("/api/new-game", queue_endpoint(offer)),
        Route("/api/new-game", post_endpoint(begin, NewGame, acts=True), methods=["POST"]),
        Route("/api/games/{game:number}/continue", post_endpoint(go_on, _Continue, acts=True), methods=["POST"]),
    ]
