"""Routes of a game's replay: the page, the game ply by ply as JSON, and its files."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexlume_record.formats.page_json import replay_json

from ..app_context import COMPRESSED, Site, page, queue_endpoint
from .game_files import file_routes


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

    return [
        Route("/games/{game}", page("replay")),
        Route("/api/games/{game}", queue_endpoint(game), middleware=COMPRESSED),
        *file_routes(site.store, cache),
    ]
