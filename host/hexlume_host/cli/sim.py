"""``hexlume sim``: a simulated board on a page, without a logger."""

from ..device.discovery import announced
from ..device.simulated_board import REAL, SimulatedBoard, running_twin
from ..store.repository import Store
from ..web.http.server import DEFAULT_HOST, DEFAULT_PORT
from ..web.live.hub import LiveHub
from ..web.live.store_watch import StoreWatch
from ..web.live.twin_hands import TwinHands
from .options.chip import ChipOption, DownloadOption, MicrocontrollerOption, chip_image
from .options.game import DEFAULT_GAME, GameOption, OptionsOption, PanelOption, SizeOption, TolerancesOption, start_game
from .options.page import BrowserOption, HostOption, PortOption
from .options.store import StoreOption
from .output import ending_on_ctrl_c, say
from .pages import serving_board, wait_for_end


def sim(
    game: GameOption = DEFAULT_GAME,
    size: SizeOption = 0,
    option: OptionsOption = None,
    panel: PanelOption = None,
    seed: TolerancesOption = None,
    port: PortOption = DEFAULT_PORT,
    host: HostOption = DEFAULT_HOST,
    browser: BrowserOption = True,
    chip: ChipOption = False,
    download: DownloadOption = False,
    microcontroller: MicrocontrollerOption = None,
    store: StoreOption = None,
) -> None:
    """Simulate a board, with a serial port for any program.

    The board has a page, too. It shows the board's games as another program logs them into the store.

    Examples:  hexlume sim  ·  hexlume sim --panel hex6 --no-browser, then hexlume log
    """
    board = SimulatedBoard.of(start_game(game, size, option or []), panel)
    image = chip_image(chip, download)
    with (
        Store(store) as opened,
        running_twin(board, REAL, seed, chip=image, microcontroller=microcontroller) as twin,
    ):
        hub = LiveHub()
        shown = hub.board_of(twin.board, board.panel)
        shown.greeting = f"A simulated {board.panel} board. Log its games: hexlume log {twin.port}"
        hands = TwinHands(shown, twin)
        with (
            ending_on_ctrl_c(
                lambda: "Stopped. The simulated board has stored nothing; what was logged is in its host's store."
            ),
            announced(twin.port, board.panel),
            StoreWatch(opened, hub),
            serving_board(opened, hub, hands, host, port, browser) as address,
        ):
            say(f"Serial port: {twin.port}")
            say(f"Page: {address}  (Ctrl-C ends)")
            wait_for_end(hands, None)
