"""What a page may say: hostile bytes in, checked gestures out."""

import json
from collections.abc import Collection
from typing import Any

Message = dict[str, Any]

MESSAGE_CHARACTERS = 1000
"""The longest message a page may send; the longest honest one has less than 100 characters."""

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


class MessageError(ValueError):
    """A page's message was refused; the text is one sentence for the person at the page."""


def read_message(text: str, cells: Collection[str], words: Collection[str], levels: int = 0) -> Message:
    """Return a page's message, checked: known verb, exactly its members, known cells, pieces, buttons and words.

    ``cells`` are the panel's, ``words`` the actions without a place on offer now, ``levels`` how many the engine has.
    Raises ``MessageError`` for everything else.
    """
    if len(text) > MESSAGE_CHARACTERS:
        raise MessageError(f"That message is too long: at most {MESSAGE_CHARACTERS} characters are read.")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise MessageError("That message is not JSON: send one object such as " + _EXAMPLE + ".") from None
    if not isinstance(message, dict):
        raise MessageError("That message is not an object: send one such as " + _EXAMPLE + ".")
    verb = message.get("do")
    if not isinstance(verb, str) or verb not in _MEMBERS:
        raise MessageError(f"{_quoted(verb)} is nothing a page can do: choose one of {', '.join(_MEMBERS)}.")
    members = _MEMBERS[verb]
    if set(message) != {"do", *members}:
        raise MessageError(f"'{verb}' takes exactly these members: {', '.join(('do', *members))}.")
    known = {
        "cell": (cells, "cell of this panel"),
        "piece": (PIECES, "piece: choose one of " + ", ".join(PIECES)),
        "button": (BUTTONS, "button: choose one of " + ", ".join(BUTTONS)),
        "action": (words, "action that is on offer now"),
        "level": ([str(level + 1) for level in range(levels)], "level that the engine has here"),
    }
    known["from"] = known["to"] = known["cell"]
    for member in members:
        value = message[member]
        choices, what = known[member]
        if not isinstance(value, str) or value not in choices:
            raise MessageError(f"{_quoted(value)} is no {what}.")
    return message


_EXAMPLE = '{"do":"put","cell":"d4","piece":"white"}'


def _quoted(value: object) -> str:
    """Return a stranger's value in quotes, printable and short, to name it in a sentence."""
    if not isinstance(value, str):
        return "A value that is no text"
    short = value if len(value) <= 24 else value[:24] + "…"
    return "'" + "".join(letter if letter.isprintable() else "?" for letter in short) + "'"
