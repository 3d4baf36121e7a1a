"""A code holds where to meet and the secret, and says when it was copied wrong (docs/netplay.md, The code)."""

import base64
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_plugins.netplay.errors import NetplayError
from hexlume_plugins.netplay.invitation import Invitation

PLACES = ["ws://192.168.1.7:8422", "wss://games.example", "mqtt://broker.example:1883", "mqtts://[2001:db8::1]:8883"]


@pytest.mark.parametrize("where", PLACES)
def test_a_code_says_where_and_the_secret_however_it_is_written(where: str) -> None:
    invitation = Invitation.to(where)
    for code in (invitation.code, invitation.code.lower(), invitation.code.replace("-", " ") + "\n"):
        assert Invitation.read(code) == invitation
        assert Invitation.read(f"http://ann.example:8421/netplay#by=Ann&join={code}&game=orochi") == invitation
    assert Invitation.to(where).identity != invitation.identity


@pytest.mark.parametrize("where", ["ws://192.168.1.7", "ws://192.168.1.7:08422", "ws://a.example:8422"])
def test_place_that_is_no_plain_number_is_kept_as_text(where: str) -> None:
    assert Invitation.read(Invitation(where, bytes(16)).code).where == where


@pytest.mark.parametrize("where", ["ws://a..b:8422", f"ws://{64 * 'a'}.example", "mqtt://.a:1883"])
def test_name_that_no_computer_can_have_is_no_place_to_meet(where: str) -> None:
    with pytest.raises(NetplayError, match="is no place to meet"):
        Invitation.read(Invitation(where, bytes(16)).code)


def test_code_of_a_numeric_address_is_short_and_codes_as_text_are_still_read() -> None:
    assert len(Invitation("ws://192.168.1.7:8422", bytes(16)).code) == 50
    data = bytes((1, 0)) + bytes(16) + b"192.168.1.7:8422"
    check = hashlib.sha256(b"hexlume code" + data).digest()[:2]
    before = base64.b32encode(data + check).decode().rstrip("=")
    assert Invitation.read(before) == Invitation("ws://192.168.1.7:8422", bytes(16))


def test_rematch_meets_at_the_same_place_under_another_secret() -> None:
    invitation = Invitation.to(PLACES[0])
    assert invitation.rematch == Invitation.read(invitation.code).rematch
    assert invitation.rematch.where == invitation.where
    assert len({invitation.identity, invitation.rematch.identity, invitation.rematch.rematch.identity}) == 3


@given(st.data())
def test_a_letter_that_was_copied_wrong_is_noticed(data: st.DataObject) -> None:
    # Two bytes of check: one in 65,536 would pass, and none of these does.
    code = Invitation("ws://192.168.1.7:8422", bytes(16)).code.replace("-", "")
    at = data.draw(st.integers(0, len(code) - 2))
    wrong = data.draw(st.sampled_from([one for one in "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567" if one != code[at]]))
    with pytest.raises(NetplayError):
        Invitation.read(code[:at] + wrong + code[at + 1 :])


@given(st.text(max_size=500))
def test_anything_else_is_no_code(text: str) -> None:
    with pytest.raises(NetplayError):
        Invitation.read(text)


@pytest.mark.parametrize(
    "where", ["", "http://a", "ws://", "ws://a b", "ws://user:password@a", "ws://a:99999", "mqtt://"]
)
def test_a_place_where_nobody_can_be_met_is_refused(where: str) -> None:
    with pytest.raises(NetplayError, match="is no place to meet"):
        Invitation.to(where)
