"""``hexlume play``: a simulated board on a page, with its logger."""

from contextlib import ExitStack
from typing import Annotated, Literal

import typer

from hexlume.games.pieces import COLOURS
from hexlume.match.game_clock import NONE
from hexlume_record.errors import RecordError
from hexlume_record.game.record import FINISHED
from hexlume_record.game.state import GameState
from hexlume_record.words.engine_names import LEVEL_NAMES, PERSON

from ..device.changeable_twin import changeable_twin
from ..device.logger import Logger
from ..device.resume import BoardReplies
from ..device.simulated_board import SimulatedBoard
from ..store.repository import Players, Store
from ..web.http.server import DEFAULT_HOST, DEFAULT_PORT
from ..web.live.hub import LiveHub
from ..web.live.port_watch import PortWatch
from ..web.play.simulated_table import Seats, SimulatedTable, StoredPlayers, seats_of
from .attachments import attaching, attachments
from .options.chip import ChipOption, DownloadOption, chip_image
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
from .options.page import BrowserOption, HostOption, PortOption, TokenOption, WatchTokenOption
from .options.store import StoreOption, record_of
from .output import ending_on_ctrl_c
from .pages import PageSettings, hands_at, serving_board, wait_for_end

_OPPONENTS = (PERSON, *LEVEL_NAMES)
OpponentName = Literal[_OPPONENTS]  # type: ignore[valid-type]

OpponentOption = Annotated[
    OpponentName | None,
    typer.Option(
        "--opponent",
        metavar="WHO",
        help="person for somebody at this computer, or Hexlume's level: gentle, easy, medium, strong, expert or "
        "strongest (default: gentle, and person if both players are named).",
    ),
]


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
    opponent: OpponentOption = None,
    chip: ChipOption = False,
    download: DownloadOption = False,
) -> None:
    """Play on a simulated board in the browser.

    Against Hexlume at its gentlest level, unless both players are named or --opponent says otherwise. The page begins
    any other game. The games are kept in the store.

    Examples:  hexlume play  ·  hexlume play --white Ann --black Ben  ·  hexlume play --game sibling --opponent
    strong  ·  hexlume play --clock "fischer 300+5"
    """
    page = PageSettings(host, port, browser, token, watch_token)
    image = chip_image(chip, download)
    attached = attachments()
    engine = next((one.opponent for one in attached if one.opponent), None)
    with Store(store) as opened:
        taken_up = None
        if resume is None:
            game = start_game(game, size, option or [])
            board = SimulatedBoard.of(game, panel, clock)
            seats = _seats(opponent, engine, Players(white, black), COLOURS[game.FIRST])
        else:
            record = record_of(opened, resume)
            if record.ending.status == FINISHED:
                raise RecordError(
                    f"Game {record.id} has ended: hexlume show {record.id} replays it, "
                    "and hexlume play begins a new one."
                )
            taken_up = GameState.replay(record)
            board = SimulatedBoard.playing(taken_up, panel, clock)
            seats = seats_of(record)
            if white or black or opponent:
                names = Players(white or seats.players.white, black or seats.players.black)
                seats = _seats(opponent, engine, names, COLOURS[board.game.FIRST])
        hub, replies, stored = LiveHub(), BoardReplies(), StoredPlayers(opened)
        watch = PortWatch(hub, opened)
        with (
            changeable_twin(board, seed, image) as twin,
            attaching(attached, opened, None, watch.notice) as others,
        ):
            logger = Logger(
                lambda: twin.process.port,
                opened,
                watch,
                replies,
                stored,
                *others(""),
                players=seats.players,
            )
            hands = hands_at(hub, twin.process, logger)
            stored.hands = hands
            # Before the board's first game is stored, which would get no names else until its first action.
            hands.names = seats.players
            for one in attached:
                one.at_table(hands)
            table = SimulatedTable(twin, hands, logger, replies, opened)
            with ending_on_ctrl_c(lambda: _last_words(watch, opened)), ExitStack() as stops:
                stops.callback(logger.stop)
                with serving_board(opened, hub, hands, page, table) as address:
                    page.announce("Play at", address)
                    logger.start()
                    table.start(taken_up, board, seats)
                    wait_for_end(hands, logger)


def _seats(opponent: str | None, engine: str | None, players: Players, first: str) -> Seats:
    """Return who plays as the options say; without them against Hexlume at its gentlest level.

    ``first`` is the colour that starts. Two names are two people, and one is the person's against Hexlume.
    """
    if opponent is None:
        level = engine or LEVEL_NAMES[0]
        opponent = PERSON if players.white and players.black else level
    if opponent == PERSON:
        return Seats(players)
    if players.white or players.black:
        colour = "white" if players.black and not players.white else "black"
    else:
        colour = "white" if first == "black" else "black"
    return Seats(Players(**{"white": players.white, "black": players.black, colour: ""}), opponent, colour)


def _last_words(watch: PortWatch, store: Store) -> str:
    if watch.live is None or not watch.live.actions:
        return "Stopped. No action was played, so nothing is kept."
    return f"Stopped. The game is kept in {store.where}: hexlume show {store.record(watch.live.id).id}"
