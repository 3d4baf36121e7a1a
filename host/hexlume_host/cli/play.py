"""``hexlume play`` and ``hexlume sim``: a simulated board on a page, with and without its logger."""

import os
import sys
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from hexlume.games.game_clock import NONE, TimeControl, TimeControlError

from ..device.discovery import announced
from ..device.listeners import Listeners
from ..device.logger import Logger
from ..device.resume import BoardReplies, take_up
from ..device.simulated_board import REAL, SimulatedBoard, running_twin
from ..errors import HostError, SimulatorError, sentence
from ..game.state import GameState
from ..sockets import host_names
from ..store.repository import Players, Store
from ..web.http.server import DEFAULT_HOST, DEFAULT_PORT, WebError, serving
from ..web.live.logging_page import PageWatch
from ..web.live.simulator_app import make_app
from ..web.live.twin_session import TwinSession
from .options.chip import ChipOption, DownloadOption, MicrocontrollerOption, chip_image
from .options.engine import (
    ENGINE_SECONDS,
    EngineForBoards,
    EngineOption,
    EngineSecondsOption,
    offer_levels,
    with_engine,
)
from .options.game import DEFAULT_GAME, ClockOption, GameOption, OptionsOption, PanelOption, SizeOption
from .output import BlackOption, StoreOption, WhiteOption, complain, say

SeedOption = Annotated[
    int | None, typer.Option("--seed", metavar="N", min=0, help="What the simulated board's tolerances follow from.")
]
PortOption = Annotated[int, typer.Option("--port", metavar="N", help="The page's port; 0 takes any free one.")]
HostOption = Annotated[str, typer.Option("--host", metavar="ADDRESS", help="The address the page is served at.")]
BrowserOption = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")]

ResumeOption = Annotated[
    str | None,
    typer.Option("--resume", metavar="ID", help="Go on with a game of the store: the lights show how to set it up."),
]


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command(
        epilog="Examples:  hexlume play  ·  hexlume play --white Ann --black Ben  ·  hexlume play --game sibling  ·  "
        'hexlume play --clock "fischer 300+5"'
    )(play)
    app.command(epilog="Examples:  hexlume sim  ·  hexlume sim --panel hex6 --no-browser, then hexlume log")(sim)


def play(
    game: GameOption = DEFAULT_GAME,
    size: SizeOption = 0,
    option: OptionsOption = None,
    panel: PanelOption = None,
    seed: SeedOption = None,
    white: WhiteOption = "",
    black: BlackOption = "",
    port: PortOption = DEFAULT_PORT,
    host: HostOption = DEFAULT_HOST,
    browser: BrowserOption = True,
    clock: ClockOption = NONE,
    store: StoreOption = None,
    resume: ResumeOption = None,
    engine: EngineOption = None,
    engine_seconds: EngineSecondsOption = ENGINE_SECONDS,
    chip: ChipOption = None,
    download: DownloadOption = False,
) -> None:
    """Play on a simulated board in the browser; the games are kept in the store."""
    try:
        clock = TimeControl(clock).text
    except TimeControlError as error:
        complain(sentence(error))
        raise typer.Exit(2) from None
    image = chip_image(chip, download)
    engine_wanted = EngineForBoards(engine, engine_seconds)
    with Store(store) as opened:
        taken_up = None
        if resume is None:
            board = SimulatedBoard.of(game, size, option or [], panel, clock)
        else:
            record = opened.record(int(resume) if resume.isdecimal() else resume)
            taken_up = GameState.replay(record)
            board = SimulatedBoard.playing(taken_up, panel, clock)
            white, black = white or record.white, black or record.black
        players = Players(white, black)
        watch, replies = PageWatch(opened, players), BoardReplies()
        with running_twin(board, REAL, seed, chip=image) as twin:
            offer = engine_wanted.offer(opened, watch.notice)
            told = with_engine(Listeners(watch, replies), offer)
            logger = Logger(lambda: twin.port, opened, told, players)
            session = TwinSession(twin, lambda action: logger.command("act", action=action) is not None)
            watch.session = session
            if offer is not None:
                offer_levels(session, offer)
            try:
                with serving_page(session, host, port, browser) as address:
                    say(f"Play at {address}  (Ctrl-C ends)")
                    logger.start()
                    if taken_up is not None:
                        take_up(logger, replies, taken_up, clock)
                    _wait(session, logger)
            except KeyboardInterrupt:
                _say_kept(watch, opened)
                raise typer.Exit(130) from None
            finally:
                logger.stop()


def sim(
    game: GameOption = DEFAULT_GAME,
    size: SizeOption = 0,
    option: OptionsOption = None,
    panel: PanelOption = None,
    seed: SeedOption = None,
    port: PortOption = DEFAULT_PORT,
    host: HostOption = DEFAULT_HOST,
    browser: BrowserOption = True,
    chip: ChipOption = None,
    download: DownloadOption = False,
    microcontroller: MicrocontrollerOption = None,
) -> None:
    """Simulate a board: its page, and a serial port for any program that speaks to boards."""
    board = SimulatedBoard.of(game, size, option or [], panel)
    image = chip_image(chip, download)
    with running_twin(board, REAL, seed, chip=image, microcontroller=microcontroller) as twin:
        session = TwinSession(twin)
        session.show_game(f"A simulated {board.panel} board. Log its games: hexlume log {twin.port}")
        try:
            with announced(twin.port, board.panel), serving_page(session, host, port, browser) as address:
                say(f"Serial port: {twin.port}")
                say(f"Page: {address}  (Ctrl-C ends)")
                _wait(session, None)
        except KeyboardInterrupt:
            say("Stopped. The simulated board has kept nothing; what was logged is in its host's store.")
            raise typer.Exit(130) from None


@contextmanager
def serving_page(session: TwinSession, host: str, port: int, browser: bool) -> Iterator[str]:
    """Serve a session's page while the context lasts; yields its address."""
    try:
        with serving(make_app(session, host_names(host)), host, port) as address:
            if browser and has_display():
                webbrowser.open(address)
            yield address
    except WebError as error:
        raise HostError(str(error)) from error


def _wait(session: TwinSession, logger: Logger | None) -> None:
    """Wait until the twin or the logger ends, which is an error."""
    while not session.ended.wait(0.2):
        if logger is not None and logger.error is not None:
            raise logger.error
    # Ctrl-C reaches the twin's process too; the twin's end is news only when it was not that.
    time.sleep(0.5)
    message = session.state("ended")
    raise SimulatorError(message["message"] if message else "The simulated board has stopped.")


def has_display() -> bool:
    """Return whether a browser can be opened here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _say_kept(watch: PageWatch, store: Store) -> None:
    if watch.live is not None and watch.live.actions:
        number = store.record(watch.live.id).id
        say(f"Stopped. The game is kept in {store.where}: hexlume show {number}")
    else:
        say("Stopped. No action was played, so nothing is kept.")
