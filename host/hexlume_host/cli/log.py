"""``hexlume log``: log boards until Ctrl-C."""

from collections.abc import Callable
from typing import Annotated

import typer

from ..device.boards_logger import BoardsLogger
from ..device.discovery import PortFinder, all_ports
from ..device.listener import LinkListener
from ..device.logger import Logger
from ..store.repository import Players, Store
from .options.attachments import attaching, attachments
from .options.game import BlackOption, WhiteOption
from .options.store import StoreOption, saved_sentence
from .output import ending_on_ctrl_c, say
from .output.board_lines import BoardLines


def log(
    port: Annotated[
        str | None,
        typer.Argument(metavar="[PORT]", help="Log only the board on this serial port or URL, not every one there is."),
    ] = None,
    once: Annotated[
        bool, typer.Option("--once", help="Log one board, and end after one game or when it is unplugged.")
    ] = False,
    white: WhiteOption = "",
    black: BlackOption = "",
    store: StoreOption = None,
) -> None:
    """Log the games of every board that is plugged in.

    Boards may be plugged in and out at any time. Ctrl-C ends.

    Examples:  hexlume log  ·  hexlume log /dev/ttyACM1 --white Ann --black Ben  ·  hexlume log --once
    """
    with Store(store) as opened:
        opened.check_writable()
        with (
            ending_on_ctrl_c(lambda: f"Stopped. {saved_sentence(opened)}"),
            attaching(attachments(), opened, port, say) as others,
        ):
            _logger(port, once, opened, Players(white, black), others).run()
        say(saved_sentence(opened))


def _logger(
    port: str | None, once: bool, store: Store, players: Players, others: Callable[[str], list[LinkListener]]
) -> Logger | BoardsLogger:
    def listeners(where: str) -> list[LinkListener]:
        return [BoardLines(store, say, several=port is None), *others(where)]

    if once:
        lines = BoardLines(store, say, several=False)
        logger = Logger(PortFinder(port), store, lines, *others(port or ""), players=players, reconnect=False)
        lines.at_game_end = logger.stop
        return logger
    if port is not None:
        # A board that comes back under another name is found by its serial number.
        finder = PortFinder(port)
        return BoardsLogger(lambda: [finder()], store, listeners, players, named=True)
    if not all_ports():
        say("Waiting for boards: plug one in, or start one with hexlume sim.")
    return BoardsLogger(all_ports, store, listeners, players)
