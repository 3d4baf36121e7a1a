"""The site of ``hexlume serve``: live boards, stored games, analysis, rules and netplay, in one place."""

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route

from .app_context import Site
from .http import sign_in
from .http.middleware import build_app
from .http.static_files import static_file
from .live import routes as live
from .pages import analysis, embed, engine, library, players, puzzles, replay, rules, statistics
from .play import netplay, new_game
from .renderer import render


def make_site(site: Site) -> Starlette:
    """Return the application with all routes, protected by the site's policy."""
    routes: list[BaseRoute] = [Route("/static/{path:path}", static_file)]
    for part in (sign_in, live, library, replay, players, statistics, analysis, engine, puzzles, rules, embed):
        routes += part.routes(site)
    routes += new_game.routes(site) + netplay.routes(site)
    return build_app(routes, site.policy, not_found=render("not-found.html"), sessions=site.sessions)
