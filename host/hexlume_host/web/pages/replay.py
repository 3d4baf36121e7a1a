"""Routes of a game's replay: the page, and the game ply by ply as JSON."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexlume_record.formats.page_json import replay_json
from hexlume_record.game.view import position_view

from ..app_context import COMPRESSED, Site, from_texts, pictured_page, queue_endpoint
from .game_files import PlyAddress, file_routes


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes."""
    cache = site.replays

    def game(request: Request) -> Response:
        """Answer with a game's header and its plies, each as what it changed."""
        replay, version = cache.replay(request.path_params["game"])
        etag = f'W/"{version}"'
        if etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={"etag": etag})
        return JSONResponse(replay_json(replay, version), headers={"etag": etag})

    def ply(request: Request) -> Response:
        """Answer with one position, legal actions included."""
        replay, _ = cache.replay(request.path_params["game"])
        number = from_texts(PlyAddress, request.path_params).ply
        position = replay.game(number)
        codes = position.legal_actions() if position.result is None else []
        return JSONResponse({**position_view(position, codes), "ply": number})

    return [
        Route("/games/{game}", pictured_page("replay", "/api/games/{game}/picture.png")),
        Route("/api/games/{game}", queue_endpoint(game), middleware=COMPRESSED),
        Route("/api/games/{game}/plies/{ply}", queue_endpoint(ply)),
        *file_routes(site.store, site.hub, cache),
    ]
