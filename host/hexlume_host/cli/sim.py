"""``hexlume sim``: a simulated board on a page, without a logger; or a replay of a fault report, without a page."""

from pathlib import Path
from typing import Annotated

import typer

from hexlume_sim.chip.costs import PICO_CELLS

from ..device.discovery import announced
from ..device.fault_replay import difference
from ..device.fault_report import FaultReport, read_report
from ..device.simulated_board import REAL, SimulatedBoard, running_twin
from ..errors import SimulatorError
from ..store.repository import Store
from ..web.http.server import DEFAULT_HOST, DEFAULT_PORT
from ..web.live.hub import LiveHub
from ..web.live.store_watch import StoreWatch
from ..web.live.twin_hands import TwinHands
from .options.chip import ChipOption, DownloadOption, MicrocontrollerOption, chip_image
from .options.game import DEFAULT_GAME, GameOption, OptionsOption, PanelOption, SizeOption, TolerancesOption, start_game
from .options.page import BrowserOption, HostOption, PortOption, TokenOption, WatchTokenOption
from .options.store import StoreOption
from .output import ending_on_ctrl_c, say
from .pages import PageSettings, serving_board, wait_for_end


def sim(
    game: GameOption = DEFAULT_GAME,
    size: SizeOption = 0,
    option: OptionsOption = None,
    panel: PanelOption = None,
    seed: TolerancesOption = None,
    port: PortOption = DEFAULT_PORT,
    host: HostOption = DEFAULT_HOST,
    browser: BrowserOption = True,
    token: TokenOption = "",
    watch_token: WatchTokenOption = "",
    chip: ChipOption = False,
    download: DownloadOption = False,
    microcontroller: MicrocontrollerOption = None,
    replay: Annotated[
        Path | None,
        typer.Option(
            "--replay",
            metavar="FILE",
            help="Replay a fault report of hexlume doctor on both back ends, and say what they do differently.",
        ),
    ] = None,
    store: StoreOption = None,
) -> None:
    """Simulate a board, with a serial port for any program.

    The board has a page, too. It shows the board's games as another program logs them into the store. With --replay
    there is neither port nor page, and the exit code is 1 if a back end differs from the board.

    Examples:  hexlume sim  ·  hexlume sim --panel hex6 --no-browser, then hexlume log  ·  hexlume sim --replay
    board.jsonl
    """
    if replay is not None:
        _replay(read_report(replay), chip, download)
        return
    page = PageSettings(host, port, browser, token, watch_token)
    board = SimulatedBoard.of(start_game(game, size, option or []), panel)
    image = chip_image(chip, download)
    with (
        Store(store) as opened,
        running_twin(board, REAL, seed, chip=image, microcontroller=microcontroller, at_home=True) as twin,
    ):
        hub = LiveHub()
        shown = hub.board_of(twin.board, board.panel)
        command = f"hexlume log {twin.port}"
        shown.greeting = f"A simulated {board.panel} board. Log its games: {command}"
        hands = TwinHands(shown, twin)
        with (
            ending_on_ctrl_c(
                lambda: "Stopped. The simulated board has stored nothing; what was logged is in its host's store."
            ),
            announced(twin.port, board.panel),
            StoreWatch(opened, hub),
            serving_board(opened, hub, hands, page) as address,
        ):
            say(f"Serial port: {twin.port}")
            page.announce("Page:", address)
            wait_for_end(hands, None)


def _replay(report: FaultReport, chip: bool, download: bool) -> None:
    """Replay a report on both back ends, on the emulated chip if it is there or asked for; ends with the exit code."""
    say(f"A {report.board.panel} board, firmware {report.board.firmware}, reported on {report.header.made}.")
    found = [_replayed("CPython", report, None)]
    if report.panel.grid.cells > PICO_CELLS:
        say("The emulated chip is a Pico, which is too small for this panel: it was left out.")
    else:
        try:
            image = chip_image(True, download)
        except SimulatorError as missing:
            if chip or download:
                raise
            say(f"The emulated chip was left out. {missing}")
        else:
            found.append(_replayed("The emulated chip", report, image))
    if any(found):
        raise typer.Exit(1)
    say("Both do what the board did." if len(found) > 1 else "It does what the board did.")


def _replayed(name: str, report: FaultReport, image: Path | None) -> bool:
    """Replay a report on one back end, say what differs first, and return whether anything does."""
    first = difference(report, image)
    if first is None:
        say(f"{name}: no difference.")
        return False
    say(f"{name}: at {first.ms / 1000:.1f} s the board had {first.board}; the simulation had {first.simulated}.")
    return True
