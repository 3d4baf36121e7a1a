"""``hexlume log``: log boards in the foreground, or as a service."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from hexlume_record.errors import HexlumeError

from ..device.boards_logger import BoardsLogger
from ..device.discovery import PortFinder, found_ports
from ..device.listener import LinkListener
from ..device.logger import Logger
from ..device.serial_port import missing
from ..store.repository import Players, Store
from .attachments import attaching, attachments
from .log_file import default_log_file, logging_to
from .log_screen import LogScreen
from .log_service import systemd_unit
from .options.game import BlackOption, WhiteOption
from .options.store import StoreOption, open_to_log, saved_sentence, short_path
from .output import console, ending_on_ctrl_c, is_terminal, say


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
    log_file: Annotated[
        Path | None,
        typer.Option(
            "--log-file",
            metavar="PATH",
            help="Where to write what happened, with the times.",
            show_default=short_path(str(default_log_file(None))),
        ),
    ] = None,
    log_size: Annotated[
        int,
        typer.Option("--log-size", metavar="MB", min=1, max=1000, help="A log file this large gives way to a new one."),
    ] = 5,
    log_count: Annotated[
        int, typer.Option("--log-count", metavar="N", min=1, max=1000, help="How many older log files are kept.")
    ] = 4,
    service: Annotated[
        bool,
        typer.Option("--service", help="Log nothing, but print a systemd unit that runs this command for good."),
    ] = False,
) -> None:
    """Log the games of every board that is plugged in.

    Boards may be plugged in and out at any time. Ctrl-C ends.

    Examples:  hexlume log  ·  hexlume log /dev/ttyACM1 --white Ann --black Ben  ·  hexlume log --once  ·  hexlume
    log --service
    """
    attached = attachments()
    if service:
        if once:
            raise HexlumeError("A service does not end after one game: leave out --once or --service.")
        options = {"--white": white, "--black": black, "--log-file": log_file and os.path.abspath(log_file)}
        arguments = [text for name, value in options.items() if value for text in (name, str(value))]
        arguments += ["--log-size", str(log_size), "--log-count", str(log_count)]
        words = ([] if port is None else [port]) + arguments
        words += [word for one in attached for word in one.service_arguments()]
        environment = {name: value for one in attached for name, value in one.service_environment().items()}
        print(systemd_unit(words, store, environment), end="")
        return
    with logging_to(log_file or default_log_file(port), log_size, log_count), open_to_log(store, say) as opened:
        screen = LogScreen(opened, console(), is_terminal(), several=port is None and not once)
        with (
            ending_on_ctrl_c(lambda: f"Stopped. {saved_sentence(opened, f'{screen.new_events} new events')}"),
            screen,
            attaching(attached, opened, port, screen.say) as others,
        ):
            _logger(port, once, opened, Players(white, black), screen, others).run()
        say(saved_sentence(opened, f"{screen.new_events} new events"))


def _logger(
    port: str | None,
    once: bool,
    store: Store,
    players: Players,
    screen: LogScreen,
    others: Callable[[str], list[LinkListener]],
) -> Logger | BoardsLogger:
    def listeners(port: str) -> list[LinkListener]:
        return [screen.watch(port), *others(port)]

    if once:
        logger = Logger(PortFinder(port), store, *listeners(port or ""), players=players, reconnect=False)
        screen.at_game_end = logger.stop
        return logger
    if port is None:
        find = _all_ports
        if not find():
            screen.say("Waiting for boards: plug one in, or start one with hexlume sim.")
    else:
        find = _named_port(port)
    return BoardsLogger(find, store, listeners, players, named=port is not None)


def _all_ports() -> list[str]:
    return [found.port for found in found_ports()]


def _named_port(port: str) -> Callable[[], list[str]]:
    """Return what finds the port that a person named, or the one on which that board is now.

    Raises ``LinkError`` when there is no such port.
    """
    finder = PortFinder(port)

    def find() -> list[str]:
        found = finder()
        return [] if found.startswith("/") and not Path(found).exists() else [found]

    if not find():
        raise missing(port)
    return find
