"""What is sealed with a game's secret is from the other side, for this run, and new (docs/apart.md, Secrecy)."""

from hypothesis import given
from hypothesis import strategies as st

from hexlume_host.netplay.entries import GUEST, HOST
from hexlume_host.netplay.mac import MOST_BYTES, Sealer

SECRET = b"0123456789abcdef"


def acquainted() -> tuple[Sealer, Sealer]:
    host, guest = Sealer(SECRET, HOST), Sealer(SECRET, GUEST)
    assert guest.open(host.seal({"n": 0})) is None and guest.stranger
    assert host.open(guest.seal({"n": 1})) == {"n": 1} and not guest.stranger
    assert guest.open(host.seal({"n": 2})) == {"n": 2}
    return host, guest


def test_what_one_says_the_other_hears_once() -> None:
    host, guest = acquainted()
    first, second = host.seal({"n": 3}), host.seal({"n": 4})
    assert guest.open(second) == {"n": 4}
    assert guest.open(second) is None and guest.open(first) is None


def test_ones_own_words_do_not_come_back_as_the_others() -> None:
    host, _ = acquainted()
    assert host.open(host.seal({"n": 3})) is None and not host.authentic(host.seal({}))


def test_what_was_said_to_an_earlier_run_is_not_heard_by_a_later_one() -> None:
    host, _ = acquainted()
    old = [host.seal({"n": n}) for n in range(3)]
    again = Sealer(SECRET, GUEST)
    assert [again.open(one) for one in old] == [None] * 3
    assert host.open(again.seal({"n": 9})) == {"n": 9}
    assert [again.open(one) for one in old] == [None] * 3
    assert again.open(host.seal({"n": 10})) == {"n": 10}


def test_an_old_greeting_does_not_cut_the_two_off() -> None:
    early = Sealer(SECRET, HOST).seal({"n": 0})
    host, guest = acquainted()
    for n in range(5):
        assert guest.open(early) is None
        assert host.open(guest.seal({"n": n})) == {"n": n}
        assert guest.open(host.seal({"n": n})) == {"n": n}


@given(st.data())
def test_what_was_changed_on_the_way_is_not_heard(data: st.DataObject) -> None:
    host, guest = acquainted()
    sealed = bytearray(host.seal({"n": 3, "text": "d4"}))
    at = data.draw(st.integers(0, len(sealed) - 1))
    sealed[at] ^= data.draw(st.integers(1, 255))
    assert guest.open(bytes(sealed)) is None


@given(st.binary(max_size=300))
def test_anything_else_is_not_heard(noise: bytes) -> None:
    assert Sealer(SECRET, HOST).open(noise) is None


def test_another_secret_and_too_long_a_message_are_not_heard() -> None:
    host, guest = acquainted()
    assert guest.open(Sealer(b"another secret..", HOST).seal({})) is None
    assert guest.open(host.seal({"text": "x" * MOST_BYTES})) is None
