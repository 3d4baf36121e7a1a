"""``hexlume serve``: every board, live and in the library, for people's browsers."""

import gc
import ipaddress
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from typing import Annotated

import typer

from hexlume_record.errors import HexlumeError

from ..device.boards_logger import BoardsLogger
from ..device.discovery import all_ports
from ..device.listener import LinkListener
from ..store.repository import Players, Store
from ..web.app_context import Site
from ..web.http.server import DEFAULT_HOST, LOOPBACK_PROXIES, serving
from ..web.live.board_link import BoardLink
from ..web.live.hub import LiveHub
from ..web.site import make_site
from .options.attachments import attaching, attachments
from .options.game import BlackOption, WhiteOption
from .options.page import BrowserOption, HostOption, TokenOption, WatchTokenOption, open_page
from .options.store import StoreOption, saved_sentence
from .output import ending_on_ctrl_c, say
from .pages import PageSettings

DEFAULT_PORT = 8421
"""Beside the page of ``hexlume play``, so that both can run."""
_SWITCH_SECONDS = 0.001
"""A thread gives way to others so soon: with many boards the pages would wait for each of their loggers in turn."""


def keep_pages_waiting_little() -> None:
    """Set this process up to serve many boards and pages, once everything is loaded and before it begins.

    What is loaded stays to the end: looking through it for garbage would stop all threads for a quarter of a second.
    """
    sys.setswitchinterval(_SWITCH_SECONDS)
    gc.collect()
    gc.freeze()


def serve(
    host: HostOption = DEFAULT_HOST,
    port: Annotated[
        int, typer.Option("--page-port", metavar="N", min=0, help="The site's port; 0 takes any free one.")
    ] = DEFAULT_PORT,
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name", metavar="NAME", help="Another host name under which the site is asked for, such as a proxy's."
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy",
            metavar="ADDRESS",
            help="Address or network of a proxy before the site, which says who asks (default with --name: this one).",
        ),
    ] = None,
    token: TokenOption = "",
    watch_token: WatchTokenOption = "",
    log: Annotated[
        bool,
        typer.Option("--log/--no-log", help="Log this computer's boards too; without it only the store is shown."),
    ] = True,
    white: WhiteOption = "",
    black: BlackOption = "",
    browser: BrowserOption = True,
    store: StoreOption = None,
) -> None:
    """Show live boards and the library in the browser, and log.

    The site has live boards, the library, replays, players and statistics (docs/serve.md). This computer's boards are
    logged unless --no-log is given.

    Examples:  hexlume serve  ·  hexlume serve --host 0.0.0.0  ·  hexlume serve --no-log --store
    club.sqlite
    """
    page = PageSettings(host, port, browser, token, watch_token, name or [])
    proxies = read_proxies(proxy or (LOOPBACK_PROXIES if name else ()))
    keep_pages_waiting_little()
    with Store(store) as opened:
        if log:
            opened.check_writable()
        hub = LiveHub(opened)
        site = Site(opened, page.policy, hub)
        with (
            ending_on_ctrl_c(lambda: f"Stopped. {saved_sentence(opened)}"),
            hub.other_programs(),
            serving(make_site(site), host, port, proxies) as address,
            # Before the server, so that pages hear of it.
            closing(hub),
            closing(site.ends),
        ):
            page.announce("Watch at", address)
            open_page(address, browser)
            if log:
                with attaching(attachments(), opened, "serve", say) as others:

                    def listeners(port: str) -> list[LinkListener]:
                        return [BoardLink(hub), *others(port)]

                    BoardsLogger(all_ports, opened, listeners, Players(white, black)).run()
            while True:
                time.sleep(1)


def read_proxies(addresses: Sequence[str]) -> list[str]:
    """Return the proxies' networks; raises ``HexlumeError`` for an invalid one."""
    try:
        return [str(ipaddress.ip_network(one, strict=False)) for one in addresses]
    except ValueError:
        raise HexlumeError("--proxy takes an address such as 192.168.1.5, or a network such as 10.0.0.0/8.") from None
