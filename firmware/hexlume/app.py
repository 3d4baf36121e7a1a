"""The app: the parts put together, and the loop that reads like the way of the data."""

import random as chance

from . import sound
from .calibration import CalibrationError, unpack
from .chronicle import Chronicle
from .constant import const
from .health import Health
from .journal import Journal
from .layout import Layout
from .lights import Lights
from .link import Link
from .memory import CALIBRATION, SETTINGS, Memory
from .on_demand import give_back
from .panel import BUTTONS, STARTER, STATUS_LEDS, cell_site, led_budget_ma
from .preferences import COACH, Preferences
from .prompt import HINTS_ALWAYS
from .record import ABANDON
from .running import RunningGame
from .sense import Sense
from .sound import Buzzer

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any, Callable

    import keypad
    import neopixel
    import nvm
    import pwmio
    import usb_cdc

    from .archive import Archive
    from .calibration import Calibration
    from .clock import Clock
    from .games.contract import Game
    from .grid import HexGrid, SquareGrid
    from .health_report import HealthReport
    from .learning import Learning
    from .menu import Menu
    from .scan import Scan
    from .settings import Settings
    from .timing import GameClock


PASS_MS = 20
"""The loop's period: 50 scans a second. A panel too large for it runs as fast as it can."""
_MENU_HOLD_MS = const(2000)
"""Holding the menu button for so long gives the game up and begins a new one; in the menu it leaves it as it was."""
_ACT_HOLD_MS = const(800)
"""Holding the act button for so long plays the action that shorter presses have chosen."""
_BACK_HOLD_MS = const(2000)
"""Holding the back button for so long puts resigning on the act button; in the menu it calibrates the board."""


class App:
    """The board. ``run`` never returns; ``step`` is one pass of the loop."""

    def __init__(
        self,
        settings: "Settings",
        clock: "Clock",
        scan: "Scan",
        pixels: "neopixel.NeoPixel",
        keys: "keypad.Keys",
        serial: "usb_cdc.Serial",
        pwm: "pwmio.PWMOut",
        memory: "nvm.ByteArray",
        archive: "Archive",
        random: "Callable[[int], bytes]",
        identity: str,
    ) -> None:
        """Take the settings, the clock, the scan, the NeoPixel chain, the keypad, the serial channel, the
        buzzer's PWM output, the non-volatile memory, the archive on the drive, the chip's random bytes and its id."""
        grid = settings.grid
        self._memory = Memory(memory, archive)
        boot = self._memory.count_boot(random)
        chance.seed(int.from_bytes(random(3), "big"))
        self.clock = clock
        self._scan = scan
        self._keys = keys
        self._calibrated = _kept_calibration(self._memory, grid.cells)
        self._sense = Sense(grid, scan.counts, self._calibrated)
        self._health = Health(grid, scan.counts, self._sense)
        self._buzzer = Buzzer(pwm)
        self._journal = Journal(self._memory)
        self._link = Link(serial, identity, boot, settings.panel, self._on_command, self._journal)
        self._report: "HealthReport | None" = None
        self._preferences = Preferences(settings)
        self._preferences.load(self._memory)
        first = self._preferences.start()
        chronicle = Chronicle(self._link, self._journal, identity, boot)
        self._running = RunningGame(
            grid,
            self._link,
            self._buzzer,
            self._sense.masked,
            chronicle,
            first,
            self._preferences.time_control,
            chance.randrange,
            clock.tick,
            self._go_on(grid, chronicle),
        )
        self._lights = Lights(pixels, led_order(grid), led_budget_ma(grid))
        self._grid = grid
        self._menu: "Menu | None" = None
        self._menu_shown = -1
        self._learns_first = settings.learns
        self._learning: "Learning | None" = None
        self._obey(self._preferences)
        self._held = ""
        self._held_since = 0

    def run(self) -> None:
        """Play for ever."""
        while True:
            self.step()
            self.clock.wait_for_pass(PASS_MS)

    def step(self) -> None:
        """Do one pass: scan, sense, referee, prompt, lights, link."""
        ms = self.clock.tick()
        self._scan.read()
        moved = self._sense.update()
        if self._health.faults:
            moved = self._play_around() or moved
        if self._learning is not None:
            self._learn(self._learning, moved, ms)
            return
        if moved:
            self._take_pieces(ms)
        if not self._sense.known:
            # Nothing is offered, by light or over the link, before a disc put down would be understood.
            return
        if self._calibrated is None:
            # Learned once, at the board's first start, and kept: later ones may begin with discs standing.
            self._keep_calibration()
            if self._learns_first:
                self._open_learning()
                return
        if self._health.observe(moved):
            self._health.mask_unusable()
            self._running.masks_changed(self._sense.pieces, ms)
        self._take_buttons(ms)
        if self._menu is not None:
            self._show_menu(self._menu)
        else:
            self._running.work(self._sense.pieces, ms)
        self._running.status()
        self._show_and_tell(ms)
        self._journal.step(not moved and not self._running.disputed)
        self._memory.settle(ms)

    def _go_on(self, grid: "HexGrid | SquareGrid", chronicle: Chronicle) -> "tuple[Game, GameClock | None] | None":
        """Return the game that was being played when the power went, and its clock; ``None`` if there is none.

        It is given up when settings.toml has been edited since, or it cannot go on.
        """
        edited = self._memory.read(SETTINGS) != self._preferences.base
        self._memory.write(SETTINGS, self._preferences.base)
        kept = self._journal.last_unfinished()
        if kept is None:
            return None
        gone_on = None if edited else chronicle.go_on(kept)
        if gone_on is None:
            self._journal.add(ABANDON, self.clock.ms)
            return None
        try:
            Layout(grid, gone_on[0].grid)
        except ValueError:
            chronicle.note(ABANDON, self.clock.ms)
            return None
        return gone_on

    def _open_learning(self) -> None:
        from .learning import Learning

        self._learning = Learning(self._grid, self._scan.counts, self._sense)
        self._learning.open()

    def _learn(self, learning: "Learning", moved: bool, ms: int) -> None:
        """Do one pass while the board is being calibrated: no game, only its lights, buttons and health."""
        if self._sense.known:
            self._health.observe(moved)
        if learning.take():
            self._end_learning(ms)
        self._take_buttons(ms)
        if self._learning is not None:
            learning.cues(self._running.prompt.cues)
            self._running.prompt.version += 1
        self._show_and_tell(ms)

    def _show_and_tell(self, ms: int) -> None:
        self._lights.show(self._running.prompt.cues, self._running.prompt.version, ms)
        self._buzzer.tick(ms)
        if self._report is not None:
            self._report.tell(self._link.host, ms)
            if not self._report.on:
                self._report = None
                give_back("health_report")
        self._link.exchange(ms)

    def _end_learning(self, ms: int) -> None:
        self._learning = None
        give_back("learning")
        self._keep_calibration()
        self._buzzer.play(sound.FINISHED)
        self._running.after_menu(self._sense.pieces, ms)

    def _keep_calibration(self) -> None:
        self._calibrated = self._sense.calibration
        self._memory.write(CALIBRATION, self._calibrated.pack())

    def _play_around(self) -> bool:
        """Have the game's piece stand on every cell whose sensor is not believed; return whether one is new."""
        changed = False
        for cell in range(len(self._sense.masked)):
            if self._sense.masked[cell] and self._sense.confirm(cell, self._running.expected(cell)):
                changed = True
        return changed

    def _take_pieces(self, ms: int) -> None:
        if self._menu is None:
            self._running.follow(self._sense.pieces, ms)
        elif self._menu.take(self._sense.pieces):
            self._obey(self._menu.draft)
            self._buzzer.play(sound.ACCEPTED)

    def _open_menu(self, ms: int) -> None:
        from .menu import Menu

        self._running.pause(ms)
        self._menu = Menu(self._grid, self._preferences)
        self._menu_shown = -1
        self._menu.open(self._sense.pieces)

    def _show_menu(self, menu: "Menu") -> None:
        if menu.version != self._menu_shown:
            self._menu_shown = menu.version
            menu.cues(self._running.prompt.cues)
            self._running.prompt.version += 1

    def _take_buttons(self, ms: int) -> None:
        event = self._keys.events.get()
        if event is not None:
            button = BUTTONS[event.key_number]
            if event.pressed:
                self._held, self._held_since = button, ms
            elif self._held == button:
                self._held = ""
                self._pressed(button, ms)
        held_ms = ms - self._held_since
        if self._learning is not None:
            return
        if self._held == "menu" and held_ms >= _MENU_HOLD_MS:
            self._held = ""
            if self._menu is not None:
                self._leave_menu(self._menu, False, ms)
            else:
                self._running.restart(self._sense.pieces, ms)
        elif self._held == "act" and held_ms >= _ACT_HOLD_MS and self._menu is None:
            self._held = ""
            self._running.confirm(self._sense.pieces, ms)
        elif self._held == "back" and held_ms >= _BACK_HOLD_MS:
            self._held = ""
            if self._menu is not None:
                self._menu.cancel()
                self._close_menu()
                self._open_learning()
            else:
                self._running.offer_conclusion()

    def _pressed(self, button: str, ms: int) -> None:
        """Do what a short press of a button means: menu and act leave the menu with its choices, back without.

        While the board is calibrated act goes on, the others end it.
        """
        if self._learning is not None:
            if button != "act" or self._learning.go_on():
                self._end_learning(ms)
        elif self._menu is not None:
            self._leave_menu(self._menu, button != "back", ms)
        elif button == "act":
            self._running.choose()
        elif button == "back":
            self._running.press_back(self._sense.pieces, ms)
        elif self._grid.board != STARTER:
            self._open_menu(ms)

    def _close_menu(self) -> None:
        self._menu = None
        give_back("menu", "preview", "catalogue")

    def _leave_menu(self, menu: "Menu", keep: bool, ms: int) -> None:
        before = self._preferences.copy()
        chosen = menu.close() if keep else menu.cancel()
        self._obey(chosen)
        if keep:
            chosen.keep(self._memory)
            same = chosen.time_control == before.time_control or self._running.begun
            if not same or not chosen.same_game(before):
                self._running.begin(chosen.start(), ms)
        self._close_menu()
        self._running.after_menu(self._sense.pieces, ms)

    def _obey(self, chosen: Preferences) -> None:
        """Let the lights, the hints and the buzzer be as chosen."""
        self._lights.brightness = chosen.brightness
        self._buzzer.on = bool(chosen.sounds)
        self._running.prompt.hints = min(chosen.hints, HINTS_ALWAYS)
        self._running.time_control = chosen.time_control
        self._running.opponent.seat = chosen.opponent
        self._running.opponent.coaches = chosen.hints == COACH

    def _report_health(self, message: "dict[str, Any]") -> str | None:
        if self._report is None:
            from .health_report import HealthReport

            self._report = HealthReport(self._grid, self._health, self._sense, self._link.health, self._memory)
        return self._report.command(message)

    def _on_command(self, message: "dict[str, Any]") -> str | None:
        if message.get("do") == "health":
            return self._report_health(message)
        if self._learning is not None:
            return "the board is being calibrated: finish that first"
        if self._menu is not None:
            return "the board's menu is open: close it first"
        if message.get("do") == "settings":
            refusal = self._preferences.take(message)
            self._preferences.keep(self._memory)
            self._obey(self._preferences)
            return refusal
        if message.get("do") == "learn":
            self._running.pause(self.clock.ms)
            self._open_learning()
            return None
        # Stays: whoever commands once does so again, with an engine at every turn.
        from .commands import carry_out

        return carry_out(self._running, message, self._sense.pieces, self.clock.ms)


def _kept_calibration(memory: Memory, cells: int) -> "Calibration | None":
    """Return the calibration in the board's memory, or ``None`` if there is none for this panel."""
    kept = memory.read(CALIBRATION)
    if kept is None:
        return None
    try:
        return unpack(kept, cells)
    except CalibrationError:
        return None


def led_order(grid: "HexGrid | SquareGrid") -> bytearray:
    """Return the LED of each panel cell, then of each status LED."""
    leds = bytearray(grid.cells + STATUS_LEDS)
    for cell in range(grid.cells):
        leds[cell] = cell_site(grid, cell).led
    for status in range(STATUS_LEDS):
        leds[grid.cells + status] = grid.cells + status
    return leds
