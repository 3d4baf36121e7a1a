"""Validation of input: reads it as a dataclass, and refuses what is wrong in one sentence.

The members of such a dataclass are texts, numbers, truth values, lists, tuples, objects and further dataclasses. What
stands with a type in ``Annotated`` checks more: a function that returns the value, or raises ``ValueError`` with a
reason such as ``must not be empty``.

Nothing is coerced: ``"1"`` and ``True`` are no numbers. Members that a type does not name are ignored.

>>> @dataclass
... class Move:
...     action: Annotated[str, Line(20, 1)]
...     ms: Count = 0
>>> checked(Move, {"action": "Wd4"})
Move(action='Wd4', ms=0)
"""

import json
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from datetime import date, datetime
from functools import cache, partial
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from hexlume.link.wire import WireError

from .errors import excerpt

LARGEST = 2**53 - 1
"""The largest integer every JSON reader keeps exactly."""

_TYPES: dict[Any, tuple[tuple[type, ...], str]] = {
    str: ((str,), "must be text"),
    int: ((int,), "must be a whole number"),
    float: ((float, int), "must be a number"),
    bool: ((bool,), "must be true or false"),
    date: ((date,), "must be a day such as 2026-05-01"),
    datetime: ((str,), "must be a time such as 2026-05-01T18:30:00.250Z"),
    list: ((list,), "must be a list"),
    tuple: ((list, tuple), "must be a list"),
    dict: ((dict,), "must be an object"),
    Mapping: ((dict,), "must be an object"),
}
"""The types of input for each kind, and the reason against any other. A function makes the time of a text."""

T = TypeVar("T")
Check = Callable[[Any], Any]


class FieldError(WireError):
    """A member of a message or a record is missing or wrong: ``member`` names it, ``reason`` says what it must be."""

    def __init__(self, member: str, reason: str) -> None:
        super().__init__(f"{member or 'It' * reason.startswith('must ')} {reason}".strip())
        self.member = member
        self.reason = reason


class NothingElse:
    """Base of a dataclass that refuses members which it does not name."""

    __slots__ = ()


def checked(kind: type[T], value: object, path: str = "") -> T:
    """Return input as a dataclass; raises ``FieldError`` for the first member that is wrong.

    ``path`` names the input where it is a member itself.
    """
    return cast(T, _member(path, kind, value))


def checked_json(kind: type[T], text: str | bytes) -> T:
    """Return JSON as a dataclass; raises ``FieldError`` for the first thing that is wrong."""
    try:
        text = text.decode() if isinstance(text, bytes) else text
        # As a number NaN is refused, which is no JSON.
        value = json.loads(text, parse_constant=int)
        if "\\u" in text:
            # Half a surrogate pair is no text: whoever encodes it later would fail.
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise FieldError("", "must be JSON") from error
    return checked(kind, value)


def _read(kind: Any, value: Any) -> Any:
    """Return a value as a kind; raises ``ValueError``, for a member of it ``FieldError``."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any or (origin in (Union, UnionType) and value is None):
        return value
    if origin in (Union, UnionType):
        return _read(inner[0], value)
    if origin is Annotated:
        return _read_marked(inner[0], inner[1:], value)
    if origin is Literal:
        return one_of(*inner)(value)
    if is_dataclass(kind):
        return _read_members(cast(type, kind), value)
    types, reason = _TYPES[origin or kind]
    if type(value) not in types:
        raise FieldError("", "is missing" if value is None else reason)
    if origin in (dict, Mapping):
        places = {name: excerpt(str(name)) for name in value}
        return {_member(place, inner[0], name): _member(place, inner[1], value[name]) for name, place in places.items()}
    if origin in (list, tuple):
        kinds = inner if origin is tuple and ... not in inner else inner[:1] * len(value)
        if len(kinds) != len(value):
            raise FieldError("", f"must have {len(kinds)} members")
        return origin(_member(f"[{place}]", *pair) for place, pair in enumerate(zip(kinds, value, strict=True)))
    return value


def _member(place: str, kind: Any, value: Any) -> Any:
    """Return what is at a place, ``name`` or ``[3]``, as a kind; raises ``FieldError``."""
    try:
        return _read(kind, value)
    except ValueError as error:
        member, reason = getattr(error, "member", ""), getattr(error, "reason", str(error))
        dot = "." if place and member[:1] not in ("", "[") else ""
        raise FieldError(f"{place}{dot}{member}", reason) from error


def _read_marked(kind: Any, checks: tuple[Check, ...], value: Any) -> Any:
    """Return a value as a kind that is checked further. Sizes come first, so that what is too long is not read."""
    for check in checks:
        if isinstance(check, items):
            check(value)
    value = _read(kind, value)
    for check in checks:
        value = check(value)
    return value


_hints = cache(partial(get_type_hints, include_extras=True))


def _read_members(kind: type, value: Any) -> Any:
    """Return an object as a dataclass, whose own ``from_json`` reads it if there is one.

    A member's name may be another one in the object (``field(metadata={"name": …})``).
    """
    if hasattr(kind, "from_json"):
        return kind.from_json(value)
    _read(dict, value)
    members = {one.metadata.get("name", one.name): one for one in fields(kind)}
    found = {}
    for name, one in members.items():
        if name in value:
            found[one.name] = _member(name, _hints(kind)[one.name], value[name])
        elif one.default is MISSING and one.default_factory is MISSING:
            raise FieldError(name, "is missing")
    strangers = [name for name in value if name not in members] if issubclass(kind, NothingElse) else []
    if strangers:
        raise FieldError(excerpt(str(strangers[0])), "must not be there")
    return kind(**found)


@dataclass(frozen=True)
class Line:
    """Marks a text as one line of at most ``longest`` printable characters."""

    longest: int
    shortest: int = 0

    def __call__(self, text: str) -> str:
        """Return the text; raises ``ValueError``."""
        if len(text) > self.longest:
            raise ValueError(f"must have at most {self.longest} characters, not {len(text)}")
        if len(text) < self.shortest:
            raise ValueError("must not be empty")
        return printable(text)


@dataclass(frozen=True)
class items:
    """Marks a list or an object as one of ``least`` to ``most`` members."""

    most: int | None
    least: int = 0

    def __call__(self, value: Any) -> Any:
        """Return the value; raises ``ValueError``."""
        size = len(value) if isinstance(value, list | tuple | dict) else self.least
        if size < self.least:
            raise ValueError(f"must have {self.least} or more members")
        if self.most is not None and size > self.most:
            raise ValueError(f"must have {self.most} members or fewer")
        return value


def between(least: float, most: float) -> Check:
    """Return what marks a number as one within a range."""

    def check(value: float) -> float:
        if not value >= least:
            raise ValueError(f"must be {least} or more")
        if not value <= most:
            raise ValueError(f"must be {most} or less")
        return value

    return check


def whole(most: int = LARGEST, least: int = 0) -> Check:
    """Return what marks a whole number as one within a range."""
    return between(least, most)


def one_of(*choices: str) -> Check:
    """Return what marks a text as one of some."""

    def check(value: str) -> str:
        if value not in choices:
            raise FieldError("", "is missing" if value is None else f"must be {' or '.join(choices)}")
        return value

    return check


def printable(text: str) -> str:
    """Return a text of characters that can be printed; raises ``ValueError`` that names the first other one."""
    if not text.isprintable():
        raise ValueError(f"must not hold {unprintable(text)}")
    return text


def unprintable(text: str) -> str:
    """Return words for the first character of a text that cannot be printed."""
    character = next(one for one in text if not one.isprintable())
    name = unicodedata.name(character, "")
    kind = "control character" if unicodedata.category(character) == "Cc" else "character"
    return f"the {kind} U+{ord(character):04X}" + (f" ({name})" if name else "")


Count = Annotated[int, whole()]
"""A whole number from 0 on."""
