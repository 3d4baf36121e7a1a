"""What the journal has no room for: it warns before, and a host learns which games were dropped (docs/journal.md)."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume import games
from hexlume.games.game import Game
from hexlume.games.notation import code
from hexlume.hardware.panel import STATE_LED
from hexlume.journal import archive
from hexlume.journal.journal import _FINE, _LOSING, _LOW
from hexlume.link import wire
from hexlume.link.link import _RESEND_MS, Link
from hexlume.match.events import ABANDON, ACTION, RESULT, START
from hexlume.match.game_clock import UNTIMED
from hexlume.match.match import Match
from hexlume.output import led_cues
from hexlume.play.game_log import GameLog
from hexlume_sim.chip.power import PowerCut
from tests.firmware.journal.journal_board import BOARD, JournalBoard
from tests.firmware.link.test_link import Channel, Host
from tests.firmware.play.running_table import Table

SMALL_RING = 4
"""Slots of the archive in most of these tests: it comes round soon."""
Id = tuple[int, int]


@pytest.fixture(autouse=True)
def small_ring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "_SLOTS", SMALL_RING)


def place_of(game: str) -> Id:
    """Return the numbers in a game's id."""
    _, boot, number = game.rsplit("-", 2)
    return int(boot), int(number)


class Listener(Host):
    """A host that also notes what was dropped: pairs of ids, and answers unless it is ``deaf``."""

    def __init__(self, channel: Channel) -> None:
        super().__init__(channel)
        self.dropped: list[tuple[str | None, str]] = []
        self.counts: list[int | None] = []
        self.deaf = False
        self.heard = 0

    def take(self, lose: random.Random | None = None, rate: float = 0.0) -> None:
        for line in self.channel.outgoing[self.read :].split(b"\n")[:-1]:
            message = wire.decode(line)
            if message["type"] == "dropped":
                self.heard += 1
                if not self.deaf:
                    self.dropped.append((message["from"], message["before"]))
                    self.counts.append(message["games"])
                    self.say({"type": "ack", "before": message["before"]})
        super().take(lose, rate)

    def knows_as_dropped(self, game: Id) -> bool:
        return any((place_of(first) if first else (0, 0)) <= game < place_of(before) for first, before in self.dropped)


class Player:
    """Plays random games of the smallest Orochi onto a board's journal, through power cuts, and lets hosts come.

    ``accepted`` holds the events of each game that the board has accepted, ``rooms`` its room in each pass, and
    ``uncounted`` the numbers of the starts that there was no room to count.
    """

    def __init__(self, seed: int, drive: bool = True) -> None:
        self.choice = random.Random(seed)
        self.board = JournalBoard(drive)
        self.host = Listener(Channel())
        self.accepted: dict[str, list[dict[str, Any]]] = {}
        self.rooms: list[int] = []
        self.uncounted: list[int] = []
        self.ms = 0
        self.cuts = 0
        self.start()

    def start(self, cut_after: int | None = None) -> None:
        """Switch the board on, as ``starting.put_together`` does; raises ``PowerCut``."""
        self.board = self.board.copy(self.choice.randrange(1000)).start(cut_after)
        if not self.board.was_counted():
            self.uncounted.append(self.board.boot)
        self.ms = 0
        self.host.channel = Channel()
        self.host.channel.connected = False
        self.host.read = 0
        self.link = Link(self.host.channel, BOARD, self.board.boot, "hex2", lambda _: None, int, self.board.journal)
        self.log = GameLog(self.link, self.board.journal, int)
        kept = self.board.journal.last_unfinished()
        if kept is None or not self.log.go_on(kept, 0):
            if kept is not None:
                self.board.journal.add((ABANDON, 0, 0, UNTIMED), 0)
            self.begin()
            return
        now = self._events()
        before = self.accepted.get(self.link.records[-1].identity, [])
        assert now[: len(before)] == before and len(now) <= len(before) + 2, "nothing accepted is missing"
        self.log.keep()
        self._accept()

    @property
    def game(self) -> Game:
        """The running game."""
        return self.log.match.game

    def begin(self) -> None:
        self.log.begin(Match(games.start("orochi", 2)), self.ms)
        self._accept()

    def play(self) -> None:
        """Play one action, or begin the next game; raises ``PowerCut``."""
        self.ms += 1000
        if self.game.result is not None:
            self.begin()
            return
        action = self.choice.choice(self.game.legal_actions())
        self.log.apply((ACTION, action, self.game.to_move, UNTIMED), self.ms)
        self.log.keep()
        self._accept()

    def work(self, passes: int = 5) -> None:
        """Let the board do its work for some passes; raises ``PowerCut``."""
        for _ in range(passes):
            self.ms += 20
            self.link.exchange(self.ms)
            self.host.take()
            self.board.journal.step(self.link.kept or not self.link.host)
            self.rooms.append(self.board.journal.room)

    def play_games(self, count: int) -> None:
        for _ in range(count):
            while self.game.result is None:
                self.play()
                self.work(10)
            self.play()

    def host_comes(self) -> None:
        self.host.channel.connected = True
        self.host.say({"type": "hello", "protocol": wire.PROTOCOL, "have": self.unfinished()})

    def host_goes(self) -> None:
        self.host.channel.connected = False
        self.host.channel.incoming = b""
        self.host.channel.outgoing = b""
        self.host.read = 0

    def unfinished(self) -> dict[str, int]:
        """Return what a host tells of its unfinished games."""
        found = {}
        for game, events in self.host.events.items():
            if events[-1]["kind"] not in (RESULT, ABANDON):
                found[game] = len(events) - 1
        return dict(list(found.items())[-8:])

    def hear_all(self, most: int = 40_000) -> None:
        """Let a host come and stay until it has everything."""
        self.host_comes()
        for _ in range(most):
            self.work(1)
            if self.link.kept and all(record.complete for record in self.link.records):
                return
        raise AssertionError("the board has more and more to tell")

    def check(self) -> None:
        """Each game is at the host as it was accepted, or the host knows that it was dropped.

        Starts that were not counted are in no order among themselves: of several the host may not know it.
        """
        running = self.link.records[-1].identity
        for game, events in self.accepted.items():
            heard = self.host.events.get(game, [])
            # An event during which the power went may be there too, and the end of a game that cannot go on.
            assert heard[: len(events)] == events[: len(heard)] and len(heard) <= len(events) + 2, game
            if len(heard) < len(events) or (game != running and heard[-1]["kind"] not in (RESULT, ABANDON)):
                in_no_order = len(self.uncounted) > 1 and place_of(game)[0] in self.uncounted
                assert in_no_order or self.host.knows_as_dropped(place_of(game)), game

    def missing(self) -> set[Id]:
        """Return the games of which the host lacks events."""
        return {
            place_of(game)
            for game, events in self.accepted.items()
            if len(self.host.events.get(game, [])) < len(events)
        }

    def check_counts(self) -> None:
        """Each number of dropped games is right, or unknown; one more may have begun at each power cut."""
        for (first, before), count in zip(self.host.dropped, self.host.counts, strict=True):
            start = place_of(first) if first else (0, 0)
            played = sum(start <= place_of(game) < place_of(before) for game in self.accepted)
            assert count is None or played <= count <= played + self.cuts

    def _accept(self) -> None:
        self.accepted[self.link.records[-1].identity] = self._events()

    def _events(self) -> list[dict[str, Any]]:
        record = self.link.records[-1]
        return [record.message(seq) for seq in range(record.count)]


def warned_before_losing(rooms: list[int]) -> bool:
    """Return whether room was low for a good while each time before it was too little."""
    for at, room in enumerate(rooms):
        if room == _LOSING and rooms[at - 1] != _LOSING and rooms[max(0, at - 100) : at] != [_LOW] * 100:
            return False
    return True


@pytest.mark.parametrize("drive", [True, False])
def test_the_oldest_or_newest_games_are_dropped_after_a_warning_and_a_host_learns_which(drive: bool) -> None:
    """Without a drive the newest go: there is no other place for the log."""
    player = Player(1, drive)
    assert player.board.journal.room == _FINE
    player.play_games(300 if drive else 60)
    assert _LOSING in player.rooms and warned_before_losing(player.rooms)
    player.hear_all()
    player.check()
    missing = player.missing()
    assert len(missing) > 10
    (told,) = player.host.dropped
    assert told[0] == (None if drive else f"{BOARD}-{min(missing)[0]}-{min(missing)[1]}")
    assert place_of(told[1]) == (max(missing)[0], max(missing)[1] + 1), "no game is given up that is still there"
    player.check_counts()
    assert None not in player.host.counts
    assert player.board.journal.room == _FINE


def test_the_number_of_dropped_games_is_right_when_games_are_dropped_twice() -> None:
    player = Player(9)
    for more in (270, 250):
        player.play_games(more)
        player.start()
        player.hear_all()
        player.host_goes()
    player.check_counts()
    assert len(player.host.dropped) == 2, "the very first games, and those behind the last that a host had"
    # The game that was running when the host went is there in part.
    assert sum(count or 0 for count in player.host.counts) - len(player.missing()) in (0, 1)


def test_dropped_games_are_sent_until_a_host_acknowledges_them_and_not_again() -> None:
    player = Player(2)
    player.play_games(300)
    player.host.deaf = True
    player.host_comes()
    player.work(10 * _RESEND_MS // 20)
    assert 5 <= player.host.heard <= 11, "repeated as events are"
    assert not player.host.dropped and not set(player.host.events) - {player.link.records[-1].identity}
    player.host_goes()
    player.start()
    player.host.deaf = False
    player.hear_all()
    player.check()
    assert len(player.host.dropped) == 1
    for _ in range(2):
        player.host_goes()
        player.start()
        player.hear_all()
    assert len(player.host.dropped) == 1


@pytest.mark.parametrize("seed", range(4))
def test_a_game_cut_short_by_a_full_memory_and_a_power_cut_is_given_up_and_a_host_learns_it(seed: int) -> None:
    player = Player(seed, drive=False)
    while not player.board.journal.full:
        player.play()
        player.work()
    cut = player.link.records[-1].identity
    player.play()
    player.start()
    assert player.link.records[-1].identity != cut, "its last actions are not known"
    player.hear_all()
    player.check()
    assert player.host.dropped == [(cut, player.link.records[-1].identity)]
    assert len(player.host.events.get(cut, [])) < len(player.accepted[cut])


def test_a_host_with_more_of_a_game_than_the_journal_is_sent_the_other_games() -> None:
    player = Player(5, drive=False)
    while not player.board.journal.full:
        player.play()
        player.work()
    cut = player.link.records[-1].identity
    player.play()
    player.host.events[cut] = [{"kind": START}, *({"kind": ACTION} for _ in range(40))]
    player.start()
    player.hear_all()
    assert len(player.host.events) == len(player.accepted)


def test_an_acknowledgement_of_events_that_are_not_there_is_ignored() -> None:
    player = Player(8)
    player.play_games(1)
    player.hear_all()
    player.begin()
    begun = player.link.records[-1].identity
    player.host.say({"type": "ack", "game": begun, "seq": 500})
    player.link.exchange(player.ms)
    assert player.board.memory.mark.acked < place_of(begun)


def test_games_played_with_no_host_are_sent_to_each_host_that_comes() -> None:
    """Whatever is not at a host is sent to the next one, and to another host again."""
    player = Player(3)
    player.play_games(4)
    player.start()
    for _ in range(2):
        player.host_goes()
        player.host = Listener(player.host.channel)
        player.hear_all()
        assert player.host.events == player.accepted
    assert len(player.link.records) == 1, "what is in the journal is not held in memory as well"


@pytest.mark.integration
@given(st.integers(0, 2**32 - 1))
@settings(max_examples=max(2, settings.default.max_examples // 10), deadline=None)
def test_no_game_is_lost_silently_whatever_happens(seed: int) -> None:
    """Power cuts at any step, drives that may be written or not, hosts that come and go, while the ring comes round."""
    choice = random.Random(seed)
    player = Player(seed)
    for _ in range(12):
        try:
            if choice.random() < 0.5:
                player.board.supply.cut_after = choice.randrange(12_000)
            for _ in range(choice.randrange(40)):
                player.play_games(1)
                if choice.random() < 0.05:
                    player.host_comes()
                if choice.random() < 0.1:
                    player.host_goes()
        except PowerCut:
            player.cuts += 1
        player.board.writable = choice.random() < 0.8
        switch_on(player, choice)
    switch_on(player, choice)
    player.hear_all()
    player.check()
    if not player.uncounted:
        # Starts that were not counted are in no order with the others' ids.
        player.check_counts()


def switch_on(player: Player, choice: random.Random) -> None:
    """Switch the board on, also when the power goes while it starts."""
    for cut_after in (choice.randrange(3000), None):
        try:
            player.start(cut_after)
            player.board.supply.cut_after = None
            return
        except PowerCut:
            player.cuts += 1


def test_the_state_light_and_the_host_are_told_how_much_room_there_is() -> None:
    table = Table(board=JournalBoard(drive=False))
    table.play("Wd4")
    journal = table.board.journal
    for room, light, word in (
        (_FINE, led_cues.NOT_KEPT, None),
        (_LOW, led_cues.FILLING, "low"),
        (_LOSING, led_cues.LOSING, "losing"),
    ):
        while journal.room != room:
            journal.add((ACTION, code(1, 5), 1, UNTIMED), table.ms)
        table.wait()
        assert table.status(STATE_LED) == light
        assert (table.link._table or {}).get("journal") == word
