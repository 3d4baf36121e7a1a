"""Playing: what the board does unless its menu is open or it is being calibrated.

These three are the board's states, and the app holds one at a time. Each has ``step`` (take in what moved), ``work``
(the rest of a pass), ``press`` and ``command``. ``next`` names the state to go on with, ``playing``, ``menu`` or
``calibration``; none to stay. Each takes the session, which has the board's other parts.
"""

from ..const import const
from ..journal.flash_log import CALIBRATION
from ..sensing import panel
from ..sensing.calibration import stored
from .commands import carry_out

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from .session import GameSession


class Playing:
    """A game is played, by hands, buttons and a host's commands."""

    def __init__(self, session: "GameSession") -> None:
        """Take the session."""
        self.next = ""
        self._session = session

    def step(self, moved: bool, ms: int) -> None:
        """Follow the hands; first of all keep what was learned since the board's start."""
        sense = self._session.sense
        if moved:
            self._session.follow(ms)
        if sense.calibration is not None and sense.known:
            self._begin()

    def work(self, ms: int) -> None:
        """Do what does not depend on hands: clock, opponent, legal actions."""
        self._session.work(ms)
        self._session.status()

    def press(self, button: int, held: bool, ms: int) -> None:
        """Do what a press of a button means."""
        session = self._session
        if button == panel.ACT_BUTTON:
            if held:
                session.confirm(ms)
            else:
                session.choose()
        elif button == panel.BACK_BUTTON:
            if held:
                session.offer_conclusion()
            else:
                session.take_back(ms, True)
        elif held:
            session.restart(ms)
        elif session.grid.board != panel.STARTER:
            self.next = "menu"

    def command(self, message: "dict[str, Any]", ms: int) -> str | None:
        """Carry out a host's command; return ``None``, or one sentence why not."""
        session, what = self._session, message.get("do")
        if what == "learn":
            self.next = "calibration"
            return None
        if what == "settings":
            refusal = session.preferences.take(message)
            session.preferences.keep(session.log.journal.memory)
            session.follow(ms)
            return refusal
        return carry_out(session, message, ms)

    def _begin(self) -> None:
        """Keep what was learned at the board's first start; a board may be set to be calibrated then."""
        memory, preferences = self._session.log.journal.memory, self._session.preferences
        calibration = self._session.sense.take_calibration()
        if stored(memory.read(CALIBRATION), preferences.grid.cells) is None:
            # Learned once and kept: later starts may begin with discs standing.
            memory.write(CALIBRATION, calibration.pack())
            if preferences.learns:
                self.next = "calibration"
