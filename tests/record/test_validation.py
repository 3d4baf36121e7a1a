"""Validation: what is taken, what is refused, and the sentence that says so."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_record.validation import (
    Count,
    FieldError,
    Line,
    NothingElse,
    between,
    checked,
    checked_json,
    items,
    one_of,
)


@dataclass
class Inner(NothingElse):
    pair: tuple[Count, Annotated[str, Line(3)]]
    from_: str = field(default="", metadata={"name": "from"})

    def __post_init__(self) -> None:
        if self.from_ == "nowhere":
            raise ValueError("from must be somewhere")


@dataclass
class Outer:
    name: Annotated[str, Line(5, 1)]
    count: Count = 0
    share: Annotated[float, between(0.5, 2)] = 1.0
    switch: bool = False
    colour: Annotated[str, one_of("white", "black")] | None = None
    way: Literal["in", "out"] = "in"
    inner: Annotated[list[Inner], items(2, 1)] = field(default_factory=list)
    cells: dict[Annotated[str, Line(2)], Count] = field(default_factory=dict)
    rest: Any = None


WHOLE = {
    "name": "Ann",
    "count": 2**53 - 1,
    "share": 2,
    "switch": True,
    "colour": "black",
    "way": "out",
    "inner": [{"pair": [1, "abc"], "from": "here"}],
    "cells": {"d4": 0},
    "rest": [None],
    "unknown": 1,
}


def test_every_kind_of_member_is_read() -> None:
    expected = Outer("Ann", 2**53 - 1, 2, True, "black", "out", [Inner((1, "abc"), "here")], {"d4": 0}, [None])
    assert checked(Outer, WHOLE) == expected
    assert checked(Outer, {"name": "Ann", "colour": None}) == Outer("Ann")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": None}, "name is missing"),
        ({"name": ""}, "name must not be empty"),
        ({"name": "Annika"}, "name must have at most 5 characters, not 6"),
        ({"name": "A\x07"}, "name must not hold the control character U+0007"),
        ({"name": 1}, "name must be text"),
        ({"count": "1"}, "count must be a whole number"),
        ({"count": True}, "count must be a whole number"),
        ({"count": 1.0}, "count must be a whole number"),
        ({"count": -1}, "count must be 0 or more"),
        ({"count": 2**53}, "count must be 9007199254740991 or less"),
        ({"share": float("nan")}, "share must be 0.5 or more"),
        ({"share": True}, "share must be a number"),
        ({"switch": 1}, "switch must be true or false"),
        ({"colour": "red"}, "colour must be white or black"),
        ({"way": None}, "way is missing"),
        ({"inner": {}}, "inner must have 1 or more members"),
        ({"inner": [None, None, None]}, "inner must have 2 members or fewer"),
        ({"inner": [{}]}, "inner[0].pair is missing"),
        ({"inner": [{"pair": [1]}]}, "inner[0].pair must have 2 members"),
        ({"inner": [{"pair": [1, "abcd"]}]}, "inner[0].pair[1] must have at most 3 characters, not 4"),
        ({"inner": [{"pair": [1, ""], "from_": ""}]}, "inner[0].from_ must not be there"),
        ({"inner": [{"pair": [1, ""], "from": "nowhere"}]}, "inner[0] from must be somewhere"),
        ({"cells": {"d10": 0}}, "cells.d10 must have at most 2 characters, not 3"),
        ({"cells": {"d4": None}}, "cells.d4 is missing"),
        ({"cells": []}, "cells must be an object"),
    ],
)
def test_first_wrong_member_is_named_in_one_sentence(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(FieldError) as caught:
        checked(Outer, WHOLE | wrong)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    "text", ["{", b"\xff", "[" * 100_000, '{"name": NaN}', '{"name": "\\ud800"}', "9" * 10_000, "\ufeff{}"]
)
def test_text_that_is_no_json_is_refused(text: str | bytes) -> None:
    with pytest.raises(FieldError, match=r"^It must be JSON$"):
        checked_json(Outer, text)


def test_input_that_is_no_object_is_called_it_or_by_its_path() -> None:
    with pytest.raises(FieldError, match=r"^It must be an object$"):
        checked_json(Outer, "[]")
    with pytest.raises(FieldError, match=r"^start\.name is missing$"):
        checked(Outer, {}, "start")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from([*WHOLE, "pair", "from"]), inner),
)


@given(st.dictionaries(st.sampled_from(list(WHOLE)), JSON).map(lambda wrong: WHOLE | wrong) | JSON)
def test_any_input_is_read_or_refused_in_printable_words(value: object) -> None:
    try:
        found = checked(Outer, value)
    except FieldError as error:
        assert error.reason.startswith(("must ", "is missing", "from must ")) and error.reason.isprintable()
    else:
        assert isinstance(value, dict)
        assert found.name == value["name"] and type(found.count) is int and 0.5 <= found.share <= 2
