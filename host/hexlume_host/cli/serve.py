"""``hexlume serve``: every board, live and in the library, for people's browsers."""

import gc
import ipaddress
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from hexlume_record.errors import HexlumeError

from ..device.boards_logger import BoardsLogger
from ..device.discovery import found_ports
from ..device.listener import LinkListener
from ..store.repository import Players, Store
from ..web.app_context import Site
from ..web.http.server import DEFAULT_HOST, LOOPBACK_PROXIES, serving
from ..web.live.hub import LiveHub
from ..web.live.port_watch import PortWatch
from ..web.live.store_watch import StoreWatch
from ..web.site import make_site
from .access import access_policy, access_sentences
from .attachments import attaching, attachments
from .log_file import default_log_file, logging_to
from .options.game import BlackOption, WhiteOption
from .options.page import BrowserOption, HostOption, TokenOption, WatchTokenOption, open_page
from .options.store import StoreOption, open_to_log, saved_sentence
from .output import ending_on_ctrl_c, say

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
        int, typer.Option("--port", metavar="N", min=0, help="The site's port; 0 takes any free one.")
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
    log_file: Annotated[
        Path | None,
        typer.Option("--log-file", metavar="PATH", help="Where to write what needed attention, with the times."),
    ] = None,
) -> None:
    """Show live boards and the library in the browser, and log.

    The site has live boards, the library, replays, players and statistics (docs/serve.md). This computer's boards are
    logged unless --no-log is given.

    Examples:  hexlume serve  ·  hexlume serve --host 0.0.0.0  ·  hexlume serve --no-log --store
    postgresql://club/games
    """
    policy = access_policy(host, name or [], token, watch_token)
    proxies = read_proxies(proxy or (LOOPBACK_PROXIES if name else ()))
    attached = attachments()
    keep_pages_waiting_little()
    with (
        logging_to(log_file or default_log_file("serve"), 5, 4),
        open_to_log(store, say) if log else Store(store) as opened,
    ):
        hub = LiveHub()
        site = Site(opened, policy, hub)
        with (
            ending_on_ctrl_c(lambda: f"Stopped. {saved_sentence(opened, 'The games')}"),
            StoreWatch(opened, hub),
            serving(make_site(site), host, port, proxies) as address,
            # Before the server, so that pages hear of it.
            closing(hub),
            closing(site.ends),
        ):
            say(f"Watch at {address}  (Ctrl-C ends)")
            for sentence in access_sentences(policy, token, address):
                say(sentence)
            open_page(address, browser)
            if log:
                with attaching(attached, opened, "serve", say) as others:
                    _boards_logger(opened, hub, Players(white, black), others).run()
            while True:
                time.sleep(1)


def _boards_logger(
    store: Store, hub: LiveHub, players: Players, others: Callable[[str], list[LinkListener]]
) -> BoardsLogger:
    """Return the logger of every board of this computer."""

    def listeners(port: str) -> list[LinkListener]:
        return [PortWatch(hub, store), *others(port)]

    return BoardsLogger(lambda: [found.port for found in found_ports()], store, listeners, players)


def read_proxies(addresses: Sequence[str]) -> list[str]:
    """Return the proxies' networks; raises ``HexlumeError`` for an invalid one."""
    try:
        return [str(ipaddress.ip_network(one, strict=False)) for one in addresses]
    except ValueError:
        raise HexlumeError("--proxy takes an address such as 192.168.1.5, or a network such as 10.0.0.0/8.") from None
