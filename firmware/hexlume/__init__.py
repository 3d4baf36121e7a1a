"""Hexlume: the firmware of an open-source lit game board.

The rules (``hexlume.games``), the grids (``hexlume.games.grid``) and the wire format
(``hexlume.link.wire``) are also imported by the host and the simulator; the rest
runs on the microcontroller or on its digital twin.
"""

VERSION = "0.1.0"
