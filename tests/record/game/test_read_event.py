"""Events as boards send them: what is taken, and what is refused (docs/protocol.md)."""

from typing import Any

import pytest

from hexlume.link.wire import WireError
from hexlume_host.device.messages import Hello, read_message
from hexlume_record.game.events import CONCLUSIONS, is_later
from hexlume_record.game.read_event import read_event
from hexlume_record.validation import FieldError

START = {"game": "g", "seq": 0, "kind": "start", "ticks": 5, "rules": "orochi", "board": "hex4", "options": {}}
CONCLUDE = {"game": "g", "seq": 3, "kind": "conclude", "ticks": 9, "result": "B+", "reason": "resigned"}


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ({}, {}),
        ({"clock": None}, {}),
        ({"clock": "none"}, {}),
        ({"clock": "fischer 300+5"}, {"clock": "fischer 300+5"}),
        ({"clock": "sundial 3"}, {"clock": "sundial 3"}),  # a newer board's, which loses no game
    ],
)
def test_a_start_tells_its_clock(told: dict[str, Any], kept: dict[str, Any]) -> None:
    assert read_event({**START, **told}).data == {"rules": "orochi", "board": "hex4", "options": {}, **kept}


@pytest.mark.parametrize("clock", ["", "fischer 300+5\n", "fischer 300+5" + " " * 20, 300])
def test_a_clock_that_is_none_is_refused(clock: object) -> None:
    with pytest.raises(WireError):
        read_event({**START, "clock": clock})


def test_a_board_cannot_send_the_id_of_an_imported_game() -> None:
    """The store gives imported games ids of their own, which no board's game must take."""
    told = {**START, "game": "import:club-7"}
    with pytest.raises(WireError, match="game must not begin with import:"):
        read_event(told)


@pytest.mark.parametrize("member", ["device", "game"])
def test_a_hello_with_the_id_of_an_import_is_refused(member: str) -> None:
    hello = {"protocol": 1, "device": "b0a4d", "firmware": "0.1", "panel": "hex4", "boot": 1, "game": "b0a4d-1-1"}
    assert read_message(Hello, hello).game == "b0a4d-1-1"
    with pytest.raises(WireError, match=f"{member} must not begin with import:"):
        read_message(Hello, {**hello, member: "import:b0a4d"})


@pytest.mark.parametrize(
    ("reason", "result"), [(reason, result) for reason, results in CONCLUSIONS.items() for result in results]
)
def test_every_conclusion_is_read_with_its_result(reason: str, result: str) -> None:
    told = {"result": result, "reason": reason}
    assert read_event({**CONCLUDE, **told, "more": 1}).data == told


@pytest.mark.parametrize(
    "wrong", [{"result": None}, {"result": "W"}, {"reason": 7}, {"reason": "a\x1bb"}, {"reason": "x" * 201}]
)
def test_a_conclusion_that_cannot_be_read_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(WireError):
        read_event({**CONCLUDE, **wrong})


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"seq": 1}, "must be of the kind start where seq is 0"),
        ({"kind": "action"}, "must be of the kind start where seq is 0"),
        ({"options": {"x" * 41: 1}}, "printable names of at most 40 characters"),
        ({"options": {"a\n": 1}}, "printable names"),
        ({"options": {"komi": 2**53}}, "a whole number"),
        ({"options": {"setup": "a\n"}}, "one line of printable text"),
        ({"game": "g" * 65}, "must be 1 to 64 letters"),
    ],
)
def test_an_event_that_is_malformed_is_refused_in_one_sentence(members: dict[str, Any], words: str) -> None:
    with pytest.raises(FieldError, match=words):
        read_event({**START, **members})


def test_an_event_of_an_unknown_kind_keeps_its_plain_members() -> None:
    """A newer board's game stays whole."""
    plain = {"wind": "north", "force": -(2**53 - 1), "wet": True}
    weather = {"type": "event", "game": "g", "seq": 4, "kind": "weather", "ticks": 5, "boot": 1, "odd": [1], "a\n": 1}
    assert read_event({**weather, **plain, "large": 2**53, "text": "\n"}).data == plain
    longest = {"x" * 40: -(2**53 - 1), "a": "b"}
    assert read_event({**START, "options": longest, "game": "g" * 64}).data["options"] == longest


@pytest.mark.parametrize(
    ("game", "than", "later"),
    [
        ("b-1-2", "b-1-1", True),
        ("b-2-1", "b-1-9", True),
        ("b-10-1", "b-9-1", True),
        ("b-1-1", "b-1-2", False),
        ("b-9-1", "b-10-1", False),
        ("b-1-1", "b-1-1", False),
        ("no-number", "b-1-1", True),
    ],
)
def test_a_boards_games_have_an_order(game: str, than: str, later: bool) -> None:
    assert is_later(game, than) is later
