"""The page of one network game, which the commands serve."""

import math
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial

from hexlume_host.cli.output import say
from hexlume_host.store.repository import Store
from hexlume_host.web.app_context import Site
from hexlume_host.web.http.auth import AccessPolicy
from hexlume_host.web.http.server import DEFAULT_HOST, serving
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.site import make_site

from .routes import sessions_of
from .session import Session


@contextmanager
def playing_on_page(session: Session, store: Store, port: int) -> Iterator[Callable[[], None]]:
    """Let a person play a network game at a page; yields what plays the game. Raises ``HexlumeError``."""
    site = Site(store, AccessPolicy(), LiveHub())
    game = sessions_of(site).add(session, say)
    with closing(site.ends), serving(make_site(site), DEFAULT_HOST, port) as address:
        say(f"Play at {address}netplay#{game.key}  (Ctrl-C ends)")
        yield partial(session.run, game, game.say, math.inf)
