"""``hexlume host-game`` and ``hexlume join``: a game with somebody at another computer."""

import contextlib
import ipaddress
import secrets
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Annotated
from urllib.parse import urlsplit

import typer

from hexlume import games
from hexlume.games.game import OptionError
from hexlume.games.game_clock import NONE, TimeControl, TimeControlError

from ..device.discovery import PortFinder
from ..device.listeners import Listeners
from ..device.logger import Logger
from ..device.simulated_board import REAL, SimulatedBoard, running_twin
from ..errors import sentence
from ..game.events import COLOURS
from ..game.text import option_text
from ..netplay.board_player import BoardSeat
from ..netplay.connect import DEFAULT_PORT, Opened, folder_beside, host, host_again, join
from ..netplay.entries import HOST, LONGEST_NAME, Terms
from ..netplay.errors import ApartError
from ..netplay.saved_games import KeptGame, KeptGames
from ..netplay.scripted_hands import ScriptedSeat
from ..netplay.session import Playing
from ..sockets import host_names
from ..store.repository import Players, Store
from ..web.http.server import DEFAULT_HOST, WebError, serving
from ..web.live.logging_page import PageWatch
from ..web.live.simulator_app import make_app
from ..web.live.twin_session import TwinSession
from .options.game import DEFAULT_GAME, ClockOption, GameOption, OptionsOption, PanelOption, SizeOption
from .output import StoreOption, complain, say

NameOption = Annotated[str, typer.Option("--name", metavar="NAME", help="Your name, for the other side too.")]
BoardOption = Annotated[
    str | None, typer.Option("--board", metavar="PORT", help="Play on the board at this serial port or URL.")
]
SimulateOption = Annotated[bool, typer.Option("--simulate", help="Play on a simulated board, on a page.")]
PageOption = Annotated[bool, typer.Option("--page", help="Play without a board, on a page in the browser.")]
PagePortOption = Annotated[int, typer.Option("--page-port", metavar="N", help="The page's port; 0 for any free one.")]
HandsOption = Annotated[
    int | None,
    typer.Option("--hands", metavar="SEED", min=0, help="With --simulate: scripted hands play for you, at random."),
]
BrokerOption = Annotated[
    str,
    typer.Option(
        "--broker",
        envvar="HEXLUME_BROKER",
        metavar="URL",
        help="Meet at an MQTT broker, such as mqtts://user@host:8883: for two hosts behind routers.",
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command(
        name="host-game",
        epilog="Examples:  hexlume host-game --page  ·  hexlume host-game --game sibling --host 0.0.0.0  ·  "
        "hexlume host-game --resume",
    )(host_game)
    app.command(name="join", epilog="Examples:  hexlume join CODE  ·  hexlume join CODE --page")(join_game)


def host_game(
    game: GameOption = DEFAULT_GAME,
    size: SizeOption = 0,
    option: OptionsOption = None,
    clock: ClockOption = NONE,
    colour: Annotated[
        str, typer.Option("--colour", metavar="COLOUR", help="Yours: white, black or random.")
    ] = "random",
    name: NameOption = "",
    board: BoardOption = None,
    simulate: SimulateOption = False,
    page: PageOption = False,
    panel: PanelOption = None,
    hands: HandsOption = None,
    page_port: PagePortOption = 0,
    address: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help="Where to wait for the other side; 0.0.0.0 for any network."),
    ] = DEFAULT_HOST,
    port: Annotated[
        int, typer.Option("--port", metavar="N", help="The port to wait at; 0 takes any free one.")
    ] = DEFAULT_PORT,
    told: Annotated[
        str,
        typer.Option(
            "--told", metavar="URL", help="What the code says in place of that, such as wss://games.example: a proxy's."
        ),
    ] = "",
    broker: BrokerOption = "",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the game you hosted last.")] = False,
    store: StoreOption = None,
) -> None:
    """Begin a game with somebody at another computer, who joins it with the code this prints.

    The other side's actions light up on your board; Ctrl-C leaves, and --resume goes on.
    """
    with _kept(store) as kept:
        if resume:
            opened = host_again(kept, _last(kept), broker)
        else:
            try:
                terms = _terms(game, size, option or [], clock, colour, name)
            except TimeControlError as error:
                complain(sentence(error))
                raise typer.Exit(2) from None
            opened = host(kept, terms, address=address, port=port, told=told, broker=broker)
        say("The other side joins with:")
        say(f"hexlume join {opened.invitation.code}")
        if opened.port:
            say(f"Waiting at {address}, port {opened.port}." if not resume else f"Waiting at port {opened.port}.")
        if not broker and _is_loopback(opened.invitation.where):
            say("Only programs on this computer can join; for another one name --host 0.0.0.0, or meet at a --broker.")
        _play(opened, store, board, simulate, page, panel, hands, page_port, "hexlume host-game --resume")


def join_game(
    code: Annotated[str, typer.Argument(metavar="CODE", help="What hexlume host-game printed for the other side.")],
    name: NameOption = "",
    board: BoardOption = None,
    simulate: SimulateOption = False,
    page: PageOption = False,
    panel: PanelOption = None,
    hands: HandsOption = None,
    page_port: PagePortOption = 0,
    broker: BrokerOption = "",
    store: StoreOption = None,
) -> None:
    """Join a game that somebody at another computer has begun, or go on with it."""
    with _kept(store) as kept:
        opened = join(kept, code, name[:LONGEST_NAME], broker)
        say(f"Joining the game at {opened.invitation.where}.")
        _play(opened, store, board, simulate, page, panel, hands, page_port, "the same hexlume join")


def _play(
    opened: Opened,
    store: str | None,
    board: str | None,
    simulate: bool,
    page: bool,
    panel: str | None,
    hands: int | None,
    page_port: int,
    again: str,
) -> None:
    if sum((board is not None, simulate, page)) > 1:
        raise ApartError("Choose one of --board, --simulate and --page.")
    if hands is not None and not simulate:
        raise ApartError("Scripted hands need a simulated board: add --simulate.")
    with Store(store) as opened_store, opened.kept.playing(opened.invitation.identity, opened.side.NAME):
        if page:
            from .netplay_page import playing_on_page  # noqa: PLC0415

            seat_at = playing_on_page(opened, opened_store, page_port, say)
        else:
            seat_at = _at_board(opened, opened_store, board, simulate, panel, hands, page_port)
        with seat_at as playing:
            _run(playing, again)


@contextlib.contextmanager
def _at_board(
    opened: Opened,
    store: Store,
    board: str | None,
    simulate: bool,
    panel: str | None,
    hands: int | None,
    page_port: int,
) -> Iterator[Playing]:
    """Seat a person, or scripted hands, at a board."""
    with contextlib.ExitStack() as stack:
        seat = BoardSeat(store) if hands is None else ScriptedSeat(store)
        if simulate:
            seat.make_logger = lambda ears, players: _simulated(
                stack, seat, opened, store, players, panel, hands, page_port
            )
        else:
            finder = PortFinder(board)
            finder()
            seat.make_logger = lambda ears, players: Logger(finder, store, ears, players)
        yield opened.playing(seat, say)


def _simulated(
    stack: contextlib.ExitStack,
    seat: BoardSeat,
    opened: Opened,
    store: Store,
    players: Players,
    panel: str | None,
    hands: int | None,
    page_port: int,
) -> Logger:
    """Start a simulated board for a game that is known by now, and its page; both end with the stack."""
    terms = opened.side.terms
    if terms is None:
        raise ApartError("The other side has not told the game yet.")
    options = [f"{name}={option_text(value)}" for name, value in terms.options.items()]
    board = SimulatedBoard.of(terms.rules, terms.size, options, panel)
    twin = stack.enter_context(running_twin(board, REAL, None))
    watch = PageWatch(store, players)
    logger = Logger(lambda: twin.port, store, Listeners(watch, seat.ears), players)
    watch.session = session = TwinSession(twin, lambda action: logger.command("act", action=action) is not None)
    if isinstance(seat, ScriptedSeat) and hands is not None:
        seat.attend(twin, hands)
    try:
        page = serving(make_app(session, host_names(DEFAULT_HOST)), DEFAULT_HOST, page_port)
        say(f"Your simulated board: {stack.enter_context(page)}")
    except WebError as error:
        raise ApartError(str(error)) from error
    return logger


def _run(playing: Playing, again: str) -> None:
    """Play until the end; lines that are typed meanwhile are words such as resign."""
    threading.Thread(target=_listen, args=(playing,), name="hexlume-typed", daemon=True).start()
    if playing.side.agreed is None or not playing.side.joined:
        say("Waiting for the other side. Ctrl-C ends.")
    try:
        playing.run()
    except KeyboardInterrupt:
        say(f"Stopped. The game waits; {again} goes on with it.")
        raise typer.Exit(130) from None


def _listen(playing: Playing) -> None:
    """Take typed lines until there are no more."""
    with contextlib.suppress(OSError, ValueError):
        for line in sys.stdin:
            words = line.strip().lower()
            if words:
                playing.post(lambda words=words: _do(playing, words))  # type: ignore[misc]


def _do(playing: Playing, words: str) -> None:
    """Do what was typed, on the game's thread."""
    deeds: dict[str, Callable[[], str | None]] = {
        "resign": playing.resign,
        "draw": playing.offer_draw,
        "back": playing.ask_last_back,
        "yes": lambda: playing.answer(True),
        "no": lambda: playing.answer(False),
    }
    if words not in deeds:
        say(f"Type {', '.join(deeds)} or Ctrl-C.")
    elif refusal := deeds[words]():
        say(refusal)


@contextlib.contextmanager
def _kept(store: str | None) -> Iterator[KeptGames]:
    kept = KeptGames(folder_beside(store))
    try:
        yield kept
    finally:
        kept.close()


def _last(kept: KeptGames) -> KeptGame:
    """Return the game that was hosted last; raises ``ApartError``."""
    found = next((game for game in kept.games() if game.side == HOST), None)
    if found is None:
        raise ApartError("This computer has hosted no game yet: leave out --resume.")
    return found


def _terms(game: str, size: int, options: list[str], clock: str, colour: str, name: str) -> Terms:
    """Return what is to be played; raises ``HostError`` and ``TimeControlError``."""
    if colour not in (*COLOURS, "random"):
        raise ApartError(f"'{colour[:20]}' is no colour: choose white, black or random.")
    # The same checks as for a simulated board, but on any panel.
    chosen = {name: value for name, _, value in (text.partition("=") for text in options)}
    try:
        started = games.start(game, size, chosen)
    except (OptionError, ValueError) as error:
        raise ApartError(sentence(error)) from error
    own = secrets.choice(COLOURS) if colour == "random" else colour
    if not name.isprintable():
        raise ApartError("A name is one line of printable letters.")
    control = TimeControl(clock).text
    return Terms(started.NAME, started.size, dict(started.options), control, own, name[:LONGEST_NAME])


def _is_loopback(where: str) -> bool:
    name = urlsplit(where).hostname or ""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"
