"""The protocol's JSON Schema takes every line that is said, the host takes what it takes."""

import copy
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume.games import NAMES
from hexlume.games.outcome import DRAW_AGREED, RESIGNED, TIME
from hexlume.link.wire import MAX_LINE, WireError, encode
from hexlume.match.events import ABANDON, ACTION, CONCLUDE, RESULT, START, UNDO
from hexlume_host.device.messages import KINDS, Dropped, read_message
from hexlume_record.game.events import CONCLUSIONS
from hexlume_record.game.read_event import read_event
from tests.docs.protocol_runs import Lines, all_games, commands, losing_games

pytestmark = pytest.mark.integration

SCHEMA = json.loads((Path(__file__).parents[2] / "docs/schemas/hexlume-protocol-5.json").read_text())
Message = dict[str, Any]
BOARD = "e661f2e5a08fc452"
"""The id of the twin's chip with the seed 1."""


def validator(side: str) -> Any:
    """Return what validates the lines of one side."""
    return jsonschema.Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{side}"}]})


SIDES = {side: validator(side) for side in ("board", "host")}


def test_protocol_schema_is_a_valid_json_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@cache
def recorded() -> Lines:
    """Return all lines of every recorded run."""
    runs = [commands(), losing_games(), *all_games().values()]
    return [line for lines in runs for line in lines]


@cache
def shapes() -> list[tuple[str, Message]]:
    """Return a message of every kind with every set of members that occurs, with its side."""
    found = {}
    for side, line in recorded():
        message = json.loads(line)
        kind = (side, message["type"], message.get("kind"), message.get("do"), bool(message.get("clock")))
        found.setdefault((*kind, tuple(message)), (side, message))
    return list(found.values())


def test_every_line_of_recorded_games_of_all_kinds_keeps_to_the_schema() -> None:
    assert set(all_games()) == set(NAMES)
    for game, lines in all_games().items():
        kinds = [json.loads(line).get("kind") for side, line in lines if side == "board"]
        assert START in kinds and ACTION in kinds and RESULT in kinds, game
    for side, line in recorded():
        SIDES[side].validate(json.loads(line))
        assert len(line) <= MAX_LINE


def test_every_message_of_the_schema_occurs_in_the_recorded_runs() -> None:
    """So that no part of it goes unchecked."""
    said = {(side, message["type"]) for side, message in shapes()}
    for side in SIDES:
        assert {what for who, what in said if who == side} == set(SCHEMA["$defs"][side]["properties"]["type"]["enum"])
    kinds = {message["kind"] for _, message in shapes() if message["type"] == "event"}
    assert kinds == {START, ACTION, UNDO, RESULT, CONCLUDE, ABANDON}
    done = {message["do"] for _, message in shapes() if message["type"] == "command"}
    assert done == set(SCHEMA["$defs"]["command"]["properties"]["do"]["enum"])


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 70000),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False).filter(lambda value: value != int(value)),
    st.text(max_size=30),
    st.sampled_from(
        ["white", "black", "start", "undo", "result", "weather", "W+", "0", "low", "draw-agreed", "draw agreed", "none"]
    ),
    st.lists(st.integers(-1, 70000), max_size=20),
    st.dictionaries(st.text(max_size=3), st.one_of(st.integers(-1, 9), st.text(max_size=9)), max_size=3),
)


@given(data=st.data())
def test_whatever_line_of_a_board_the_schema_takes_the_host_takes_too(data: st.DataObject) -> None:
    """The host may be more lenient, never stricter; what the page says beside the schema is left out."""
    message = copy.deepcopy(data.draw(st.sampled_from([message for side, message in shapes() if side == "board"])))
    for _ in range(data.draw(st.integers(1, 2))):
        name = data.draw(st.sampled_from([name for name in message if name != "type"]))
        if data.draw(st.booleans()):
            del message[name]
        else:
            message[name] = data.draw(VALUES)
    message.setdefault("crc", "00000000")
    if not SIDES["board"].is_valid(message) or len(encode(message)) > MAX_LINE:
        return
    if message["type"] == "health":
        lists = [message[name] for name in ("counts", "zeros", "spans", "noise")]
        if len({len(one) for one in lists}) > 1 or message["first"] + len(lists[0]) > 255:
            return
    if message["type"] == "raw" and (
        len(message["cells"]) != len(message["counts"]) or len(message["leds"]) != len(message["cues"])
    ):
        return
    if message["type"] == "incident" and message["place"] >= max(1, message["of"]):
        return
    if message["type"] == "dropped" and not all(
        game is None or re.fullmatch(BOARD + r"-\d{1,9}-\d{1,4}", game) for game in (message["from"], message["before"])
    ):
        return
    try:
        if message["type"] == "event":
            read_event(message)
        else:
            read = read_message(KINDS[message["type"]], message)
            if isinstance(read, Dropped):
                read.check(BOARD)
    except WireError as error:
        raise AssertionError(f"the host refuses {message}: {error}") from error


def test_the_reasons_of_the_schema_are_the_hosts() -> None:
    assert SCHEMA["$defs"]["conclusion-told"]["enum"] == list(CONCLUSIONS)
    assert SCHEMA["$defs"]["conclusion"]["enum"] == [RESIGNED, TIME, DRAW_AGREED]
    for reason, results in CONCLUSIONS.items():
        event = {"type": "event", "game": "a-1-1", "seq": 1, "kind": CONCLUDE, "boot": 1, "ticks": 0, "crc": "00000000"}
        for other in ("W+", "B+", "0"):
            assert SIDES["board"].is_valid({**event, "reason": reason, "result": other}) == (other in results)
