"""The protocol's host side, without input or output (docs/protocol.md)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume.link import wire
from hexlume_host.device.framing import LineReader
from hexlume_host.device.messages import NO_ANSWER, Answer, Dropped, Health, Hello
from hexlume_host.device.protocol import HostProtocol
from hexlume_record.game.events import BoardEvent

VERSION = wire.PROTOCOL
HELLO = {
    "type": "hello",
    "protocol": VERSION,
    "device": "b",
    "firmware": "0.1",
    "panel": "hex4",
    "boot": 3,
    "game": None,
}
START = {"type": "event", "game": "b-3-1", "seq": 0, "kind": "start", "ticks": 5, "rules": "orochi", "board": "hex4"}


def sent(conversation: HostProtocol, now: float) -> list[dict[str, object]]:
    return [wire.decode(line) for line in conversation.outgoing(now).splitlines()]


def greeted() -> HostProtocol:
    conversation = HostProtocol(7)
    conversation.connect({}, 0)
    sent(conversation, 0)
    conversation.receive(wire.encode(HELLO), 0)
    conversation.greet({"b-3-1": 4}, 0)
    return conversation


def test_hello_is_repeated_each_second_until_it_is_answered() -> None:
    conversation = HostProtocol(7)
    conversation.connect({"g": 3}, 0)
    hello = {"type": "hello", "protocol": wire.PROTOCOL, "have": {"g": 3}}
    assert [sent(conversation, now) for now in (0, 0.5, 1, 1.9, 2)] == [[hello], [], [hello], [], [hello]]


def test_the_second_hello_has_what_the_store_knows_of_this_board() -> None:
    conversation = greeted()
    second = {"type": "hello", "protocol": wire.PROTOCOL, "have": {"b-3-1": 4}}
    assert [sent(conversation, now) for now in (0, 1)] == [[second], [second]]
    assert conversation.receive(wire.encode(HELLO), 1) == []
    assert sent(conversation, 5) == []
    # A new boot is greeted again.
    assert [type(one) for one in conversation.receive(wire.encode({**HELLO, "boot": 4}), 5)] == [Hello]


def test_events_before_hello_are_left_to_be_repeated() -> None:
    conversation = HostProtocol(7)
    conversation.connect({}, 0)
    assert conversation.receive(wire.encode(START), 0) == []
    assert conversation.dropped == 0


def test_events_are_reported_and_acknowledged_together() -> None:
    conversation = greeted()
    sent(conversation, 0)
    undo = {"type": "event", "game": "b-3-1", "seq": 1, "kind": "undo", "ticks": 6, "new member": 1}
    heard = conversation.receive(wire.encode(START) + wire.encode(undo), 0.1)
    start = BoardEvent("b-3-1", 0, "start", 5, {"rules": "orochi", "board": "hex4", "options": {}}, boot=3)
    assert heard == [start, BoardEvent("b-3-1", 1, "undo", 6, {}, boot=3)]
    conversation.acknowledge({"b-3-1": 1, "unknown": -1})
    assert sent(conversation, 0.2) == [{"type": "ack", "game": "b-3-1", "seq": 1}]
    assert sent(conversation, 0.3) == []


@pytest.mark.parametrize("game", ["c-3-1", "b2-3-1", "g", "b-3", "b-3-1-1", "b--1", "b-3-x"])
def test_events_of_games_that_are_not_the_boards_own_are_forged_lines(game: str) -> None:
    conversation = greeted()
    heard = conversation.receive(wire.encode({**START, "game": game}) + wire.encode(START), 0.1)
    assert [event.game for event in heard if isinstance(event, BoardEvent)] == ["b-3-1"]
    assert (conversation.dropped, conversation.forged) == (1, game)


def test_a_command_is_repeated_with_its_id_until_answered() -> None:
    conversation = greeted()
    conversation.receive(wire.encode(HELLO), 0)
    identity = conversation.command("act", {"action": "pass"}, 10)
    command = {"type": "command", "id": 7, "do": "act", "action": "pass"}
    assert [sent(conversation, now) for now in (10, 10.2, 10.5)] == [[command], [], [command]]
    answer = wire.encode({"type": "answer", "id": identity, "ok": False, "error": "not now"})
    assert conversation.receive(answer * 2, 11) == [Answer(7, "not now")]
    assert sent(conversation, 20) == []
    assert conversation.command("back", {}, 20) == 8


def test_a_command_nobody_answers_is_given_up() -> None:
    conversation = greeted()
    conversation.command("back", {}, 10)
    assert conversation.receive(b"", 14.9) == []
    assert conversation.receive(b"", 15) == [Answer(7, NO_ANSWER)]
    assert conversation.receive(b"", 99) == []


def test_commands_that_wait_for_an_answer_are_bounded() -> None:
    conversation = HostProtocol(7)
    assert conversation.command("back", {}, 0) is None
    conversation = greeted()
    assert conversation.command("act", {"action": "x" * 2000}, 0) is None
    assert [conversation.command("back", {}, 0) for _ in range(17)] == [*range(8, 24), None]


def test_an_unknown_protocol_is_refused_in_one_sentence() -> None:
    conversation = HostProtocol(7)
    conversation.connect({}, 0)
    assert conversation.receive(wire.encode({**HELLO, "protocol": VERSION + 1}), 0) == []
    assert f"version {VERSION + 1} of the protocol and this hexlume speaks version {VERSION}" in conversation.refusal
    assert sent(conversation, 5) == []


def test_hello_always_fits_a_line() -> None:
    conversation = HostProtocol(7)
    conversation.connect({"g" * 60 + str(number): number for number in range(40)}, 0)
    line = conversation.outgoing(0)
    assert len(line) <= wire.MAX_LINE
    assert 8 <= len(json.loads(line)["have"]) < 40


@given(st.binary(max_size=4000), st.integers(1, 400))
def test_any_bytes_in_any_pieces_do_no_harm(noise: bytes, piece: int) -> None:
    """Whatever came before, a whole line is heard once the next line end has passed."""
    reader = LineReader()
    for at in range(0, len(noise), piece):
        reader.feed(noise[at : at + piece])
        assert len(reader._rest) <= wire.MAX_LINE + 1
    reader.feed(b"\n")
    assert reader.feed(wire.encode(HELLO)) == [HELLO]


@given(st.lists(st.binary(max_size=40) | st.just(wire.encode(START)), max_size=20), st.integers(1, 60))
def test_the_same_bytes_say_the_same_however_they_are_cut(parts: list[bytes], piece: int) -> None:
    stream = b"".join(parts)
    whole, cut = LineReader(), LineReader()
    messages = [message for at in range(0, len(stream), piece) for message in cut.feed(stream[at : at + piece])]
    assert messages == whole.feed(stream)
    assert cut.dropped == whole.dropped


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(
    st.sampled_from(["hello", "event", "table", "answer", "other"]),
    st.dictionaries(st.sampled_from([*HELLO, *START, "differs", "id", "ok", "error", "options"]), json_values),
)
def test_any_message_does_no_harm(what: str, members: dict[str, object]) -> None:
    conversation = greeted()
    conversation.receive(wire.encode({**HELLO, **START, **members, "type": what}), 1)
    conversation.outgoing(1)


HEALTH = {
    "type": "health",
    "first": 16,
    "cells": {"d4": "dead"},
    "counts": [2048, 0],
    "zeros": [2050, 2048],
    "spans": [0, 760],
    "noise": [31, 0],
}


def test_health_is_read_and_checked() -> None:
    conversation = greeted()
    expected = Health(16, (2048, 0), (2050, 2048), (0, 760), (31, 0), {"d4": "dead"})
    assert conversation.receive(wire.encode(HEALTH), 0) == [expected]
    bad: list[dict[str, object]] = [
        {"first": -1},
        {"first": 254},
        {"counts": [2048]},
        {"counts": [], "zeros": [], "spans": [], "noise": []},
        {"counts": [2048, True]},
        {"counts": [2048, 1.5]},
        {"zeros": [2048, 65536]},
        {"noise": "31"},
        {"cells": ["d4"]},
        {"cells": {"d4": 1}},
        {"cells": {"a cell": "dead"}},
        {"cells": {"d4": "a\nb"}},
    ]
    for wrong in bad:
        assert conversation.receive(wire.encode({**HEALTH, **wrong}), 0) == [], wrong
    assert conversation.dropped == len(bad)


def test_what_a_board_dropped_is_reported_and_acknowledged() -> None:
    conversation = greeted()
    sent(conversation, 0)
    dropped = {"type": "dropped", "from": None, "before": "b-3-9"}
    assert conversation.receive(wire.encode(dropped), 0.1) == [Dropped("b-3-9")]
    conversation.acknowledge_dropped("b-3-9")
    assert sent(conversation, 0.2) == [{"type": "ack", "before": "b-3-9"}]
    assert sent(conversation, 0.3) == []
    assert conversation.receive(wire.encode({**dropped, "before": "c-3-9"}), 0.4) == [] and conversation.dropped == 1
