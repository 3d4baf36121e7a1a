"""The board's main program: builds the pins and parts, and runs the app.

Nothing else in the firmware imports ``board``.
"""

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

from hexlume import panel
from hexlume.app import App
from hexlume.archive import Archive
from hexlume.archive_setup import set_up
from hexlume.clock import Clock
from hexlume.scan import Scan
from hexlume.settings import Settings

supervisor.runtime.autoreload = False


def pin(name: str) -> microcontroller.Pin:
    """Return the pin of a name such as ``GP2``."""
    return getattr(board, name)  # type: ignore[no-any-return]


def output(name: str, level: bool) -> digitalio.DigitalInOut:
    """Return a pin as a digital output at a level."""
    line = digitalio.DigitalInOut(pin(name))
    line.switch_to_output(level)
    return line


settings = Settings(os.getenv)
if settings.complaint:
    print("settings.toml:", settings.complaint)

if usb_cdc.data is None or microcontroller.nvm is None:
    raise RuntimeError("the data serial channel is off: copy boot.py to the drive and reset the board")

# boot.py has said who may write the drive; the archive of the journal lies there.
writable = not storage.getmount("/").readonly
if writable:
    set_up(open, os)
identity = "".join(["%02x" % byte for byte in microcontroller.cpu.uid])

App(
    settings,
    Clock(supervisor.ticks_ms, time.sleep),
    Scan(
        settings.grid,
        [analogio.AnalogIn(pin(name)) for name in panel.ADC_PINS],
        [output(name, False) for name in panel.ADDRESS_PINS],
        [output(name, True) for name in panel.ENABLE_PINS],
        microcontroller.delay_us,
    ),
    neopixel.NeoPixel(pin(panel.LED_PIN), settings.grid.cells + panel.STATUS_LEDS, auto_write=False),
    keypad.Keys([pin(name) for name in panel.BUTTON_PINS], value_when_pressed=False, pull=True),
    usb_cdc.data,
    pwmio.PWMOut(pin(panel.BUZZER_PIN), variable_frequency=True),
    microcontroller.nvm,
    Archive(open, os.sync, identity, writable),
    os.urandom,
    identity,
).run()
