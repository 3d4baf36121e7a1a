"""Serves the page of one game with another host, for the command line."""

import contextlib
from collections.abc import Callable, Iterator

from starlette.responses import RedirectResponse
from starlette.routing import BaseRoute, Route

from ..netplay.connect import Opened
from ..netplay.errors import ApartError
from ..netplay.session import Playing
from ..netplay.sessions import Desk
from ..store.repository import Store
from ..web.app_context import Site
from ..web.http import assets, sign_in
from ..web.http.auth import Guard
from ..web.http.middleware import protected
from ..web.http.server import DEFAULT_HOST, WebError, serving
from ..web.live import routes as live
from ..web.play import netplay


@contextlib.contextmanager
def playing_on_page(opened: Opened, store: Store, port: int, say: Callable[[str], None]) -> Iterator[Playing]:
    """Seat a person at a page on this computer while the context lasts; raises ``HostError``."""
    desk, guard = Desk(store, opened.kept.folder), Guard()
    game = desk.adopt(opened, say)
    site = Site(store, guard, None)
    routes: list[BaseRoute] = [Route("/", lambda request: RedirectResponse("/apart"))]
    routes += [*assets.routes(site), *sign_in.routes(site), *live.routes(site), *netplay.desk_routes(desk)]
    try:
        with serving(protected(routes, guard), DEFAULT_HOST, port) as address:
            say(f"Play at {address}apart#{game.key}  (Ctrl-C ends)")
            yield game.playing
    except WebError as error:
        raise ApartError(str(error)) from error
