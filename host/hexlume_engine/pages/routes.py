"""Routes of the engine: positions, reviews of games, and puzzles."""

from starlette.routing import BaseRoute

from hexlume_host.web.app_context import Site

from . import engine, puzzles, review


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes."""
    return [*engine.routes(site), *review.routes(site), *puzzles.routes(site)]
