"""A code holds where to meet and the secret, and is taken from a link (docs/netplay.md, The code)."""

from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_plugins.netplay.errors import NetplayError
from hexlume_plugins.netplay.invitation import Invitation


@pytest.mark.parametrize("where", ["ws://192.168.1.7:8422", "wss://games.example", "ws://[2001:db8::1]:8422"])
def test_a_code_says_where_and_the_secret_also_in_a_link(where: str) -> None:
    invitation = Invitation(where)
    fragment = urlencode({"join": invitation.code, "by": "Ann", "rules": "orochi"})
    for text in (invitation.code, f" {invitation.code}\n", f"http://ann.example:8421/netplay#{fragment}"):
        assert Invitation.read(text) == invitation
    assert Invitation(where).identity != invitation.identity
    for wrong in (invitation.code[:-1], invitation.code + "A", where):
        with pytest.raises(NetplayError, match="no code of a game"):
            Invitation.read(wrong)


@given(st.text(max_size=500))
def test_anything_else_is_no_code(text: str) -> None:
    for code in (text, f"{text}#{'A' * 22}"):
        with pytest.raises(NetplayError):
            Invitation.read(code)


@pytest.mark.parametrize("where", ["", "http://a", "ws://", "ws://a b", "ws://a:99999"])
def test_a_place_where_nobody_can_be_met_is_refused(where: str) -> None:
    with pytest.raises(NetplayError, match="is no place to meet"):
        Invitation.read(Invitation(where).code)
