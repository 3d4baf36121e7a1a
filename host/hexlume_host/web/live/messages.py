"""Gestures that pages make on a simulated board: hostile text in, checked messages out."""

from collections.abc import Collection, Sequence
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    ConfigDict,
    Field,
    Strict,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    create_model,
)

from ...validation import FieldError

Message = dict[str, Any]

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


def _offered(value: str, info: ValidationInfo) -> str:
    known: dict[str | None, tuple[Collection[str], str]] = info.context or {}
    choices, what = known[info.field_name]
    if value not in choices:
        raise ValueError(f"must not be {_quoted(value)}, which is no {what}")
    return value


def _model(verb: str, members: Sequence[str]) -> Any:
    offered: Any = Annotated[str, Strict(), AfterValidator(_offered)]
    fields = {"do": Literal[verb], **dict.fromkeys(members, offered)}
    return create_model(verb, __config__=ConfigDict(extra="forbid"), **fields)


_MODELS: Any = reduce(or_, (_model(verb, members) for verb, members in _MEMBERS.items()))
_MESSAGE = TypeAdapter[Any](Annotated[_MODELS, Field(discriminator="do")])


def read_message(text: str, cells: Collection[str], words: Collection[str], levels: int = 0) -> Message:
    """Return a page's message, checked: known verb, exactly its members, known cells, pieces, buttons and words.

    ``cells`` are the panel's, ``words`` the actions without a place on offer now, ``levels`` how many the engine has.
    Raises ``FieldError`` for everything else.
    """
    if len(text) > MAX_CHARACTERS:
        raise FieldError("it", f"must have at most {MAX_CHARACTERS} characters")
    known = {
        "piece": (PIECES, "piece: choose one of " + ", ".join(PIECES)),
        "button": (BUTTONS, "button: choose one of " + ", ".join(BUTTONS)),
        "action": (words, "action that is on offer now"),
        "level": ([str(level + 1) for level in range(levels)], "level that the engine has here"),
        **dict.fromkeys(("cell", "from", "to"), (cells, "cell of this panel")),
    }
    try:
        message: Message = _MESSAGE.validate_json(text.encode(errors="replace"), context=known).model_dump()
        return message
    except ValidationError as error:
        raise FieldError.of(error) from error


def _quoted(value: str) -> str:
    """Return a stranger's text in quotes, printable and short, to name it in a sentence."""
    short = value if len(value) <= 24 else value[:24] + "…"
    return "'" + "".join(letter if letter.isprintable() else "?" for letter in short) + "'"
