"""The board's main program: builds the pins and parts, and runs the app; starts again when that fails.

Only this program, ``boot.py`` and ``safemode.py`` import ``board``.
"""

import binascii
import gc
import os
import time

import analogio
import board
import digitalio
import keypad
import microcontroller
import neopixel
import pwmio
import storage
import supervisor
import usb_cdc
import watchdog

from hexlume.const import const
from hexlume.hardware import buttons, panel

_WATCHDOG_S = const(8)
"""Time in s after which a loop that hangs is ended by a reset: the longest that the RP2 chips offer."""

supervisor.runtime.autoreload = False


def output(name: str, level: bool) -> digitalio.DigitalInOut:
    """Return a pin as a digital output at a level."""
    line = digitalio.DigitalInOut(getattr(board, name))
    line.switch_to_output(level)
    return line


if usb_cdc.data is None or microcontroller.nvm is None:
    raise RuntimeError("the data serial channel is off: copy boot.py to the drive and reset the board")

dog: watchdog.WatchDogTimer = microcontroller.watchdog  # type: ignore[assignment]
app = archive = clock = pixels = None
try:
    # Imported here: what cannot be imported, say for want of heap, is a crash like any other.
    from hexlume.app import App
    from hexlume.hardware import board_time, scan
    from hexlume.journal.archive import Archive
    from hexlume.play.preferences import Preferences

    preferences = Preferences(os.getenv)
    for complaint in preferences.complaints:
        print(complaint)
    leds = preferences.grid.cells + panel.STATUS_LEDS
    pixels = neopixel.NeoPixel(getattr(board, panel.LED_PIN), leds, auto_write=False)

    # boot.py has said who may write the drive; the archive of the journal lies there.
    writable = not storage.getmount("/").readonly
    identity = binascii.hexlify(microcontroller.cpu.uid).decode()
    archive = Archive(open, os.sync, identity, writable)
    if writable and archive.is_unmade(os):
        from hexlume.journal.archive_format import set_up

        # For some seconds, this once: the state light's violet says wait.
        pixels[preferences.grid.cells + panel.STATE_LED] = 0x602870
        pixels.show()
        set_up(open, os)
        archive = Archive(open, os.sync, identity, writable)

    if (
        microcontroller.cpu.reset_reason == microcontroller.ResetReason.WATCHDOG
        and supervisor.runtime.run_reason == supervisor.RunReason.STARTUP
    ):
        from hexlume import crash
        from hexlume.journal.incidents import HANG, UNKNOWN

        crash.show(pixels, crash.keep(microcontroller.nvm, archive, HANG, UNKNOWN, b""), time.sleep, dog.feed)

    clock = board_time.Clock(supervisor.ticks_ms, time.sleep, dog.feed)
    app = App(
        preferences,
        clock,
        scan.Scan(
            preferences.grid.cells,
            [analogio.AnalogIn(getattr(board, name)) for name in panel.ADC_PINS],
            [output(name, False) for name in panel.ADDRESS_PINS],
            [output(name, True) for name in panel.ENABLE_PINS],
            microcontroller.delay_us,
        ),
        pixels,
        keypad.Keys([getattr(board, name) for name in buttons.BUTTON_PINS], value_when_pressed=False, pull=True),
        usb_cdc.data,
        pwmio.PWMOut(getattr(board, panel.BUZZER_PIN), variable_frequency=True),
        microcontroller.nvm,
        archive,
        os.urandom,
        identity,
        gc.collect,
    )
    if archive.complaint:
        print("journal:", archive.complaint)
    # From here on: taking up a long game may take longer than the watchdog waits.
    dog.timeout = _WATCHDOG_S
    dog.mode = watchdog.WatchDogMode.RESET
    app.run()
except (KeyboardInterrupt, SystemExit):
    # Somebody is at the console: no reset in the middle of a word.
    dog.mode = None
    raise
except Exception as error:
    # The app's heap is needed to report the failure.
    app = None
    gc.collect()
    try:
        from hexlume import crash

        crash.fail(error, microcontroller.nvm, archive, pixels, clock, time.sleep, dog.feed)
    except Exception as worse:
        print(worse)
    supervisor.reload()
