"""Errors of games between two hosts."""

from ..errors import HostError


class NetplayError(HostError):
    """A game with another host cannot begin or go on."""
