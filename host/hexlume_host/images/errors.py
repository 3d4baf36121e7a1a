"""Errors of drawing."""

from hexlume_record.errors import HexlumeError

from ..extras import require


class PictureError(HexlumeError):
    """A position, mark or theme that cannot be drawn; the text says which and why."""


def need_pixels() -> None:
    """Raise ``PictureError`` unless the packages that draw in pixels are installed; SVG needs none."""
    require("pictures", "A picture in pixels", PictureError)
