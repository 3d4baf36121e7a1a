"""Serves the page of one game with another host, for the command line."""

import contextlib
from collections.abc import Callable, Iterator

from starlette.responses import RedirectResponse
from starlette.routing import BaseRoute, Route

from ..netplay.connect import OpenGame, folder_beside
from ..netplay.page_player import PagePlayer
from ..netplay.session import Session
from ..netplay.sessions import Sessions
from ..store.repository import Store
from ..web.app_context import Site
from ..web.http import assets, sign_in
from ..web.http.auth import AccessPolicy
from ..web.http.middleware import build_app
from ..web.http.server import DEFAULT_HOST, serving
from ..web.live import routes as live
from ..web.play import netplay


@contextlib.contextmanager
def playing_on_page(opened: OpenGame, store: Store, port: int, say: Callable[[str], None]) -> Iterator[Session]:
    """Let a person play at a page of this computer while the context lasts; raises ``HostError``."""
    policy = AccessPolicy()
    sessions = Sessions(store, folder_beside(store.where))
    game = PagePlayer(store, opened, say, ends=False)
    sessions.add(game)
    site = Site(store, policy, None)
    routes: list[BaseRoute] = [Route("/", lambda request: RedirectResponse("/netplay"))]
    routes += [*assets.routes(site), *sign_in.routes(site), *live.routes(site), *netplay.session_routes(sessions)]
    with serving(build_app(routes, policy), DEFAULT_HOST, port) as address:
        say(f"Play at {address}netplay#{game.key}  (Ctrl-C ends)")
        yield game.session
