"""Errors of drawing."""

from hexlume_record.errors import HexlumeError


class PictureError(HexlumeError):
    """A position, mark or theme that cannot be drawn; the text says which and why."""
