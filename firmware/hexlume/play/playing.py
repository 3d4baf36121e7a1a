"""Playing: what the board does unless its menu is open or it is being calibrated.

These three are the board's states, and the app holds one at a time. Each has ``step`` (take in what moved), ``work``
(the rest of a pass), ``press``, ``holds`` (whether a button means something else when it is held) and ``command``.
``next`` names the state to go on with, ``playing``, ``menu`` or ``calibration``; none to stay. One that ``learns`` goes
on while the sensors' zeros are not known.
"""

from ..const import const
from ..journal.flash_log import CALIBRATION
from ..sensing.panel import ACT_BUTTON, BACK_BUTTON, STARTER
from .commands import carry_out

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from ..journal.flash_log import FlashLog
    from ..output.lights import Lights
    from ..output.sound import Buzzer
    from ..sensing.sense import Sense
    from .preferences import Preferences
    from .session import GameSession


class Playing:
    """A game is played, by hands, buttons and a host's commands."""

    learns = False

    def __init__(
        self,
        session: "GameSession",
        sense: "Sense",
        memory: "FlashLog",
        preferences: "Preferences",
        lights: "Lights",
        buzzer: "Buzzer",
        calibrated: bool,
        learns_first: bool,
    ) -> None:
        """Take the parts that it uses, and whether the board has been calibrated or is to begin with that."""
        self.next = ""
        self._session = session
        self._sense = sense
        self._memory = memory
        self._preferences = preferences
        self._lights = lights
        self._buzzer = buzzer
        self._calibrated = calibrated
        self._learns_first = learns_first

    def resume(self, ms: int) -> None:
        """Go on with the game after another state."""
        self.next = ""
        self._session.after_menu(self._sense.pieces, ms)

    def step(self, moved: bool, ms: int) -> None:
        """Follow the hands; first of all keep what was learned since the board's start."""
        if moved:
            self._session.follow(self._sense.pieces, ms)
            self._session.status()
        if self._sense.calibration is not None and self._sense.known:
            self._begin()

    def work(self, ms: int) -> None:
        """Do what does not depend on hands: clock, opponent, legal actions."""
        self._session.work(self._sense.pieces, ms)
        self._session.status()

    def holds(self, button: int) -> bool:
        """Return true: every button means something else when it is held."""
        return True

    def press(self, button: int, held: bool, ms: int) -> None:
        """Do what a press of a button means."""
        session, pieces = self._session, self._sense.pieces
        if button == ACT_BUTTON:
            if held:
                session.confirm(pieces, ms)
            else:
                session.choose()
        elif button == BACK_BUTTON:
            if held:
                session.offer_conclusion()
            else:
                session.press_back(pieces, ms)
        elif held:
            session.restart(pieces, ms)
        elif session.grid.board != STARTER:
            self.next = "menu"

    def command(self, message: "dict[str, Any]", ms: int) -> str | None:
        """Carry out a host's command; return ``None``, or one sentence why not."""
        what = message.get("do")
        if what == "settings":
            refusal = self._preferences.take(message)
            self._preferences.keep(self._memory)
            self._preferences.apply(self._lights, self._buzzer, self._session)
            return refusal
        if what == "learn":
            self.next = "calibration"
            return None
        return carry_out(self._session, message, self._sense.pieces, ms)

    def _begin(self) -> None:
        """Keep what was learned at the board's first start; a board may be set to be calibrated then."""
        calibration = self._sense.take_calibration()
        if calibration is not None and not self._calibrated:
            # Learned once and kept: later starts may begin with discs standing.
            self._memory.write(CALIBRATION, calibration.pack())
            self._calibrated = True
            if self._learns_first:
                self.next = "calibration"
