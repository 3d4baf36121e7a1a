"""Runs once at power-on, before USB: names the board and opens its data serial channel."""

import supervisor
import usb_cdc

supervisor.set_usb_identification("Hexlume", "Hexlume board")
usb_cdc.enable(console=True, data=True)
