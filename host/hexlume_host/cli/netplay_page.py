"""Serves the page of one game with another host, for the command line."""

import contextlib
from collections.abc import Callable, Iterator

from ..netplay.connect import OpenGame, folder_beside
from ..netplay.page_player import PagePlayer
from ..netplay.session import Session
from ..netplay.sessions import Sessions
from ..store.repository import Store
from ..web.app_context import Site
from ..web.http.auth import AccessPolicy
from ..web.http.server import DEFAULT_HOST, serving
from ..web.live.hub import LiveHub
from ..web.site import make_site


@contextlib.contextmanager
def playing_on_page(opened: OpenGame, store: Store, port: int, say: Callable[[str], None]) -> Iterator[Session]:
    """Let a person play at a page of this computer while the context lasts; raises ``HostError``."""
    sessions = Sessions(store, folder_beside(store.where))
    game = PagePlayer(store, opened, say, ends=False)
    sessions.add(game)
    with serving(make_site(Site(store, AccessPolicy(), LiveHub(), sessions)), DEFAULT_HOST, port) as address:
        say(f"Play at {address}netplay#{game.key}  (Ctrl-C ends)")
        yield game.session
