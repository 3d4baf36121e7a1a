"""``hexlume host-game``: a game with somebody at another computer."""

import contextlib
import ipaddress
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal
from urllib.parse import urlsplit

import typer

from hexlume.games.game import Game
from hexlume.match.game_clock import NONE
from hexlume_host.cli.options.game import (
    DEFAULT_GAME,
    ClockOption,
    GameOption,
    OptionsOption,
    PanelOption,
    SizeOption,
    start_game,
)
from hexlume_host.cli.options.store import StoreOption
from hexlume_host.cli.output import ending_on_ctrl_c, say
from hexlume_host.cli.pages import PageSettings, check_page_port, hands_at, serving_board
from hexlume_host.device.discovery import PortFinder
from hexlume_host.device.logger import Logger
from hexlume_host.device.serial_port import Port
from hexlume_host.device.simulated_board import REAL, SimulatedBoard, running_twin
from hexlume_host.store.repository import Players, Store
from hexlume_host.web.http.server import DEFAULT_HOST
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.live.port_watch import PortWatch

from ..board_player import BoardPlayer
from ..connect import DEFAULT_PORT, host, new_terms, resume
from ..entries import HOST
from ..errors import NetplayError
from ..page import playing_on_page
from ..saved_games import SavedGame, SavedGames
from ..session import COMMANDS, Session

NameOption = Annotated[str, typer.Option("--name", metavar="NAME", help="Your name, for the other side too.")]
DeviceOption = Annotated[
    str | None, typer.Option("--device", metavar="PORT", help="Play on the board at this serial port or URL.")
]
SimulateOption = Annotated[bool, typer.Option("--simulate", help="Play on a simulated board, on a page.")]
PageOption = Annotated[bool, typer.Option("--page", help="Play without a board, on a page in the browser.")]
PagePortOption = Annotated[int, typer.Option("--page-port", metavar="N", help="The page's port; 0 for any free one.")]
BrokerOption = Annotated[
    str,
    typer.Option(
        "--broker",
        envvar="HEXLUME_BROKER",
        metavar="URL",
        help="Meet at an MQTT broker, such as mqtts://user@host:8883: for two hosts behind routers.",
    ),
]


def host_game(
    game: GameOption = DEFAULT_GAME,
    size: SizeOption = 0,
    option: OptionsOption = None,
    clock: ClockOption = NONE,
    colour: Annotated[Literal["white", "black", "random"], typer.Option("--colour", help="Your colour.")] = "random",
    name: NameOption = "",
    device: DeviceOption = None,
    simulate: SimulateOption = False,
    page: PageOption = False,
    panel: PanelOption = None,
    page_port: PagePortOption = 0,
    address: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help="Where to wait for the other side; 0.0.0.0 for any network."),
    ] = DEFAULT_HOST,
    port: Annotated[
        int, typer.Option("--port", metavar="N", help="The port to wait at; 0 takes any free one.")
    ] = DEFAULT_PORT,
    advertise: Annotated[
        str, typer.Option("--advertise", metavar="URL", help="The address in the code, such as wss://games.example.")
    ] = "",
    broker: BrokerOption = "",
    last: Annotated[bool, typer.Option("--resume", help="Resume the game that you hosted last.")] = False,
    store: StoreOption = None,
) -> None:
    """Start a game with somebody at another computer.

    That person joins it with the code that this prints. The other side's actions light up on your board. Ctrl-C leaves,
    and --resume goes on.

    Examples:  hexlume host-game --page  ·  hexlume host-game --game sibling --host 0.0.0.0  ·  hexlume host-game
    --resume
    """
    place = Place(device, simulate, page, panel, page_port)
    started = None
    with Store(store) as opened:
        saved = SavedGames(opened)
        if last:
            begin = partial(resume, _last_hosted(saved), broker)
        else:
            started = start_game(game, size, option or [])
            terms = new_terms(game, started.size, started.options, clock, colour, name)
            begin = partial(host, saved, terms, address=address, port=port, advertise=advertise, broker=broker)
        place.check(started)
        session = begin()
        _announce(session, broker)
        play_shared(session, opened, place, "hexlume host-game --resume")


def _announce(session: Session, broker: str) -> None:
    """Print the code and where the other side is waited for."""
    say("The other side joins with:")
    say(f"hexlume join {session.invitation.code}")
    notes = session.saved.notes
    if "port" in notes:
        say(f"Waiting at {notes['address']}, port {notes['port']}.")
    if not broker and _is_loopback(session.invitation.where):
        say("Only programs on this computer can join; for another one name --host 0.0.0.0, or meet at a --broker.")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a person plays, as the options say: at a board's port, on a simulated board, or on a page."""

    device: str | None
    simulate: bool
    page: bool
    panel: str | None
    page_port: int

    def check(self, game: Game | None = None) -> None:
        """Raise ``HexlumeError`` if a game, where known, cannot be played there: before it is announced or saved."""
        if sum((self.device is not None, self.simulate, self.page)) > 1:
            raise NetplayError("Choose one of --device, --simulate and --page.")
        if self.simulate or self.page:
            check_page_port(self.page_port)
        else:
            Port(PortFinder(self.device)()).close()
        if self.simulate and game is not None:
            SimulatedBoard.of(game, self.panel)


def play_shared(session: Session, store: Store, place: Place, again: str) -> None:
    """Play a game with another computer until it ends; ``again`` is the command that goes on with it."""
    if place.page:
        playing = playing_on_page(session, store, place.page_port)
    else:
        playing = _playing_at_board(session, store, place)
    with playing as run:
        _play(session, run, again)


@contextlib.contextmanager
def _playing_at_board(session: Session, store: Store, place: Place) -> Iterator[Callable[[], None]]:
    """Let a person play at a board; yields what plays the game."""
    with contextlib.ExitStack() as stack:

        def make_logger(player: BoardPlayer, players: Players) -> Logger:
            if place.simulate:
                return _simulated(stack, player, session, store, players, place)
            return Logger(finder, store, player, players=players)

        finder = PortFinder(place.device)
        if not place.simulate:
            finder()
        yield partial(session.run, BoardPlayer(store, make_logger), say)


def _simulated(
    stack: contextlib.ExitStack,
    player: BoardPlayer,
    session: Session,
    store: Store,
    players: Players,
    place: Place,
) -> Logger:
    """Start a simulated board for a game that is known by now, and its page; both end with the stack."""
    terms = session.replica.terms
    assert terms is not None
    board = SimulatedBoard.of(terms.begin(), place.panel)
    twin = stack.enter_context(running_twin(board, REAL, None, at_home=True))
    hub = LiveHub()
    logger = Logger(lambda: twin.port, store, PortWatch(hub, store), player, players=players)
    page = serving_board(store, hub, hands_at(hub, twin, logger), PageSettings(port=place.page_port))
    say(f"Your simulated board: {stack.enter_context(page)}")
    return logger


def _play(session: Session, run: Callable[[], None], again: str) -> None:
    """Play until the end; lines that are typed meanwhile are words such as resign."""
    threading.Thread(target=_listen, args=(session,), name="hexlume-typed", daemon=True).start()
    if session.replica.confirmed is None or not session.replica.joined:
        say("Waiting for the other side. Ctrl-C ends.")
    with ending_on_ctrl_c(lambda: f"Stopped. The game waits; {again} goes on with it."):
        run()


def _listen(session: Session) -> None:
    """Take typed lines until there are no more."""
    with contextlib.suppress(OSError, ValueError):
        for line in sys.stdin:
            words = line.strip().lower()
            if words:
                session.post(lambda words=words: _do(session, words))  # type: ignore[misc]


def _do(session: Session, words: str) -> None:
    """Do what was typed, on the game's thread."""
    command = COMMANDS.get(words)
    if command is None:
        say(f"Type {', '.join(COMMANDS)} or Ctrl-C.")
    elif refusal := command(session):
        say(refusal)


def _last_hosted(saved: SavedGames) -> SavedGame:
    """Return the game that was hosted last; raises ``NetplayError``."""
    found = next((game for game in saved.games() if game.role == HOST), None)
    if found is None:
        raise NetplayError("This computer has hosted no game yet: leave out --resume.")
    return found


def _is_loopback(where: str) -> bool:
    name = urlsplit(where).hostname or ""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"
