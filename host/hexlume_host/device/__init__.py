"""Boards: their serial ports, the protocol, and what is known of each board."""
