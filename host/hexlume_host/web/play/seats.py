"""Seats at a simulated board: who plays which colour, there and in the store."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexlume.games.game import Game
from hexlume.games.pieces import COLOURS
from hexlume.match.game_clock import NONE
from hexlume.play.preferences import ENGINE_FIRST, ENGINE_SECOND, OPPONENTS
from hexlume.play.preferences import PERSON as NO_ENGINE
from hexlume_record.errors import HexlumeError, RecordError
from hexlume_record.game.events import START, BoardEvent
from hexlume_record.game.record import FINISHED, FROM_CONTINUED, NOBODY, UNFINISHED, GameRecord, Players
from hexlume_record.game.state import GameState
from hexlume_record.words.engine_names import PERSON, engine_level

from ...device.listener import LinkListener

if TYPE_CHECKING:
    from ...store.repository import Store
    from ..live.twin_hands import TwinHands


@dataclass(frozen=True, slots=True)
class Seats:
    """Who plays: ``players`` are the people's names by the colours with which they start.

    ``opponent`` is ``person`` or a level of Hexlume, which then starts with the colour ``engine``.
    """

    players: Players = NOBODY
    opponent: str = PERSON
    engine: str = ""


def seats_of(record: GameRecord) -> Seats:
    """Return who plays a stored game."""
    names = {"white": record.starters.white, "black": record.starters.black}
    for colour, name in names.items():
        if level := engine_level(name):
            return Seats(Players(**{**names, colour: ""}), level, colour)
    return Seats(record.starters)


def check_seats(hands: "TwinHands", seats: Seats) -> None:
    """Raise ``HexlumeError`` where Hexlume has no such level at a board."""
    if seats.opponent not in (PERSON, *hands.level_names):
        raise HexlumeError(f"Hexlume has no level {seats.opponent} here: choose one of {', '.join(hands.level_names)}.")


def take_seats(hands: "TwinHands", game: Game, seats: Seats) -> None:
    """Let a board know who plays a game."""
    seat = NO_ENGINE
    if seats.opponent != PERSON:
        hands.choose_level(hands.level_names.index(seats.opponent) + 1)
        seat = ENGINE_FIRST if seats.engine == COLOURS[game.FIRST] else ENGINE_SECOND
    hands.choose_opponent(OPPONENTS[seat])


def to_continue(record: GameRecord, levels: Sequence[str]) -> tuple[Game, str, Seats]:
    """Return a stored game to go on with, its clock and who plays; raises ``HexlumeError`` for one that cannot go on.

    A level that is not one of ``levels`` becomes the strongest.
    """
    if record.ending.status == FINISHED:
        raise HexlumeError(f"Game {record.id} has ended.")
    state = GameState.replay(record)
    if state.game is None or not state.legal:
        raise RecordError(state.problem)
    seats = seats_of(record)
    if seats.opponent not in (PERSON, *levels):
        seats = Seats(seats.players, levels[-1], seats.engine)
    return state.game, record.clock or NONE, seats


class StoredPlayers(LinkListener):
    """Keeps in the store who plays the present game at the board, and which one it goes on with."""

    def __init__(self, store: "Store") -> None:
        self._store = store
        self.hands: TwinHands | None = None
        """Who knows them; ``None``: nobody yet."""

    def committed(self, events: Sequence[BoardEvent]) -> None:
        """Store the players of a game that begins, and that it goes on with the one before a lesson."""
        if self.hands is not None and self.hands.continued and any(event.kind == START for event in events):
            self._store.mark(self.hands.continued, FROM_CONTINUED)
            self.hands.continued = ""
        self.update()

    def table(self, table: object) -> None:
        """Store the players where the board reports another opponent."""
        self.update()

    def update(self) -> None:
        """Store the players if they are not those that the game has in the store."""
        if self.hands is None:
            return
        board = self.hands.board
        with board.lock:
            live, header, starters = board.live, board.header, self.hands.starters()
        if live is None or header is None or starters is None or live.ending.status != UNFINISHED:
            return
        if live.id == self.hands.named_after:
            return
        if starters != header.starters:
            self._store.set_players(live.id, starters)
