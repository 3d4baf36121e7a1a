"""The site of ``hexlume serve``: live boards, stored games, analysis and rules, with what plugins add."""

from pkgutil import resolve_name

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route

from ..plugins import plugins
from .app_context import Site
from .http import sign_in
from .http.middleware import build_app
from .http.static_files import static_file
from .live import routes as live
from .pages import analysis, library, replay, rules
from .play import new_game
from .renderer import render


def make_site(site: Site) -> Starlette:
    """Return the application with all routes, protected by the site's policy."""
    routes: list[BaseRoute] = [Route("/static/{path:path}", static_file)]
    for part in (sign_in, live, library, replay, analysis, rules):
        routes += part.routes(site)
    routes += new_game.routes(site)
    for plugin in plugins():
        if plugin.routes:
            routes += resolve_name(plugin.routes)(site)
    return build_app(routes, site.policy, not_found=render("not-found.html"))
