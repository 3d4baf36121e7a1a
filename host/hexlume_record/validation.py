"""Validation of input with pydantic: the types that several formats share, and a refusal in one sentence.

Nothing is coerced: ``"1"`` and ``True`` are no numbers. Members that a type does not name are ignored.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, TypeVar, cast

from annotated_types import GroupedMetadata, Len
from pydantic import AfterValidator, Field, PlainValidator, Strict, TypeAdapter, ValidationError

from hexlume.link.wire import WireError

from .errors import excerpt

LARGEST = 2**53 - 1
"""The largest integer every JSON reader keeps exactly."""
_LONGEST_NAME = 40
"""The most characters of a stranger's member that a sentence names."""

_REASONS = {
    "json_invalid": "must be JSON",
    "string_type": "must be text",
    "string_too_short": "must not be empty",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "float_type": "must be a number",
    "greater_than_equal": "must be {ge} or more",
    "less_than_equal": "must be {le} or less",
    "too_short": "must have {min_length} or more members",
    "too_long": "must have {max_length} members or fewer",
    "bool_type": "must be true or false",
    "bool_parsing": "must be 1 for yes or 0 for no",
    "date_from_datetime_parsing": "must be a day such as 2026-05-01",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "dict_type": "must be an object",
    "dataclass_type": "must be an object",
    "model_attributes_type": "must be an object",
    "union_tag_not_found": "must have {discriminator}",
    "union_tag_invalid": "must have {discriminator} as one of {expected_tags}",
    "extra_forbidden": "must not be there",
    "unexpected_keyword_argument": "must not be there",
}
"""Words for the types of pydantic's errors that its own words are too technical for."""

T = TypeVar("T")


class FieldError(WireError):
    """A member of a message or a record is missing or wrong: ``member`` names it, ``reason`` says what it must be."""

    def __init__(self, member: str, reason: str) -> None:
        super().__init__(f"{member} {reason}".strip())
        self.member = member
        self.reason = reason

    @classmethod
    def of(cls, error: ValidationError, path: str = "") -> "FieldError":
        """Return the first thing that pydantic found wrong in the object at a path."""
        first = error.errors(include_url=False)[0]
        parts = (f"[{one}]" if isinstance(one, int) else f".{excerpt(one, _LONGEST_NAME)}" for one in first["loc"])
        member = (path + "".join(parts)).removeprefix(".").removesuffix(".[key]")
        value, context = first["input"], first.get("ctx", {})
        if first["type"] == "missing" or value is None:
            reason = "is missing"
        elif first["type"] == "string_unicode":
            reason = f"must not hold {unprintable(value)}"
        elif first["type"] == "string_too_long":
            reason = f"must have at most {context['max_length']} characters, not {len(value)}"
        else:
            words = _REASONS.get(first["type"])
            reason = words.format(**context) if words else first["msg"].removeprefix("Value error, ")
        reason = re.sub(r"^\w+ should ", "must ", reason)
        return cls(member or "It" * reason.startswith("must "), reason)


def checked(kind: type[T], value: object, path: str = "") -> T:
    """Return input as a dataclass; raises ``FieldError`` for the first member that is wrong.

    ``path`` names the input where it is a member itself.
    """
    try:
        return cast(T, _adapter(kind).validate_python(value))
    except ValidationError as error:
        raise FieldError.of(error, path) from error


def checked_json(kind: type[T], text: str | bytes) -> T:
    """Return JSON as a dataclass; raises ``FieldError`` for the first thing that is wrong."""
    try:
        return cast(T, _adapter(kind).validate_json(text))
    except ValidationError as error:
        raise FieldError.of(error) from error


_adapter: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)
"""Made when it is needed: each takes a millisecond."""


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


@dataclass(frozen=True)
class Line(GroupedMetadata):
    """Marks a text as one line of at most ``longest`` printable characters."""

    longest: int
    shortest: int = 0

    def __iter__(self) -> Iterator[Any]:
        return iter((Strict(), Len(self.shortest, self.longest), AfterValidator(printable)))


def whole(most: int = LARGEST, least: int = 0) -> Any:
    """Return what marks a number as whole and within a range."""
    return Field(strict=True, ge=least, le=most)


def one_of(*choices: str) -> PlainValidator:
    """Return what marks a text as one of some."""

    def check(value: object) -> object:
        if value not in choices:
            raise ValueError(f"must be {' or '.join(choices)}")
        return value

    return PlainValidator(check)


def items(most: int | None, least: int = 0) -> Any:
    """Return what marks a list as one of ``least`` to ``most`` items; the first wrong one ends the check."""
    return Field(min_length=least, max_length=most, fail_fast=True)


Count = Annotated[int, whole()]
"""A whole number from 0 on."""
