"""``hexlume play``: a simulated board on a page, with its logger."""

from contextlib import ExitStack
from typing import Annotated

import typer

from hexlume.match.game_clock import NONE

from ..device.logger import Logger
from ..device.resume import BoardReplies, take_up
from ..device.simulated_board import REAL, SimulatedBoard, running_twin
from ..errors import RecordError
from ..game.record import FINISHED
from ..game.state import GameState
from ..languages import use_language
from ..store.repository import Players, Store
from ..translation import ENGLISH, _
from ..web.http.server import DEFAULT_HOST, DEFAULT_PORT
from ..web.live.hub import LiveHub
from ..web.live.port_watch import PortWatch
from .options.chip import ChipOption, DownloadOption, chip_image
from .options.engine import (
    ENGINE_SECONDS,
    EngineOption,
    EngineSecondsOption,
    check_engine,
    engine_listeners,
    engine_offer,
    offer_levels,
)
from .options.game import (
    DEFAULT_GAME,
    BlackOption,
    ClockOption,
    GameOption,
    OptionsOption,
    PanelOption,
    SizeOption,
    TolerancesOption,
    WhiteOption,
    start_game,
)
from .options.page import BrowserOption, HostOption, LanguageOption, PortOption, TokenOption, WatchTokenOption
from .options.store import StoreOption, record_of
from .output import ending_on_ctrl_c
from .pages import PageSettings, hands_at, serving_board, wait_for_end


def play(
    game: GameOption = DEFAULT_GAME,
    size: SizeOption = 0,
    option: OptionsOption = None,
    panel: PanelOption = None,
    seed: TolerancesOption = None,
    white: WhiteOption = "",
    black: BlackOption = "",
    port: PortOption = DEFAULT_PORT,
    host: HostOption = DEFAULT_HOST,
    browser: BrowserOption = True,
    token: TokenOption = "",
    watch_token: WatchTokenOption = "",
    clock: ClockOption = NONE,
    store: StoreOption = None,
    resume: Annotated[
        str | None,
        typer.Option(
            "--resume", metavar="ID", help="Go on with a game of the store: the lights show how to set it up."
        ),
    ] = None,
    engine: EngineOption = None,
    engine_seconds: EngineSecondsOption = ENGINE_SECONDS,
    language: LanguageOption = ENGLISH,
    chip: ChipOption = False,
    download: DownloadOption = False,
) -> None:
    """Play on a simulated board in the browser.

    The games are kept in the store.

    Examples:  hexlume play  ·  hexlume play --white Ann --black Ben  ·  hexlume play --game sibling  ·  hexlume
    play --clock "fischer 300+5"
    """
    use_language(language)
    page = PageSettings(host, port, browser, token, watch_token)
    image = chip_image(chip, download)
    check_engine(engine)
    with Store(store) as opened:
        taken_up = None
        if resume is None:
            board = SimulatedBoard.of(start_game(game, size, option or []), panel, clock)
        else:
            record = record_of(opened, resume)
            if record.ending.status == FINISHED:
                raise RecordError(
                    _(
                        "Game {id} has ended: hexlume show {id} replays it, and hexlume play begins a new one.",
                        id=record.id,
                    )
                )
            taken_up = GameState.replay(record)
            board = SimulatedBoard.playing(taken_up, panel, clock)
            white, black = white or record.white, black or record.black
        players = Players(white, black)
        hub, replies = LiveHub(), BoardReplies()
        watch = PortWatch(hub, opened)
        with running_twin(board, REAL, seed, chip=image, at_home=True) as twin:
            offer = engine_offer(engine, engine_seconds, opened, watch.notice)
            logger = Logger(lambda: twin.port, opened, watch, replies, *engine_listeners(offer), players=players)
            hands = hands_at(hub, twin, logger)
            if offer is not None:
                offer_levels(hands, offer)
            with ending_on_ctrl_c(lambda: _last_words(watch, opened)), ExitStack() as ends:
                ends.callback(logger.stop)
                with serving_board(opened, hub, hands, page) as address:
                    page.announce("Play at", address)
                    logger.start()
                    if taken_up is not None:
                        take_up(logger, replies, taken_up, clock)
                    wait_for_end(hands, logger)


def _last_words(watch: PortWatch, store: Store) -> str:
    if watch.live is None or not watch.live.actions:
        return "Stopped. No action was played, so nothing is kept."
    return f"Stopped. The game is kept in {store.where}: hexlume show {store.record(watch.live.id).id}"
