"""The simulated board of ``hexlume play``: it begins any game, on another panel where the game needs one."""

import threading
from collections.abc import Sequence

from hexlume.games.game import Game
from hexlume_record.errors import HexlumeError
from hexlume_record.game.record import FROM_CONTINUED

from ...device.changeable_twin import ChangeableTwin
from ...device.logger import Logger
from ...device.resume import BoardReplies, meet, set_up
from ...device.simulated_board import SimulatedBoard
from ...store.repository import Store
from ..live.twin_hands import TwinHands
from .seats import Seats, StoredPlayers, check_seats, take_seats, to_continue

_LOOK_SECONDS = 0.1
"""Interval of looks whether the board is there."""


class SimulatedTable:
    """Begins games on the simulated board of this program, and goes on with stored ones. Any thread may call it."""

    def __init__(
        self,
        twin: ChangeableTwin,
        hands: TwinHands,
        logger: Logger,
        replies: BoardReplies,
        store: Store,
        stored: StoredPlayers,
    ) -> None:
        """``replies`` and ``stored`` must listen to the logger."""
        self._twin, self._hands, self._logger, self._replies = twin, hands, logger, replies
        self._store, self._stored = store, stored
        self._lock = threading.Lock()

    @property
    def device(self) -> str:
        """The board's id."""
        return self._hands.board.device

    @property
    def level_names(self) -> Sequence[str]:
        """The levels of Hexlume, the gentlest first."""
        return self._hands.level_names

    def goes_on(self) -> bool:
        """Return whether a game is being played in which something was done."""
        return self._hands.goes_on()

    def begin(self, game: Game, clock: str, seats: Seats, continued: str = "") -> None:
        """Begin a game after all its actions, which takes seconds on another panel; raises ``HexlumeError``.

        ``continued`` is the id of the stored game that has these actions.
        """
        check_seats(self._hands, seats)
        board = SimulatedBoard.of(game, clock=clock)
        with self._lock:
            hands = self._hands
            live, names = hands.board.live, hands.names
            before = "" if live is None else live.id
            # The board's report of the game may come before its answer.
            hands.names, hands.named_after = seats.players, before
            changed = board.panel != self._twin.process.panel
            try:
                if changed:
                    self._change_panel(board)
                self._set_up(board, seats, continued, is_new=changed)
            except HexlumeError:
                hands.names, hands.named_after = names, ""
                raise
            self._stored.update()
            hands.set_up_table(before)

    def resume(self, number: int) -> None:
        """Go on with a game of the store; raises ``HexlumeError`` for one that cannot go on."""
        record = self._store.record(number)
        if not self._hands.plays(record.game):
            self.begin(*to_continue(record, self.level_names), record.game)

    def start(self, board: SimulatedBoard, seats: Seats) -> None:
        """Seat the players of the game with which the board starts; raises ``HexlumeError``.

        The hands have their names already.
        """
        check_seats(self._hands, seats)
        with self._lock:
            while self._replies.met.empty():
                if self._hands.ended.wait(_LOOK_SECONDS):
                    # Whoever waits for the end of the twin reports it.
                    return
            take_seats(self._hands, board.game, seats)

    def _set_up(self, board: SimulatedBoard, seats: Seats, continued: str, *, is_new: bool) -> None:
        """Let the board have the game, with which one that ``is_new`` has begun, and know who plays."""
        if board.game.codes or not is_new:
            set_up(self._logger.command, self._replies, board.game, board.clock)
        if continued:
            self._store.mark(continued, FROM_CONTINUED)
        take_seats(self._hands, board.game, seats)

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
