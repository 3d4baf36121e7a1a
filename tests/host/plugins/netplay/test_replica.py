"""Two sides come to share one list whatever becomes of their messages (docs/netplay.md, The list)."""

import contextlib
import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume.games.outcome import TIME as TIME_OVER
from hexlume.games.pieces import BLACK, WHITE, other
from hexlume.link.wire import WireError
from hexlume_plugins.netplay.entries import (
    ACTION,
    AGREE,
    BACK,
    DECLINE,
    DRAW,
    GUEST,
    HOST,
    RESIGN,
    TIME,
    Entry,
    Terms,
    read_terms,
)
from hexlume_plugins.netplay.mac import Authenticator
from hexlume_plugins.netplay.replica import GuestReplica, HostReplica, Replica
from hexlume_plugins.netplay.shared_game import SharedGame
from hexlume_record.game.position import legal_texts, position_of
from hexlume_record.validation import checked

SECRET = b"0123456789abcdef"
GAMES = [
    Terms("orochi", 3, {}, "fischer 300+5", "black", "Ann"),
    Terms("sibling", 3, {"pie": True}, "byoyomi 60+3x30"),
    Terms("droched", 3, {"pie": True}),
    Terms("orcoon", 4, {"pie": True}, "delay 300+5", "black"),
    Terms("organica", 4, {}),
]


class Memory:
    """Keeps what a side must not forget, through its restarts; checks that the list only grows."""

    def __init__(self, **notes: Any) -> None:
        self.list: list[Entry] = []
        self.notes: dict[str, Any] = notes

    def entries(self) -> list[Entry]:
        return list(self.list)

    def save(self, place: int, entries: Sequence[Entry], /, **notes: object) -> None:
        assert not entries or place == len(self.list)
        self.list += entries
        self.notes = self.notes | notes


class Network:
    """Two sides, their authenticators and what is under way between them; any of it may be lost, doubled or late."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.memories = {HOST: Memory(terms=terms.as_json()), GUEST: Memory(identity="g1", name="Ben")}
        self.under_way: dict[str, list[bytes]] = {HOST: [], GUEST: []}
        self.sides: dict[str, Replica] = {}
        self.authenticators: dict[str, Authenticator] = {}
        for name in (HOST, GUEST):
            self.restart(name)

    def restart(self, name: str) -> None:
        """Begin a side's process again with nothing but what it has kept."""
        memory = self.memories[name]
        self.authenticators[name] = Authenticator(SECRET, name)
        if name == HOST:
            self.sides[name] = HostReplica(memory)
        else:
            self.sides[name] = GuestReplica(memory)

    def send(self, name: str) -> None:
        self.under_way[name].append(self.authenticators[name].sign(self.sides[name].message()))

    def deliver(self, name: str, at: int, double: bool = False) -> None:
        """Let what a side has sent arrive, the message at that place first."""
        waiting = self.under_way[name]
        if not waiting:
            return
        data = waiting[at % len(waiting)] if double else waiting.pop(at % len(waiting))
        receiver = GUEST if name == HOST else HOST
        body = self.authenticators[receiver].verify(data)
        if body is not None:
            self.sides[receiver].receive(body)

    def settle(self) -> None:
        """Let everything arrive for a while: the link is well again."""
        for _ in range(12):
            for name in (HOST, GUEST):
                self.send(name)
                while self.under_way[name]:
                    self.deliver(name, 0)

    def check(self) -> SharedGame:
        """Return the game that both sides know in the end."""
        host, guest = self.sides[HOST].confirmed, self.sides[GUEST].confirmed
        assert host is not None and guest is not None
        assert not self.sides[HOST].problem and not self.sides[GUEST].problem
        assert host.entries == guest.entries
        assert self.sides[HOST].settled and self.sides[GUEST].settled
        for name, memory in self.memories.items():
            assert memory.list == host.entries, name
        assert position_of(host.game) == position_of(guest.game)
        assert host.timed == guest.timed and (not host.timed or host.clock.report() == guest.clock.report())
        # What the list makes is the same when it is made anew, each entry judged.
        again = SharedGame(host.terms)
        for entry in host.entries:
            assert again.refusal(entry) is None
            again.take(entry)
        assert position_of(again.game) == position_of(host.game)
        return host


def do_something(side: Replica, choice: random.Random) -> None:
    """Have a side's person do anything, sensible or not."""
    game = side.predicted
    if game is None:
        return
    what = choice.choice([ACTION] * 12 + [DRAW, BACK, BACK, AGREE, AGREE, DECLINE, RESIGN, TIME])
    if what == ACTION:
        legal = legal_texts(game.game) if not game.over else ["a1"]
        side.propose(Entry(ACTION, side.ROLE, action=choice.choice(legal), ms=choice.randrange(4000), step=game.steps))
    elif what == BACK:
        side.propose(Entry(BACK, side.ROLE, to=max(0, len(game.actions) - choice.randrange(1, 4))))
    elif what in (AGREE, DECLINE):
        side.propose(Entry(what, side.ROLE, to=game.offer[0] if game.offer else choice.randrange(5)))
    elif what == DRAW or choice.random() < 0.2:
        side.propose(Entry(what, side.ROLE))


MOVES = st.lists(
    st.tuples(
        st.sampled_from(["do", "do", "do", "send", "send", "deliver", "deliver", "double", "lose", "restart"]),
        st.sampled_from([HOST, GUEST]),
        st.integers(0, 7),
    ),
    max_size=120,
)


@given(st.sampled_from(GAMES), MOVES, st.integers(0, 2**32))
def test_both_sides_end_with_one_list_whatever_is_lost_doubled_late_or_begun_again(
    terms: Terms, moves: list[tuple[str, str, int]], seed: int
) -> None:
    network, choice = Network(terms), random.Random(seed)
    for what, name, at in moves:
        if what == "do":
            do_something(network.sides[name], choice)
        elif what == "send":
            network.send(name)
        elif what == "restart" and at < 3:
            network.restart(name)
        elif what == "lose":
            del network.under_way[name][at : at + 1]
        else:
            network.deliver(name, at, what == "double")
    network.settle()
    network.check()


@pytest.mark.sample(1)
@pytest.mark.integration
@pytest.mark.parametrize("terms", GAMES, ids=lambda terms: terms.rules)
def test_a_whole_game_is_played_while_half_of_everything_is_lost_and_both_sides_begin_again(terms: Terms) -> None:
    network, choice = Network(terms), random.Random(11)
    network.settle()
    # The clocks' times are drawn small, so that nobody's time is over.
    for turn in range(3000):
        for name in (HOST, GUEST):
            side = network.sides[name]
            game = side.predicted
            if game is not None and game.to_move == name and not side.busy:
                action = choice.choice(legal_texts(game.game))
                side.propose(Entry(ACTION, name, action=action, ms=choice.randrange(500), step=game.steps))
            network.send(name)
            if choice.random() < 0.5:
                network.under_way[name].clear()
            while network.under_way[name] and choice.random() < 0.8:
                network.deliver(name, choice.randrange(8), choice.random() < 0.2)
            if turn % 50 == 30:
                network.restart(name)
        if network.memories[HOST].list and SharedGame(terms, network.memories[HOST].list).over:
            break
    network.settle()
    assert network.check().over


def joined() -> Network:
    network = Network(Terms("orochi", 3, {}, "fischer 60+0", "white"))
    network.settle()
    return network


def play(network: Network, name: str, action: str = "", ms: int = 0) -> str | None:
    game = network.sides[name].predicted
    assert game is not None
    chosen = action or legal_texts(game.game)[0]
    return network.sides[name].propose(Entry(ACTION, name, action=chosen, ms=ms, step=game.steps))


def test_a_side_acts_only_in_its_own_turn_and_only_by_the_rules() -> None:
    network = joined()
    assert play(network, GUEST) == "It is the other side's turn."
    assert play(network, HOST, "Wz9") == "'Wz9' is not legal here."
    assert play(network, HOST) is None


def test_a_late_action_is_refused_when_the_game_has_ended_meanwhile() -> None:
    network = joined()
    play(network, HOST)
    network.settle()
    assert play(network, GUEST) is None
    assert network.sides[HOST].propose(Entry(RESIGN, HOST)) is None
    network.settle()
    game = network.check()
    assert (game.game.outcome.result, game.game.outcome.reason) == ("B+", "resigned")
    assert network.sides[GUEST].refused == ["The game is over."]


def test_a_take_back_needs_the_other_sides_word_and_restores_both_clocks() -> None:
    network = joined()
    play(network, HOST)
    network.settle()
    play(network, GUEST, ms=7000)
    network.settle()
    game = network.check()
    assert game.clock.remaining(2) == 53_000
    assert network.sides[GUEST].propose(Entry(BACK, GUEST, to=1)) is None
    network.settle()
    game = network.check()
    assert game.offer is not None and len(game.actions) == 2
    own = Entry(AGREE, GUEST, to=game.offer[0])
    assert network.sides[GUEST].propose(own) == "That is for the other side to answer."
    assert network.sides[HOST].propose(Entry(AGREE, HOST, to=game.offer[0])) is None
    network.settle()
    game = network.check()
    assert len(game.actions) == 1 and game.clock.remaining(2) == 60_000


def test_an_offer_lapses_when_its_answer_is_an_action() -> None:
    network = joined()
    play(network, HOST)
    assert network.sides[HOST].propose(Entry(DRAW, HOST)) is None
    network.settle()
    assert network.check().offer is not None
    play(network, GUEST)
    network.settle()
    assert network.check().offer is None


def test_time_is_charged_as_the_player_measured_it_and_its_end_is_theirs_to_tell() -> None:
    network = joined()
    play(network, HOST)
    network.settle()
    assert play(network, GUEST, ms=60_000) == "Its player had no time left for that action."
    assert play(network, GUEST, ms=59_999) is None
    network.settle()
    game = network.check()
    assert game.to_move is not None
    waiting = GUEST if game.to_move == HOST else HOST
    assert network.sides[waiting].propose(Entry(TIME, waiting)) == "It is the other side's turn."
    mover = {HOST: WHITE, GUEST: BLACK}[game.to_move]
    assert network.sides[game.to_move].propose(Entry(TIME, game.to_move)) is None
    network.settle()
    outcome = network.check().game.outcome
    assert outcome is not None and (outcome.winner, outcome.reason) == (other(mover), TIME_OVER)


def test_a_second_guest_is_turned_away_and_the_first_goes_on() -> None:
    network = joined()
    second, authenticator = GuestReplica(Memory(identity="g2", name="Eve")), Authenticator(SECRET, GUEST)
    for _ in range(4):
        body = network.authenticators[HOST].verify(authenticator.sign(second.message()))
        if body is not None:
            network.sides[HOST].receive(body)
        told = authenticator.verify(network.authenticators[HOST].sign(network.sides[HOST].message()))
        if told is not None:
            second.receive(told)
    assert second.problem == "This game has its two players already: ask for another code."
    network.settle()
    play(network, HOST)
    network.settle()
    network.check()


def test_a_guest_that_claims_more_of_the_game_is_refused_and_the_game_goes_on() -> None:
    network = joined()
    host = network.sides[HOST]
    true = network.sides[GUEST].message()
    proposal = Entry(RESIGN, GUEST, 1).as_json()
    for _ in range(3):
        host.receive({**true, "have": 1, "pending": [proposal]})
        assert host.message() == {"full": "g1"}
    assert not host.problem and host.confirmed is not None and not host.confirmed.entries
    assert host.refused == ["The other side claims more of this game than this computer has: that is left out."]
    assert play(network, HOST) is None
    network.settle()
    assert play(network, GUEST) is None
    network.settle()
    assert len(network.check().actions) == 2


def test_a_seat_is_not_given_to_somebody_who_claims_more_of_the_game() -> None:
    network = Network(GAMES[0])
    host = network.sides[HOST]
    host.receive({"guest": "g2", "name": "Eve", "have": 1, "pending": [], "step": 0, "spent": 0})
    assert not host.joined and not host.problem
    network.settle()
    assert host.joined and host.other_name == "Ben"


def test_a_guest_whose_host_has_lost_a_part_of_the_game_is_told_so_once() -> None:
    network = joined()
    play(network, HOST)
    network.settle()
    network.memories[HOST].list.clear()
    network.restart(HOST)
    network.settle()
    guest = network.sides[GUEST]
    assert guest.refused == ["The other side has lost a part of this game: what you do does not reach it."]
    assert not guest.problem and not network.sides[HOST].problem


def test_a_host_that_breaks_the_rules_is_not_followed() -> None:
    network = joined()
    guest = network.sides[GUEST]
    body = network.sides[HOST].message()
    cheat = Entry(ACTION, HOST, action="Wa9", step=0)
    guest.receive({**body, "entries": [cheat.as_json()], "size": 1})
    assert guest.problem.startswith("The other side did what the rules do not allow")
    assert guest.confirmed is not None and not guest.confirmed.entries
    network = joined()
    forged = Entry(RESIGN, GUEST, 7)
    network.sides[GUEST].receive({**body, "entries": [forged.as_json()], "size": 1})
    assert network.sides[GUEST].problem and not network.memories[GUEST].list


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
NAMES = ["guest", "name", "have", "pending", "from", "entries", "size", "handled", "refused", "terms", "step", "spent"]


@given(st.dictionaries(st.sampled_from(NAMES), JSON), st.sampled_from([HOST, GUEST]))
def test_nothing_a_side_can_say_breaks_the_other(told: dict[str, Any], name: str) -> None:
    network = joined()
    receiver = network.sides[name]
    true = network.sides[GUEST if name == HOST else HOST].message()
    with contextlib.suppress(WireError):
        receiver.receive({**true, **told})
    assert receiver.confirmed is not None and SharedGame(receiver.confirmed.terms, receiver.confirmed.entries)


@given(JSON)
def test_entries_and_terms_are_read_or_refused(told: Any) -> None:
    for read in (lambda told: checked(Entry, told), read_terms):
        with pytest.raises(WireError):
            read(told)


@pytest.mark.parametrize("terms", GAMES, ids=lambda terms: terms.rules)
def test_terms_and_entries_come_back_from_json(terms: Terms) -> None:
    assert position_of(read_terms(terms.as_json()).begin()) == position_of(terms.begin())
    entry = Entry(ACTION, GUEST, 3, "Wd4", 1200, 7)
    assert checked(Entry, entry.as_json()) == entry
