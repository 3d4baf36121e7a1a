"""Pictures of stored games: a ply with its marks."""

from collections.abc import Mapping
from typing import Any

from hexlume_record.game.replay import Ply, Replay
from hexlume_record.words.text import game_title

from . import draw
from .position import GROUPS


def picture_of_ply(replay: Replay, ply: Ply, **how: Any) -> str:
    """Return a ply's picture; ``how`` as in ``draw``. Raises ``PictureError``."""
    record = replay.record
    what = f"after {ply.number}. {ply.colour} {ply.action}" if ply.number else "at the start"
    title = f"{game_title(record.rules)} on {record.board}, game {record.id} {what}"
    return draw(ply.position, title=title, **marked(ply.position), **how)


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
