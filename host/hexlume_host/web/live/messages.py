"""Gestures that pages make on a simulated board: hostile text in, checked messages out."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated

from hexlume import games
from hexlume.play.preferences import OPPONENTS, WORDS
from hexlume_record.errors import excerpt
from hexlume_record.lessons.steps import MOST_STEPS
from hexlume_record.validation import FieldError, checked_json, one_of

MAX_CHARACTERS = 1000
"""Max length of a page's message; the longest honest one has less than 100 characters."""

PIECES = ("white", "black", "white leader", "black leader")
BUTTONS = ("act", "back", "menu")

MEMBERS = {
    "put": ("cell", "piece"),
    "lift": ("cell",),
    "flip": ("cell",),
    "move": ("from", "to"),
    "press": ("button",),
    "release": ("button",),
    "play": ("action",),
    "level": ("level",),
    "opponent": ("opponent",),
    "by itself": ("switch",),
    "put back": (),
    "tidy": ("switch",),
    "undo": (),
    "resign": (),
    "draw": (),
    "rematch": (),
    "lesson": ("rules", "step"),
    "leave": (),
}
"""The verbs, and the other members of their messages, which are texts."""
_STEPS = tuple(str(step) for step in range(MOST_STEPS + 1))


@dataclass
class _Verb:
    do: Annotated[str, one_of(*MEMBERS)]


def read_message(
    text: str,
    cells: Collection[str],
    actions: Collection[str],
    levels: int = 0,
) -> dict[str, str]:
    """Return a page's message, checked: known verb, exactly its members, known cells, pieces, buttons and actions.

    ``cells`` are the panel's, ``actions`` those that are on offer now, ``levels`` how many the engine has.
    Raises ``FieldError`` for everything else.
    """
    if len(text) > MAX_CHARACTERS:
        raise FieldError("it", f"must have at most {MAX_CHARACTERS} characters")
    members = MEMBERS[checked_json(_Verb, text.encode(errors="replace")).do]
    message = checked_json(dict[str, str], text.encode(errors="replace"))
    known: dict[str, tuple[Collection[str], str]] = {
        "piece": (PIECES, "piece: choose one of " + ", ".join(PIECES)),
        "button": (BUTTONS, "button: choose one of " + ", ".join(BUTTONS)),
        "action": (actions, "action that is on offer now"),
        "rules": (games.NAMES, "game: choose one of " + ", ".join(games.NAMES)),
        "step": (_STEPS, f"step: choose 0 to {MOST_STEPS}"),
        "opponent": (OPPONENTS, "opponent: choose one of " + ", ".join(OPPONENTS)),
        "switch": (WORDS["idle"], "switch: choose off or on"),
        "level": ([str(level + 1) for level in range(levels)], "level that the engine has here"),
        **dict.fromkeys(("cell", "from", "to"), (cells, "cell of this panel")),
    }
    for name in members:
        if name not in message:
            raise FieldError(name, "is missing")
        choices, what = known[name]
        if message[name] not in choices:
            raise FieldError(name, f"must not be '{excerpt(message[name])}', which is no {what}")
    for name in message:
        if name not in ("do", *members):
            raise FieldError(excerpt(name), "must not be there")
    return message
