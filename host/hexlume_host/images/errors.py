"""What can go wrong when a position is drawn."""

from ..errors import HostError


class PictureError(HostError):
    """A position, mark or theme that cannot be drawn; the text says which and why."""
