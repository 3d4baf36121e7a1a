"""Gestures that pages make on a simulated board: hostile text in, checked messages out."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Annotated, Any

from hexlume import games
from hexlume.match.game_clock import NONE, TimeControl
from hexlume.play.preferences import OPPONENTS, SWITCH

from ...errors import excerpt
from ...game.firmware_sentences import firmware_sentence
from ...game.lessons import MOST_STEPS
from ...translation import _
from ...validation import Count, FieldError, Line, checked_json, one_of

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
_BEGIN = "new"
"""The verb whose message is a ``NewGame``."""
_STEPS = tuple(str(step) for step in range(MOST_STEPS + 1))


@dataclass
class _Verb:
    do: Annotated[str, one_of(*_MEMBERS, _BEGIN)]


@dataclass
class NewGame:
    """A game to begin, on a board of ``size`` cells a side (0: the usual one)."""

    rules: Annotated[str, Line(60)]
    size: Count = 0
    options: dict[str, Any] = field(default_factory=dict)
    clock: Annotated[str, Line(60)] = NONE


def read_verb(text: str) -> str:
    """Return the verb of a page's message; raises ``FieldError`` for what is none."""
    if len(text) > MAX_CHARACTERS:
        raise FieldError("it", f"must have at most {MAX_CHARACTERS} characters")
    return checked_json(_Verb, text.encode(errors="replace")).do


def read_new_game(text: str, sizes: Mapping[str, Collection[int]]) -> NewGame:
    """Return the game that a page wants to begin, checked; ``sizes`` are those that fit the panel, by game.

    Raises ``FieldError`` for a game that the board would not begin.
    """
    new = checked_json(NewGame, text.encode(errors="replace"))
    if new.rules not in sizes or (new.size and new.size not in sizes[new.rules]):
        raise FieldError(
            "", _("{game} on that board does not fit this panel: choose a smaller one", game=excerpt(new.rules))
        )
    new.size = new.size or max(size for size in sizes[new.rules] if size <= games.game_class(new.rules).DEFAULT_SIZE)
    try:
        games.start(new.rules, new.size, new.options)
        new.clock = TimeControl(new.clock).text
    except ValueError as error:
        raise FieldError("", excerpt(firmware_sentence(error), 200)) from None
    return new


def read_message(
    text: str,
    cells: Collection[str],
    actions: Collection[str],
    levels: int = 0,
    sizes: Mapping[str, Collection[int]] = MappingProxyType({}),
) -> dict[str, str] | NewGame:
    """Return a page's message, checked: known verb, exactly its members, known cells, pieces, buttons and actions.

    ``cells`` are the panel's, ``actions`` those that are on offer now, ``levels`` how many the engine has,
    ``sizes`` the boards that fit the panel, by game. Raises ``FieldError`` for everything else.
    """
    verb = read_verb(text)
    if verb == _BEGIN:
        return read_new_game(text, sizes)
    members = _MEMBERS[verb]
    message = checked_json(dict[str, str], text.encode(errors="replace"))
    known: dict[str, tuple[Collection[str], str]] = {
        "piece": (PIECES, "piece: choose one of " + ", ".join(PIECES)),
        "button": (BUTTONS, "button: choose one of " + ", ".join(BUTTONS)),
        "action": (actions, "action that is on offer now"),
        "rules": (games.NAMES, "game: choose one of " + ", ".join(games.NAMES)),
        "step": (_STEPS, f"step: choose 0 to {MOST_STEPS}"),
        "opponent": (OPPONENTS, "opponent: choose one of " + ", ".join(OPPONENTS)),
        "switch": (SWITCH, "switch: choose off or on"),
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
