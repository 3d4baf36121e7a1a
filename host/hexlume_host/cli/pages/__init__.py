"""The page of a simulated board, which commands serve."""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

from ...device.logger import Logger
from ...errors import SimulatorError
from ...store.repository import Store
from ...web.app_context import Site
from ...web.http.server import DEFAULT_HOST, serving
from ...web.live.hub import LiveHub
from ...web.live.twin_hands import TwinHands
from ...web.play.simulated_table import SimulatedTable
from ...web.site import make_site
from ..options.page import open_page
from ..output import say
from .access import access_policy, access_sentences


class PageSettings:
    """Where a command serves its pages, and who may act on them."""

    def __init__(
        self,
        host: str = DEFAULT_HOST,
        port: int = 0,
        browser: bool = False,
        token: str = "",
        watch_token: str = "",
        names: Sequence[str] = (),
    ) -> None:
        """Take also other ``names`` of the host; raise ``HexlumeError`` for tokens that protect nothing."""
        self.host, self.port, self.browser, self.token = host, port, browser, token
        self.policy = access_policy(host, names, token, watch_token)

    def announce(self, what: str, page: str) -> None:
        """Print a page's address, and who may do what there."""
        say(f"{what} {page}  (Ctrl-C ends)")
        for sentence in access_sentences(self.policy, self.token, page):
            say(sentence)


@contextmanager
def serving_board(
    store: Store, hub: LiveHub, hands: TwinHands, settings: PageSettings, table: SimulatedTable | None = None
) -> Iterator[str]:
    """Serve the site of a simulated board while the context lasts; yields the address of its page.

    With a ``table`` its pages begin any game.
    """
    site = Site(store, settings.policy, hub, table)
    served = serving(make_site(site), settings.host, settings.port)
    with closing(site.ends), hub.other_programs(), served as address:
        page = f"boards/{hands.board.device}"
        # Whoever started this has the token, and plays as soon as it is typed in.
        open_page(f"{address}sign-in?next=/{page}" if settings.policy.token else address + page, settings.browser)
        yield address + page


def wait_for_end(hands: TwinHands, logger: Logger | None) -> None:
    """Wait until the twin or the logger ends, which is an error."""
    while not hands.ended.wait(0.2):
        if logger is not None and logger.error is not None:
            raise logger.error
    # Ctrl-C reaches the twin's process too; the twin's end is news only when it was not that.
    time.sleep(0.5)
    raise SimulatorError(hands.board.reason)
