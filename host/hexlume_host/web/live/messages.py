"""Gestures that pages make on a simulated board: hostile text in, checked messages out."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated

from ...errors import excerpt
from ...validation import FieldError, checked_json, one_of

MAX_CHARACTERS = 1000
"""Max length of a page's message; the longest honest one has less than 100 characters."""

PIECES = ("white", "black", "white leader", "black leader")
BUTTONS = ("act", "back", "menu")

_MEMBERS = {
    "put": ("cell", "piece"),
    "lift": ("cell",),
    "flip": ("cell",),
    "move": ("from", "to"),
    "press": ("button",),
    "release": ("button",),
    "clear": (),
    "act": ("action",),
    "level": ("level",),
}
"""The verbs, and the other members of their messages."""


@dataclass
class _Verb:
    do: Annotated[str, one_of(*_MEMBERS)]


def read_message(text: str, cells: Collection[str], words: Collection[str], levels: int = 0) -> dict[str, str]:
    """Return a page's message, checked: known verb, exactly its members, known cells, pieces, buttons and words.

    ``cells`` are the panel's, ``words`` the actions without a place on offer now, ``levels`` how many the engine has.
    Raises ``FieldError`` for everything else.
    """
    if len(text) > MAX_CHARACTERS:
        raise FieldError("it", f"must have at most {MAX_CHARACTERS} characters")
    content = text.encode(errors="replace")
    members = _MEMBERS[checked_json(_Verb, content).do]
    message = checked_json(dict[str, str], content)
    known: dict[str, tuple[Collection[str], str]] = {
        "piece": (PIECES, "piece: choose one of " + ", ".join(PIECES)),
        "button": (BUTTONS, "button: choose one of " + ", ".join(BUTTONS)),
        "action": (words, "action that is on offer now"),
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
