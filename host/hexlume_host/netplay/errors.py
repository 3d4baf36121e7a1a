"""What can go wrong when two hosts play one game."""

from ..errors import HostError


class ApartError(HostError):
    """A game with another host cannot be begun or go on."""
