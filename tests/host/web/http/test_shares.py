"""Fair shares: what a client gets when others hold everything already."""

from hexlume_host.web.http.shares import Shares


class Holder:
    """What a client holds; ``ended`` is whether it had to give it up."""

    ended = False

    def end(self) -> None:
        self.ended = True


def held(shares: Shares, client: str, count: int, amount: int = 1) -> list[Holder]:
    """Take for a client as often as it gets anything, ``count`` times at most."""
    return [one for one in (Holder() for _ in range(count)) if shares.take(client, one.end, amount)]


def test_a_client_gets_its_own_limit_and_no_more() -> None:
    shares = Shares(10, 3)
    assert len(held(shares, "a", 5)) == 3
    assert len(held(shares, "b", 5)) == 3


def test_whoever_holds_most_gives_its_latest_up_for_a_new_client() -> None:
    shares = Shares(8, 5)
    first, second = held(shares, "a", 5), held(shares, "b", 3)
    new = held(shares, "c", 10)
    assert len(new) == 2
    assert [one.ended for one in first] == [False, False, False, True, True]
    assert [one.ended for one in second] == [False] * 3


def test_nobody_gives_up_its_only_one() -> None:
    shares = Shares(3, 3)
    holders = [one for client in "abc" for one in held(shares, client, 1)]
    assert held(shares, "d", 1) == []
    assert not any(one.ended for one in holders)


def test_what_is_given_back_is_free_again_and_counts_once() -> None:
    shares = Shares(4, 4)
    first, second = held(shares, "a", 2, 2)
    for _ in range(2):
        shares.release("a", first.end)
    assert len(held(shares, "b", 3)) == 2
    assert not second.ended
    shares.release("nobody", first.end)


def test_amounts_count_and_more_for_one_holder_is_added() -> None:
    shares = Shares(100, 60)
    large, small = Holder(), Holder()
    assert all(shares.take("a", large.end, 20) for _ in range(3))
    assert not shares.take("a", large.end, 1)
    assert shares.take("b", small.end, 40)
    assert shares.take("c", small.end, 10)
    assert large.ended
    assert not shares.take("d", Holder().end, 101)
