"""``hexlume play``: a simulated board on a page, with its logger."""

from contextlib import ExitStack
from typing import Annotated, Literal

import typer

from hexlume.games.game import Game
from hexlume.games.pieces import COLOURS
from hexlume.match.game_clock import NONE
from hexlume_record.errors import RecordError
from hexlume_record.formats.link import is_link, read_link
from hexlume_record.game.record import FINISHED
from hexlume_record.game.state import GameState
from hexlume_record.words.engine_names import LEVEL_NAMES, PERSON

from ..device.changeable_twin import changeable_twin
from ..device.logger import Logger
from ..device.resume import BoardReplies
from ..device.simulated_board import SimulatedBoard
from ..store.repository import Players, Store
from ..web.http.server import DEFAULT_HOST, DEFAULT_PORT
from ..web.live.board_link import BoardLink
from ..web.live.hub import LiveHub
from ..web.live.twin_hands import TwinHands
from ..web.play.seats import Seats, StoredPlayers, seats_of
from ..web.play.simulated_table import SimulatedTable
from .options.attachments import attaching, attachments
from .options.chip import ChipOption, DownloadOption, chip_image
from .options.game import (
    DEFAULT_RULES,
    BlackOption,
    ClockOption,
    OptionsOption,
    PanelOption,
    RulesOption,
    SizeOption,
    TolerancesOption,
    WhiteOption,
    start_game,
)
from .options.page import BrowserOption, HostOption, PagePortOption, TokenOption, WatchTokenOption
from .options.store import StoreOption, record_of
from .output import complain, ending_on_ctrl_c
from .pages import PageSettings, serving_board, wait_for_end

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
    rules: RulesOption = DEFAULT_RULES,
    size: SizeOption = 0,
    option: OptionsOption = None,
    panel: PanelOption = None,
    seed: TolerancesOption = None,
    white: WhiteOption = "",
    black: BlackOption = "",
    port: PagePortOption = DEFAULT_PORT,
    host: HostOption = DEFAULT_HOST,
    browser: BrowserOption = True,
    token: TokenOption = "",
    watch_token: WatchTokenOption = "",
    clock: ClockOption = NONE,
    store: StoreOption = None,
    resume: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="GAME",
            help="Go on with a game of the store or a link (hexlume link): the lights show how to set it up.",
        ),
    ] = None,
    opponent: OpponentOption = None,
    chip: ChipOption = False,
    download: DownloadOption = False,
) -> None:
    """Play on a simulated board in the browser.

    Against Hexlume at its gentlest level, unless both players are named or --opponent says otherwise. The page begins
    any other game. The games are kept in the store.

    Examples:  hexlume play  ·  hexlume play --white Ann --black Ben  ·  hexlume play --rules sibling --opponent
    strong  ·  hexlume play --clock "fischer 300+5"
    """
    page = PageSettings(host, port, browser, token, watch_token)
    image = chip_image(chip, download)
    attached = attachments()
    engine = next((one.opponent for one in attached if one.opponent), None)
    with Store(store) as opened:
        continued = ""
        if resume is None or is_link(resume):
            game = start_game(rules, size, option or []) if resume is None else _linked(resume)
            board = SimulatedBoard.of(game, panel, clock)
            seats = _seats(opponent, engine, Players(white, black), COLOURS[game.FIRST])
        else:
            record = record_of(opened, resume)
            if record.ending.status == FINISHED:
                raise RecordError(
                    f"Game {record.id} has ended: hexlume show {record.id} replays it, "
                    "and hexlume play begins a new one."
                )
            board, continued = SimulatedBoard.playing(GameState.replay(record), panel, clock), record.game
            seats = seats_of(record)
            if white or black or opponent:
                names = Players(white or seats.players.white, black or seats.players.black)
                seats = _seats(opponent, engine, names, COLOURS[board.game.FIRST])
        hub, replies, stored = LiveHub(opened), BoardReplies(), StoredPlayers(opened)
        link = BoardLink(hub)
        with (
            changeable_twin(board, seed, image) as twin,
            attaching(attached, opened, None, link.notice) as others,
        ):
            listeners = (link, replies, stored, *others(""))
            logger = Logger(lambda: twin.process.port, opened, *listeners, players=seats.players)
            hands = stored.hands = TwinHands(hub, twin.process, logger.command)
            # Before the board's first game is stored, which would get no names else until its first action.
            hands.names = seats.players
            for one in attached:
                one.at_table(hands)
            table = SimulatedTable(twin, hands, logger, replies, opened, stored)
            with ending_on_ctrl_c(lambda: _last_words(hands, opened)), ExitStack() as stops:
                stops.callback(logger.stop)
                with serving_board(opened, hub, hands, page, table) as address:
                    page.announce("Play at", address)
                    logger.start()
                    table.start(board, seats, continued)
                    wait_for_end(hands, logger)


def _linked(text: str) -> Game:
    """Return the game of a link, from which one can go on; what is wrong with it is said."""
    linked = read_link(text)
    game = linked.tree.game_after(linked.node)
    if "position" in linked.tree.start or game.result is not None:
        raise RecordError("This link's game cannot go on: hexlume show prints it.")
    if linked.problem:
        complain(linked.problem)
    return game


def _seats(opponent: str | None, engine: str | None, players: Players, first: str) -> Seats:
    """Return who plays as the options say; without them against Hexlume at its gentlest level.

    ``first`` is the colour that starts. Two names are two people, and one is the person's against Hexlume.
    """
    if opponent == PERSON or (opponent is None and players.white and players.black):
        return Seats(players)
    persons = first
    if players.white or players.black:
        persons = "white" if players.white else "black"
    colour = "black" if persons == "white" else "white"
    opponent = opponent or engine or LEVEL_NAMES[0]
    return Seats(Players(**{"white": players.white, "black": players.black, colour: ""}), opponent, colour)


def _last_words(hands: TwinHands, store: Store) -> str:
    live = hands.board.live
    if live is None or not live.actions:
        return "Stopped. No action was played, so nothing is kept."
    return f"Stopped. The game is kept in {store.where}: hexlume show {store.record(live.id).id}"
