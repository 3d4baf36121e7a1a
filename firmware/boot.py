"""Runs once at power-on, before USB: names the board, opens its data serial channel and says who may write its drive.

The firmware may, for the journal's archive, and the computer can only read. With the act button held at power-on it is
the other way round until the next power-on: that is how files are copied to the board.
"""

import board
import digitalio
import storage
import supervisor
import usb_cdc

from hexlume.hardware.buttons import BUTTON_PINS, BUTTONS

supervisor.set_usb_identification("Hexlume", "Hexlume board")
usb_cdc.enable(console=True, data=True)

act = digitalio.DigitalInOut(getattr(board, BUTTON_PINS[BUTTONS.index("act")]))
act.switch_to_input(digitalio.Pull.UP)
if act.value:
    storage.remount("/", readonly=False)
act.deinit()
