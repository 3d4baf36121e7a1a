"""The site of ``hexlume serve``: live boards, library, replay, statistics, analysis and netplay, in one place."""

from starlette.applications import Starlette
from starlette.routing import BaseRoute

from .app_context import Site
from .http import assets, sign_in
from .http.middleware import build_app
from .live import routes as live
from .pages import analysis, library, players, replay, statistics
from .play import netplay
from .renderer import render


def make_site(site: Site) -> Starlette:
    """Return the application with all routes, protected by the site's policy."""
    routes: list[BaseRoute] = []
    for part in (assets, sign_in, live, library, replay, players, statistics, analysis, netplay):
        routes += part.routes(site)
    return build_app(routes, site.policy, not_found=render("not-found.html"), sessions=site.sessions)
