"""What the board does instead of playing: its menu is open, or it is being calibrated.

States of the app, as ``hexlume.play.playing`` says.
"""

from ..constant import const
from ..journal.flash_log import CALIBRATION
from ..output.sound import ACCEPTED, FINISHED
from ..sensing.calibration import Calibration, stored
from ..sensing.panel import ACT_BUTTON, BACK_BUTTON
from .calibration_wizard import CalibrationWizard
from .menu import Menu

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from array import array
    from typing import Any

    from ..games.grid import HexGrid, SquareGrid
    from ..journal.flash_log import FlashLog
    from ..output.lights import Lights
    from ..output.sound import Buzzer
    from ..play.preferences import Preferences
    from ..play.session import GameSession
    from ..sensing.sense import Sense


class MenuState:
    """The menu, open over the table: its choices are shown and, where they can be, heard and seen at once."""

    learns = False

    def __init__(
        self,
        grid: "HexGrid | SquareGrid",
        preferences: "Preferences",
        memory: "FlashLog",
        lights: "Lights",
        buzzer: "Buzzer",
        running: "GameSession",
        sense: "Sense",
        ms: int,
    ) -> None:
        """Open it; take the panel's grid, the preferences, where they are kept, and the parts that they are about."""
        self.next = ""
        self._preferences = preferences
        self._memory = memory
        self._lights = lights
        self._buzzer = buzzer
        self._running = running
        self._sense = sense
        self._menu = Menu(grid, preferences)
        self._shown = -1
        running.pause(ms)
        self._menu.open(sense.pieces)

    def step(self, moved: bool, ms: int) -> None:
        """Take in what moved, and show and tell what has changed."""
        menu, prompt = self._menu, self._running.prompt
        if moved and menu.take(self._sense.pieces):
            menu.draft.apply(self._lights, self._buzzer, self._running)
            self._buzzer.play(ACCEPTED)
        if menu.version != self._shown:
            self._shown = menu.version
            prompt.draw(menu)
            self._running.report.send_menu(menu.draft.rules)

    def work(self, ms: int) -> None:
        """Keep the status lights up to date."""
        self._running.status()

    def command(self, message: "dict[str, Any]", ms: int) -> str | None:
        """Return the sentence why a host's command is not carried out."""
        return "the board's menu is open: close it first"

    def holds(self, button: int) -> bool:
        """Return whether holding a button means something else than pressing it."""
        return button != ACT_BUTTON

    def press(self, button: int, held: bool, ms: int) -> None:
        """Close the menu: with its choices for a short press of menu or act, without for any other.

        Back, when it is held, calibrates the board.
        """
        self._running.report.send_menu("")
        keep = not held and button != BACK_BUTTON
        before = self._preferences.copy()
        chosen = self._menu.close() if keep else self._menu.cancel()
        chosen.apply(self._lights, self._buzzer, self._running)
        if keep:
            chosen.keep(self._memory)
            same = chosen.time_control == before.time_control or self._running.begun
            if not same or not chosen.same_game(before):
                self._running.begin(chosen.start(), ms)
        self.next = "calibration" if held and button == BACK_BUTTON else "playing"


class CalibrationState:
    """The board while it is calibrated: no game, only its lights, buttons and health."""

    learns = True

    def __init__(
        self,
        grid: "HexGrid | SquareGrid",
        counts: "array[int]",
        sense: "Sense",
        memory: "FlashLog",
        buzzer: "Buzzer",
        running: "GameSession",
        ms: int,
    ) -> None:
        """Begin; take the panel's grid, the scan's buffer of counts, the sense that learns, and the other parts."""
        self.next = ""
        self._sense = sense
        self._memory = memory
        self._buzzer = buzzer
        self._prompt = running.prompt
        sense.learn_into(stored(memory.read(CALIBRATION), grid.cells) or Calibration(grid.cells))
        self._learning = CalibrationWizard(grid, counts, sense)
        running.pause(ms)
        self._learning.open()
        self._prompt.draw(self._learning)

    def step(self, moved: bool, ms: int) -> None:
        """Take in one scan."""
        if self._learning.take():
            self._end()
        else:
            self._prompt.draw(self._learning)

    def work(self, ms: int) -> None:
        """Do nothing else."""

    def command(self, message: "dict[str, Any]", ms: int) -> str | None:
        """Return the sentence why a host's command is not carried out."""
        return "the board is being calibrated: finish that first"

    def holds(self, button: int) -> bool:
        """Return whether holding a button means something else than pressing it."""
        return False

    def press(self, button: int, held: bool, ms: int) -> None:
        """Go on for act, end it for any other button."""
        if button != ACT_BUTTON or self._learning.go_on():
            self._end()

    def _end(self) -> None:
        """Keep what was learned."""
        self.next = "playing"
        calibration = self._sense.take_calibration()
        if calibration is not None:
            self._memory.write(CALIBRATION, calibration.pack())
        self._buzzer.play(FINISHED)
