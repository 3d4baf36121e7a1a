"""The site of ``hexlume serve``: live boards, archive, replay, statistics, analysis and network games, in one place."""

from starlette.applications import Starlette
from starlette.routing import BaseRoute

from .app_context import Site, page, refusal
from .http.middleware import protected
from .renderer import render
from .routes import AREAS

__all__ = ("Site", "make_site", "page", "refusal")


def make_site(site: Site) -> Starlette:
    """Return the application with the routes of every area, protected by the site's guard."""
    routes: list[BaseRoute] = []
    for area in AREAS:
        routes += area.routes(site)
    return protected(routes, site.guard, not_found=render("not-found.html"), sessions=site.sessions)
