"""Playing: what the board does unless its menu is open or it is being calibrated.

These three are the board's states, and the app holds one at a time. Each has ``step`` (take in what moved), ``work``
(the rest of a pass), ``press``, ``holds`` (whether a button means something else when it is held) and ``command``.
``next`` names the state to go on with, ``playing``, ``menu`` or ``calibration``; none to stay. One that ``learns`` goes
on while the sensors' zeros are not known. Each takes the ``Board``: the app, whose parts they share.
"""

from ..const import const
from ..journal.flash_log import CALIBRATION
from ..sensing.calibration import stored
from ..sensing.panel import ACT_BUTTON, BACK_BUTTON, STARTER
from .commands import carry_out

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any, Protocol

    from ..games.grid import HexGrid, SquareGrid
    from ..journal.flash_log import FlashLog
    from ..output.sound import Buzzer
    from ..sensing.scan import Scan
    from ..sensing.sense import Sense
    from .preferences import Preferences
    from .session import GameSession

    class Board(Protocol):
        """What the states use of the app."""

        grid: HexGrid | SquareGrid
        scan: Scan
        sense: Sense
        memory: FlashLog
        preferences: Preferences
        buzzer: Buzzer
        session: GameSession


class Playing:
    """A game is played, by hands, buttons and a host's commands."""

    learns = False

    def __init__(self, board: "Board") -> None:
        """Take the board."""
        self.next = ""
        self._board = board

    def resume(self, ms: int) -> None:
        """Go on with the game after another state."""
        self.next = ""
        self._board.session.after_menu(ms)

    def step(self, moved: bool, ms: int) -> None:
        """Follow the hands; first of all keep what was learned since the board's start."""
        if moved:
            self._board.session.follow(ms)
        if self._board.sense.calibration is not None and self._board.sense.known:
            self._begin()

    def work(self, ms: int) -> None:
        """Do what does not depend on hands: clock, opponent, legal actions."""
        self._board.session.work(ms)
        self._board.session.status()

    def holds(self, button: int) -> bool:
        """Return true: every button means something else when it is held."""
        return True

    def press(self, button: int, held: bool, ms: int) -> None:
        """Do what a press of a button means."""
        session = self._board.session
        if button == ACT_BUTTON:
            if held:
                session.confirm(ms)
            else:
                session.choose()
        elif button == BACK_BUTTON:
            if held:
                session.offer_conclusion()
            else:
                session.press_back(ms)
        elif held:
            session.restart(ms)
        elif session.grid.board != STARTER:
            self.next = "menu"

    def command(self, message: "dict[str, Any]", ms: int) -> str | None:
        """Carry out a host's command; return ``None``, or one sentence why not."""
        board, what = self._board, message.get("do")
        if what == "learn":
            self.next = "calibration"
            return None
        if what == "settings":
            refusal = board.preferences.take(message)
            board.preferences.keep(board.memory)
            board.session.follow(ms)
            return refusal
        return carry_out(board.session, message, ms)

    def _begin(self) -> None:
        """Keep what was learned at the board's first start; a board may be set to be calibrated then."""
        board = self._board
        calibration = board.sense.take_calibration()
        if stored(board.memory.read(CALIBRATION), board.grid.cells) is None:
            # Learned once and kept: later starts may begin with discs standing.
            board.memory.write(CALIBRATION, calibration.pack())
            if board.preferences.learns:
                self.next = "calibration"
