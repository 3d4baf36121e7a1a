"""Errors of games between two hosts."""

from hexlume_record.errors import HexlumeError


class NetplayError(HexlumeError):
    """A game with another host cannot begin or go on."""
