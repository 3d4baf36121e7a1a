"""The app: puts the board's parts together, and runs the loop that reads like the way of the data.

The engine is loaded when it is first used.
"""

import random as chance

from .const import const, elapsed
from .hardware import panel, sound
from .journal import flash_log, incidents, journal
from .link import health_report, link
from .match import events, game_clock
from .output import lights
from .play import game_log, session
from .sensing import calibration, health, sense
from .states.playing import Playing
from .table.referee import LOOKING

if False:  # for type checkers only
    from typing import Any, Callable

    import keypad
    import neopixel
    import nvm
    import pwmio
    import usb_cdc

    from .hardware.board_time import Clock
    from .hardware.scan import Scan
    from .journal.archive import Archive
    from .play.preferences import Preferences
    from .play.state import State


_HOLD_MS = const(2000)
"""Holding the menu button for so long gives the game up and begins a new one, in the menu it leaves it as it was;
holding the back button puts resigning on the act button, in the menu it calibrates the board."""
_ACT_HOLD_MS = const(800)
"""Holding the act button for so long plays the action that shorter presses have chosen."""
_COLLECT_MS = const(400)
"""The heap is collected when nothing has happened for so long."""
_NO_BUTTON = const(-1)


class App:
    """The board. ``run`` never returns; ``step`` is one pass of the loop."""

    def __init__(
        self,
        preferences: "Preferences",
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
        collect: "Callable[[], object]",
    ) -> None:
        """Take the preferences as settings.toml has them, the clock, the scan, the NeoPixel chain, the keypad, the
        serial channel, the buzzer's PWM output, the non-volatile memory, the archive on the drive, the chip's random
        bytes and its id, and what collects the heap's garbage."""
        grid = preferences.grid
        self.clock = clock
        self._scan = scan
        self._keys = keys
        self._memory = flash_log.FlashLog(memory, archive)
        boot = flash_log.count_boot(self._memory, random)
        chance.seed(int.from_bytes(random(3), "big"))
        self._sense = sense.Sense(
            grid, scan.counts, calibration.stored(self._memory.read(flash_log.CALIBRATION), grid.cells)
        )
        self._health = health.Health(grid, scan.counts, self._sense)
        self._journal = journal.Journal(self._memory)
        self._link = link.Link(serial, identity, boot, grid.board, self._on_command, clock.since_start, self._journal)
        preferences.read(self._memory.read(flash_log.PREFERENCES) or b"")
        if preferences.complaints:
            incidents.keep(
                self._memory, incidents.FALLBACK, incidents.UNKNOWN, "\n".join(preferences.complaints).encode()
            )
        log = game_log.GameLog(self._link, self._journal, clock.since_start)
        unfinished = self._journal.last_unfinished()
        # It is given up when settings.toml has been edited since, or it cannot go on.
        same = self._memory.read(flash_log.SETTINGS) == preferences.base
        resumed = unfinished is not None and same and log.go_on(unfinished, clock.ms)
        if unfinished is not None and not resumed:
            self._journal.add((events.ABANDON, 0, 0, game_clock.UNTIMED), clock.ms)
        self._memory.write(flash_log.SETTINGS, preferences.base)
        self.session = session.GameSession(
            grid,
            self._link,
            sound.Buzzer(pwm, preferences),
            self._sense,
            log,
            self._memory,
            preferences,
            chance.randrange,
            clock.tick,
            Playing,
            _teach,
            resumed,
        )
        self._lights = lights.Lights(
            pixels,
            panel.led_order(grid),
            panel.led_budget_ma(grid),
            preferences,
            log.keep,
        )
        self._state: State = self.session.state
        self._held = _NO_BUTTON
        self._held_since = self._events = 0
        self._collect = collect
        self._touched_ms: int | None = None

    def run(self) -> None:
        """Play for ever."""
        while True:
            self.step()
            self.clock.wait_for_pass()

    def step(self) -> None:
        """Do one pass: what moved and its light first, then everything that can wait for them."""
        session = self.session
        ms = self.clock.tick()
        self._scan.read()
        moved = self._sense.update()
        if moved or session.log.record.count != self._events:
            # Or the game has gone on without a hand: a clock has run out, or an engine or a host has played.
            self._events = session.log.record.count
            self._lights.wake(ms)
            self._touched_ms = ms
        if self._health.faults and session.referee.phase != LOOKING:
            moved = self._play_around() or moved
        self._enter(self._state.step(moved, ms))
        # Nothing is offered, by light or over the link, before a disc put down would be understood.
        silent = not self._sense.known and self._state.needs_zeros
        if moved or not silent:
            sent = self._lights.show(session.prompt.cues, ms, self._sense.settling)
            if sent and not moved:
                # The next scan comes on time: the rest waits for the pass after it.
                return
        observed = self._sense.known and not self._sense.settling and self._health.observe(moved)
        if observed and self._health.mask_unusable():
            session.regather()
        if silent:
            return
        if self._touched_ms is not None and elapsed(self._touched_ms, ms) >= _COLLECT_MS:
            # While nobody waits for a light, and in a pass of its own: it takes long. With what is free now the next
            # action comes out without a collection.
            self._touched_ms = None
            self._collect()
            return
        self._take_buttons(ms)
        if not moved:
            self._enter(self._state.work(ms))
        session.buzzer.tick(ms)
        session.log.keep()
        self._link.exchange(ms)
        # What a host has yet to receive is not overwritten, if that can wait.
        self._journal.step(not moved and not session.referee.disputed and (self._link.kept or not self._link.host))
        self._memory.settle(ms)

    def _enter(self, state: "State") -> None:
        """Go on with a state. A button that was pressed down in another does nothing more."""
        if state is not self._state:
            self._state = state
            self._held = _NO_BUTTON

    def _play_around(self) -> bool:
        """Have the game's piece stand on every cell whose sensor is not believed; return whether one is new."""
        changed = False
        for cell in range(self.session.grid.cells):
            if self._sense.masked[cell] and self._sense.confirm(cell, self.session.referee.expected(cell)):
                changed = True
        return changed

    def _take_buttons(self, ms: int) -> None:
        event = self._keys.events.get()
        if event is not None:
            button = event.key_number
            if self._link.raw is not None:
                self._link.raw.note_button(button, event.pressed)
            if event.pressed:
                # In the dark nobody sees what a press would do, such as take back an action: it only wakes the lights.
                self._held, self._held_since = _NO_BUTTON if self._lights.dark else button, ms
                self._lights.wake(ms)
            elif self._held == button:
                self._press(button, False, ms)
        hold_ms = _ACT_HOLD_MS if self._held == panel.ACT_BUTTON else _HOLD_MS
        if self._held != _NO_BUTTON and elapsed(self._held_since, ms) >= hold_ms:
            self._press(self._held, True, ms)

    def _press(self, button: int, held: bool, ms: int) -> None:
        self._held = _NO_BUTTON
        self.session.referee.stop()
        self._enter(self._state.press(button, held, ms))

    def _on_command(self, message: "dict[str, Any]") -> str | None:
        what = message.get("do")
        if what == "health" or what == "raw":
            return self._report(what, message.get("on"))
        self._lights.wake(self.clock.ms)
        self.session.referee.stop()
        state, refusal = self._state.command(message, self.clock.ms)
        self._enter(state)
        # The answer may be sent in this pass.
        self.session.log.keep()
        return refusal

    def _report(self, what: str, on: object) -> str | None:
        """Begin or end to tell the host how the sensors are, or all that is sensed and shown.

        Return ``None``, or one sentence why not.
        """
        if not isinstance(on, bool):
            return "%s needs on: true or false" % what
        session = self.session
        if what == "health":
            report = health_report.health_messages(session.grid, self._health, self._sense, self._memory)
            self._link.health = report if on else None
        elif not on:
            self._link.raw = None
        else:
            try:
                # Loaded when it is first needed, as the engine is.
                from .link.raw_report import RawReport

                self._link.raw = RawReport(self._scan.counts, session.prompt.cues, session.preferences.words())
            except MemoryError:
                return "the board has too little memory left for that: switch it off and on"
        return None


def _teach(session: "session.GameSession", message: "dict[str, Any]", ms: int) -> str | None:
    """Carry out the command ``lesson``. Lessons are loaded when they are first needed, as the engine is."""
    try:
        from .states import lesson
    except MemoryError:
        return "the board has too little memory left for lessons: switch it off and on"
    return lesson.command(session, message, ms)
