"""Message authentication: what is accepted is from the other side, for this run, and new (docs/netplay.md)."""

from hypothesis import given
from hypothesis import strategies as st

from hexlume_plugins.netplay.entries import GUEST, HOST
from hexlume_plugins.netplay.mac import MAX_BYTES, Authenticator

SECRET = b"0123456789abcdef"


def acquainted() -> tuple[Authenticator, Authenticator]:
    host, guest = Authenticator(SECRET, HOST), Authenticator(SECRET, GUEST)
    assert guest.verify(host.sign({"n": 0})) is None and guest.greeting_due
    assert host.verify(guest.sign({"n": 1})) == {"n": 1} and not guest.greeting_due
    assert guest.verify(host.sign({"n": 2})) == {"n": 2}
    return host, guest


def test_each_message_is_accepted_once() -> None:
    host, guest = acquainted()
    first, second = host.sign({"n": 3}), host.sign({"n": 4})
    assert guest.verify(second) == {"n": 4}
    assert guest.verify(second) is None and guest.verify(first) is None


def test_a_reflected_message_is_dropped() -> None:
    host, _ = acquainted()
    assert host.verify(host.sign({"n": 3})) is None and not host.is_authentic(host.sign({}))


def test_a_message_to_an_earlier_run_is_dropped_by_a_later_one() -> None:
    host, _ = acquainted()
    old = [host.sign({"n": n}) for n in range(3)]
    again = Authenticator(SECRET, GUEST)
    assert [again.verify(one) for one in old] == [None] * 3
    assert host.verify(again.sign({"n": 9})) == {"n": 9}
    assert [again.verify(one) for one in old] == [None] * 3
    assert again.verify(host.sign({"n": 10})) == {"n": 10}


def test_a_replayed_greeting_does_not_cut_the_two_off() -> None:
    early = Authenticator(SECRET, HOST).sign({"n": 0})
    host, guest = acquainted()
    for n in range(5):
        assert guest.verify(early) is None
        assert host.verify(guest.sign({"n": n})) == {"n": n}
        assert guest.verify(host.sign({"n": n})) == {"n": n}


@given(st.data())
def test_a_changed_message_is_dropped(data: st.DataObject) -> None:
    host, guest = acquainted()
    signed = bytearray(host.sign({"n": 3, "text": "d4"}))
    at = data.draw(st.integers(0, len(signed) - 1))
    signed[at] ^= data.draw(st.integers(1, 255))
    assert guest.verify(bytes(signed)) is None


@given(st.binary(max_size=300))
def test_anything_that_is_no_message_is_dropped(noise: bytes) -> None:
    assert Authenticator(SECRET, HOST).verify(noise) is None


def test_a_message_with_another_secret_or_too_long_is_dropped() -> None:
    host, guest = acquainted()
    assert guest.verify(Authenticator(b"another secret..", HOST).sign({})) is None
    assert guest.verify(host.sign({"text": "x" * MAX_BYTES})) is None
