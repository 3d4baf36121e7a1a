"""Pictures of stored games: one ply as SVG or PNG, the whole game as GIF."""

from collections.abc import Mapping
from typing import Any

from hexlume_record.errors import RecordError
from hexlume_record.game.replay import Ply, Replay
from hexlume_record.words.text import game_title

from . import draw
from .errors import need_pixels
from .palette import BACKGROUNDS
from .position import GROUPS

STILL = ("svg", "png")
"""Forms of the picture of one position."""

CELL_MM = 10.0
"""A cell's width in an SVG picture by default."""
PNG_WIDTH = 900
GIF_WIDTH = 480
"""Widths in pixels by default."""


def picture_of_ply(replay: Replay, ply: Ply, form: str, size: float | None = None, **how: Any) -> bytes:
    """Return a ply's picture; see ``picture_of_position``."""
    record = replay.record
    what = f"after {ply.number}. {ply.colour} {ply.action}" if ply.number else "at the start"
    title = f"{game_title(record.rules)} on {record.board}, game {record.id} {what}"
    return picture_of_position(ply.position, form, size, title=title, **marked(ply.position), **how)


def marked(position: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is marked of a position as pages have it (``hexlume_record.game.view``), as arguments of ``draw``.

    A cross is where the action captured, a ring where a disc must be turned over.
    """
    return {
        "last": position["last"],
        "marks": {**dict.fromkeys(position["captured"], "cross"), **dict.fromkeys(position["forced"], "ring")},
        "groups": {kind: position[kind] for kind in GROUPS},
        "arrows": position["arrows"],
    }


def picture_of_position(position: Mapping[str, Any], form: str, size: float | None = None, **how: Any) -> bytes:
    """Return a position's picture (rule ACT-5) as ``svg`` or ``png``; ``how`` as in ``draw``.

    ``size`` is a cell's width in mm for ``svg``, and the picture's in pixels for ``png``. Raises ``PictureError``.
    """
    if form == "svg":
        return draw(position, cell_mm=CELL_MM if size is None else size, **how).encode()
    need_pixels()
    from .png import png  # noqa: PLC0415 - takes long to import

    return png(draw(position, **how), PNG_WIDTH if size is None else size)


def picture_of_game(
    replay: Replay, size: float | None = None, *, theme: str = "light", names: bool = True, seconds: float = 0.8
) -> bytes:
    """Return a whole game as an animated GIF, ``size`` pixels wide.

    Raises ``PictureError``, and ``RecordError`` for a game whose rules are not known.
    """
    need_pixels()
    from .animation import animation  # noqa: PLC0415 - takes long to import

    if not replay.plies:
        raise RecordError(replay.problem)
    svgs = [draw(ply.position, theme=theme, names=names, steady=True, **marked(ply.position)) for ply in replay.plies]
    return animation(svgs, background=BACKGROUNDS[theme], width=GIF_WIDTH if size is None else size, seconds=seconds)
