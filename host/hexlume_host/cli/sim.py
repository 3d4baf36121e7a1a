"""``hexlume sim``: a simulated board on a page, without a logger."""

from ..device.discovery import announced
from ..device.simulated_board import REAL, SimulatedBoard, boots_by_now, running_twin
from ..store.repository import Store
from ..web.http.server import DEFAULT_HOST, DEFAULT_PORT
from ..web.live.hub import LiveHub
from ..web.live.twin_hands import TwinHands
from .options.chip import ChipOption, DownloadOption, MicrocontrollerOption, chip_image
from .options.game import (
    DEFAULT_RULES,
    OptionsOption,
    PanelOption,
    RulesOption,
    SizeOption,
    TolerancesOption,
    start_game,
)
from .options.page import BrowserOption, HostOption, PagePortOption, TokenOption, WatchTokenOption
from .options.store import StoreOption
from .output import ending_on_ctrl_c, say
from .pages import PageSettings, serving_board, wait_for_end


def sim(
    rules: RulesOption = DEFAULT_RULES,
    size: SizeOption = 0,
    option: OptionsOption = None,
    panel: PanelOption = None,
    seed: TolerancesOption = None,
    port: PagePortOption = DEFAULT_PORT,
    host: HostOption = DEFAULT_HOST,
    browser: BrowserOption = True,
    token: TokenOption = "",
    watch_token: WatchTokenOption = "",
    chip: ChipOption = False,
    download: DownloadOption = False,
    microcontroller: MicrocontrollerOption = None,
    store: StoreOption = None,
) -> None:
    """Simulate a board, with a serial port for any program.

    The board has a page, too. It shows the board's games as another program logs them into the store.

    Examples:  hexlume sim  ·  hexlume sim --panel hex6 --no-browser, then hexlume log
    """
    page = PageSettings(host, port, browser, token, watch_token)
    board = SimulatedBoard.of(start_game(rules, size, option or []), panel)
    image = chip_image(chip, download)
    with (
        Store(store) as opened,
        running_twin(board, REAL, seed, chip=image, microcontroller=microcontroller, boots=boots_by_now()) as twin,
    ):
        hub = LiveHub(opened)
        shown = hub.board_of(twin.device, board.panel)
        shown.greeting = f"A simulated {board.panel} board. Log its games: hexlume log {twin.port}"
        hands = TwinHands(hub, twin)
        with (
            ending_on_ctrl_c(
                lambda: "Stopped. The simulated board has stored nothing; what was logged is in its host's store."
            ),
            announced(twin.port),
            serving_board(opened, hub, hands, page) as address,
        ):
            say(f"Serial port: {twin.port}")
            page.announce("Page:", address)
            wait_for_end(hands, None)
