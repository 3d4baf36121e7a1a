"""Playing: what the board does unless its menu is open or it is being calibrated.

These three are the board's states, and the app holds one at a time. Each has ``step`` (take in what moved), ``work``
(the rest of a pass), ``press`` and ``command``. ``next`` names the state to go on with, ``playing``, ``menu`` or
``calibration``; none to stay.
"""

from ..const import const
from ..hardware import panel
from ..journal.flash_log import CALIBRATION
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
        """Take in what moved. First of all, keep what the sensors have learned."""
        if moved:
            self._session.take_in(ms)
        if self._session.sense.calibration is not None and self._session.sense.known:
            self._keep_calibration()

    def work(self, ms: int) -> None:
        """Do what does not depend on hands: clock, opponent, legal actions."""
        self._session.work(ms)

    def press(self, button: int, held: bool, ms: int) -> None:
        """Do what a press of a button means."""
        session = self._session
        if button == panel.ACT_BUTTON:
            if held:
                session.act_button.hold(ms)
            else:
                session.act_button.press()
        elif button == panel.BACK_BUTTON:
            if held:
                session.act_button.offer_conclusion()
            else:
                session.take_back(ms, True)
        elif held:
            session.restart(ms)
        elif session.grid.board != panel.STARTER:
            self.next = "menu"

    def command(self, message: "dict[str, Any]", ms: int) -> str | None:
        """Carry out a host's command; return ``None``, or one sentence why not."""
        if message.get("do") == "learn":
            self.next = "calibration"
            return None
        return carry_out(self._session, message, ms)

    def _keep_calibration(self) -> None:
        """Keep what was learned at the board's first start; a board may be set to be calibrated then."""
        session = self._session
        memory = session.log.journal.memory
        learned = session.sense.take_calibration()
        if stored(memory.read(CALIBRATION), session.grid.cells) is None:
            # Learned once and kept: later starts may begin with discs standing.
            memory.write(CALIBRATION, learned.pack())
            if session.preferences.learns:
                self.next = "calibration"
