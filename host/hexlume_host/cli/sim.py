"""``hexlume sim``: a simulated board on a page, without a logger."""

import typer

from ..device.discovery import announced
from ..device.simulated_board import REAL, SimulatedBoard, running_twin
from ..web.http.server import DEFAULT_HOST, DEFAULT_PORT
from ..web.live.twin_session import TwinSession
from .options.chip import ChipOption, DownloadOption, MicrocontrollerOption, chip_image
from .options.game import DEFAULT_GAME, GameOption, OptionsOption, PanelOption, SizeOption, TolerancesOption
from .options.page import BrowserOption, HostOption, PortOption, serving_page, wait_for_end
from .output import say


def sim(
    game: GameOption = DEFAULT_GAME,
    size: SizeOption = 0,
    option: OptionsOption = None,
    panel: PanelOption = None,
    seed: TolerancesOption = None,
    port: PortOption = DEFAULT_PORT,
    host: HostOption = DEFAULT_HOST,
    browser: BrowserOption = True,
    chip: ChipOption = None,
    download: DownloadOption = False,
    microcontroller: MicrocontrollerOption = None,
) -> None:
    """Simulate a board, with a serial port for any program.

    The board has a page, too.

    Examples:  hexlume sim  ·  hexlume sim --panel hex6 --no-browser, then hexlume log
    """
    board = SimulatedBoard.of(game, size, option or [], panel)
    image = chip_image(chip, download)
    with running_twin(board, REAL, seed, chip=image, microcontroller=microcontroller) as twin:
        session = TwinSession(twin)
        session.show_game(f"A simulated {board.panel} board. Log its games: hexlume log {twin.port}")
        try:
            with announced(twin.port, board.panel), serving_page(session, host, port, browser) as address:
                say(f"Serial port: {twin.port}")
                say(f"Page: {address}  (Ctrl-C ends)")
                wait_for_end(session, None)
        except KeyboardInterrupt:
            say("Stopped. The simulated board has kept nothing; what was logged is in its host's store.")
            raise typer.Exit(130) from None
