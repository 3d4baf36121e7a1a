"""Runs when CircuitPython itself has failed and starts in safe mode, where neither boot.py nor code.py would run.

Keeps the reason among the board's incidents, and goes back to the game where another start may help: after a fault,
say, but not after too many in a row. Otherwise the board stays in safe mode, and its status lights are red.
CircuitPython does not run this where a person has asked for safe mode by the reset button.
"""

import binascii
import os

import board
import microcontroller
import neopixel
import supervisor

from hexlume import crash
from hexlume.hardware.panel import LED_PIN, STATUS_LEDS, panel_of
from hexlume.journal.archive import Archive

REASONS = supervisor.SafeModeReason
PASSING = (
    REASONS.BROWNOUT,
    REASONS.GC_ALLOC_OUTSIDE_VM,
    REASONS.HARD_FAULT,
    REASONS.INTERRUPT_ERROR,
    REASONS.NLR_JUMP_FAIL,
    REASONS.SDK_FATAL_ERROR,
    REASONS.STACK_OVERFLOW,
    REASONS.WATCHDOG,
)
"""What the next start may be free of; every other reason stays until a person does something about it."""

reason = supervisor.runtime.safe_mode_reason
if reason in PASSING and microcontroller.nvm is not None:
    identity = binascii.hexlify(microcontroller.cpu.uid).decode()
    # The drive is not to be written in safe mode: Archive reads it only.
    if crash.safe_mode(microcontroller.nvm, Archive(open, os.sync, identity, False), str(reason)):
        microcontroller.reset()

leds = panel_of(os.getenv, []).cells + STATUS_LEDS
crash.paint(neopixel.NeoPixel(getattr(board, LED_PIN), leds, auto_write=False), True)
