"""The simulated board of ``hexlume play``: it begins any game, on another panel where the game needs one."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from hexlume import games
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

from ...device.changeable_twin import ChangeableTwin
from ...device.listener import LinkListener
from ...device.logger import Logger
from ...device.resume import BoardReplies, meet, set_up
from ...device.simulated_board import SimulatedBoard, smallest_panel
from ...store.repository import Store
from ..live.board import GameTitle
from ..live.twin_hands import TwinHands

_LOOK_SECONDS = 0.1
"""Interval of looks whether the board is there."""


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


class SimulatedTable:
    """Begins games on the simulated board of this program, and goes on with stored ones. Any thread may call it."""

    def __init__(
        self, twin: ChangeableTwin, hands: TwinHands, logger: Logger, replies: BoardReplies, store: Store
    ) -> None:
        """``replies`` must listen to the logger."""
        self._twin, self._hands, self._logger, self._replies = twin, hands, logger, replies
        self._store = store
        self._lock = threading.Lock()

    @property
    def board(self) -> str:
        """The board's id."""
        return self._hands.board.board

    @property
    def level_names(self) -> Sequence[str]:
        """The levels of Hexlume, the gentlest first."""
        return self._hands.level_names

    def goes_on(self) -> bool:
        """Return whether a game is being played in which something was done."""
        live = self._hands.board.live
        return live is not None and bool(live.actions) and live.ending.status == UNFINISHED

    def begin(self, game: Game, clock: str, seats: Seats, continued: str = "") -> None:
        """Begin a game after all its actions, which takes seconds on another panel; raises ``HexlumeError``.

        ``continued`` is the id of the stored game that has these actions.
        """
        self._check(seats)
        board = SimulatedBoard.of(game, clock=clock)
        with self._lock:
            live = self._hands.board.live
            changed = board.panel != self._twin.process.panel
            if changed:
                self._change_panel(board)
            if not changed or game.codes:
                set_up(self._logger, self._replies, game, clock)
            if continued:
                self._store.mark(continued, FROM_CONTINUED)
            self._seat(game, seats)
            self._hands.set_up_table("" if live is None else live.id)

    def resume(self, number: int) -> None:
        """Go on with a game of the store; raises ``HexlumeError`` for one that cannot go on."""
        record = self._store.record(number)
        live = self._hands.board.live
        if live is not None and live.id == record.game and live.ending.status == UNFINISHED:
            return
        if record.ending.status == FINISHED:
            raise HexlumeError(f"Game {record.id} has ended.")
        state = GameState.replay(record)
        if state.game is None or not state.legal:
            raise RecordError(state.problem)
        seats = seats_of(record)
        if seats.opponent not in (PERSON, *self.level_names):
            seats = Seats(seats.players, self.level_names[-1], seats.engine)
        self.begin(state.game, record.clock or NONE, seats, record.game)

    def start(self, taken_up: GameState | None, board: SimulatedBoard, seats: Seats) -> None:
        """Seat the players of the game with which the board starts, after a game's actions if it is ``taken_up``.

        Raises ``HexlumeError``.
        """
        self._check(seats)
        with self._lock:
            while self._replies.met.empty():
                if self._hands.ended.wait(_LOOK_SECONDS):
                    # Whoever waits for the end of the twin reports it.
                    return
            if taken_up is not None:
                set_up(self._logger, self._replies, board.game, board.clock)
                self._store.mark(taken_up.id, FROM_CONTINUED)
            self._seat(board.game, seats)

    def _check(self, seats: Seats) -> None:
        if seats.opponent not in (PERSON, *self.level_names):
            raise HexlumeError(
                f"Hexlume has no level {seats.opponent} here: choose one of {', '.join(self.level_names)}."
            )

    def _seat(self, game: Game, seats: Seats) -> None:
        """Let the board know who plays."""
        hands = self._hands
        hands.names = seats.players
        seat = NO_ENGINE
        if seats.opponent != PERSON:
            hands.choose_level(self.level_names.index(seats.opponent) + 1)
            seat = ENGINE_FIRST if seats.engine == COLOURS[game.FIRST] else ENGINE_SECOND
        hands.choose_opponent(OPPONENTS[seat])

    def _change_panel(self, board: SimulatedBoard) -> None:
        """Go on with a twin that has another panel. The one before ends when it has started."""
        while not self._replies.met.empty():
            self._replies.met.get_nowait()
        before = self._twin.change(board)
        self._hands.leave_twin()
        before.stop()
        try:
            meet(self._replies)
        finally:
            self._hands.follow_twin(self._twin.process)


class StoredPlayers(LinkListener):
    """Keeps in the store who plays the present game at the board, and which one it goes on with."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.hands: TwinHands | None = None
        """Who knows them; ``None``: nobody yet."""

    def committed(self, events: Sequence[BoardEvent]) -> None:
        """Store the players of a game that begins, and that it goes on with the one before a lesson."""
        if self.hands is not None and self.hands.continued and any(event.kind == START for event in events):
            self._store.mark(self.hands.continued, FROM_CONTINUED)
            self.hands.continued = ""
        self._update()

    def table(self, table: object) -> None:
        """Store the players where the board reports another opponent."""
        self._update()

    def _update(self) -> None:
        if self.hands is None:
            return
        board = self.hands.board
        with board.lock:
            live, title, starters = board.live, board.title, self.hands.starters()
        if live is None or title is None or starters is None or live.ending.status != UNFINISHED:
            return
        if starters != title.starters:
            self._store.set_players(live.id, starters)
            title = GameTitle.of(self._store.record(live.id))
            with board.lock:
                if board.live is live:
                    board.title = title
                    board.show()


@cache
def board_sizes(rules: str) -> dict[int, int]:
    """Return the sizes of a game's boards that a simulated board can be, and how many cells each has."""
    kind = games.game_class(rules)
    grids = {size: kind.GRID(size) for size in range(kind.MIN_SIZE, kind.MAX_SIZE + 1)}
    return {size: grid.cells for size, grid in grids.items() if smallest_panel(grid)}
