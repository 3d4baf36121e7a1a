"""The wire format of docs/protocol.md: what is written reads back, what is damaged is refused."""

import binascii
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume.link import wire

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**31), 2**31) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
MESSAGES = st.dictionaries(st.text(min_size=1, max_size=8).filter(lambda key: key not in ("type", "crc")), VALUES).map(
    lambda members: {"type": "event", **members}
)


@given(MESSAGES)
def test_what_is_encoded_decodes_to_itself_and_is_plain_json(message: dict[str, object]) -> None:
    line = wire.encode(message)
    assert line.endswith(b"\n") and line.count(b"\n") == 1
    plain = json.loads(line)
    plain.pop("crc")
    assert plain == message
    if len(line) <= wire.MAX_LINE:
        assert wire.decode(line) == message


@given(MESSAGES, st.data())
def test_any_single_changed_byte_is_noticed(message: dict[str, object], data: st.DataObject) -> None:
    line = bytearray(wire.encode(message).rstrip(b"\n"))
    at = data.draw(st.integers(0, len(line) - 1))
    line[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(wire.WireError):
        wire.decode(bytes(line))


@pytest.mark.parametrize(
    ("most", "sentence"),
    [({"text": "x" * (1024 - 46)}, "too long"), ({"text": "[" * 31}, "too many objects and lists")],
)
def test_a_line_that_is_too_long_or_too_deep_is_refused(most: dict[str, str], sentence: str) -> None:
    message = {"type": "event", **most}
    assert wire.decode(wire.encode(message)) == message
    with pytest.raises(wire.WireError, match=sentence):
        wire.decode(wire.encode({**message, "text": most["text"] + most["text"][0]}))


@pytest.mark.parametrize("body", ["[1", '{"type":1', '{"kind":"x"', "nonsense"])
def test_a_valid_checksum_around_something_else_is_refused(body: str) -> None:
    line = body.encode() + b',"crc":"%08x"}' % binascii.crc32(body.encode())
    with pytest.raises(wire.WireError):
        wire.decode(line)
