"""The board's side of docs/protocol.md, over a channel that takes and gives any number of bytes at a time."""

import itertools
import random

from hypothesis import given
from hypothesis import strategies as st

from hexlume.games import notation
from hexlume.games.pieces import WHITE
from hexlume.journal.record import Record
from hexlume.link import wire
from hexlume.link.link import _HEALTH_MS, _RESEND_MS, _WINDOW, Link
from hexlume.match.events import ACTION
from hexlume.match.game_clock import UNTIMED

START = ("orochi", "hex4", "", "none")


class Channel:
    """A serial channel in memory with CircuitPython's surface; ``room`` bytes fit into one write."""

    def __init__(self) -> None:
        self.timeout: float | None = None
        self.write_timeout: float | None = None
        self.connected = True
        self.room = 10_000
        self.incoming = b""
        self.outgoing = b""

    @property
    def in_waiting(self) -> int:
        return len(self.incoming)

    def read(self, size: int) -> bytes:
        chunk, self.incoming = self.incoming[:size], self.incoming[size:]
        return chunk

    def write(self, data: bytes) -> int:
        taken = data[: self.room]
        self.outgoing += taken
        return len(taken)


class Host:
    """Keeps what a host would: the events of each game, taken only in order."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.events: dict[str, list[dict[str, object]]] = {}
        self.answers: list[dict[str, object]] = []
        self.read = 0

    def say(self, message: dict[str, object]) -> None:
        self.channel.incoming += wire.encode(message)

    def take(self, lose: random.Random | None = None, rate: float = 0.0) -> None:
        """Read what the board wrote; lose some lines and acknowledge the rest."""
        lines = self.channel.outgoing[self.read :].split(b"\n")
        self.read = len(self.channel.outgoing) - len(lines[-1])
        for line in lines[:-1]:
            if lose and lose.random() < rate:
                continue
            message = wire.decode(line)
            if message["type"] == "answer":
                self.answers.append(message)
            if message["type"] != "event":
                continue
            events = self.events.setdefault(message["game"], [])
            if message["seq"] == len(events):
                events.append(message)
            if events and not (lose and lose.random() < rate):
                self.say({"type": "ack", "game": message["game"], "seq": len(events) - 1})


def linked(commands: list[dict[str, object]] | None = None) -> tuple[Link, Channel, Host]:
    channel = Channel()

    def carry_out(message: dict[str, object]) -> str | None:
        if commands is not None:
            commands.append(message)
        return None if message.get("do") == "back" else "no"

    link = Link(channel, "b0", 3, "hex4", carry_out, int)
    return link, channel, Host(channel)


def test_link_never_waits_for_the_channel() -> None:
    """CircuitPython's serial timeouts default to for ever."""
    _, channel, _ = linked()
    assert channel.timeout == 0 and channel.write_timeout == 0


@given(st.integers(0, 10_000), st.floats(0, 0.6), st.integers(20, 300))
def test_every_event_arrives_once_and_in_order_whatever_is_lost(seed: int, rate: float, room: int) -> None:
    chance = random.Random(seed)
    link, channel, host = linked()
    channel.room = room
    records = [Record(f"b0-3-{number}", START, 0) for number in range(3)]
    host.say({"type": "hello", "protocol": wire.PROTOCOL, "have": {}})
    ms = 0
    for record in records:
        link.begin(record)
        for number in range(chance.randrange(1, 20)):
            record.add((ACTION, notation.code(notation.PLACE_WHITE, number), WHITE, UNTIMED), ms)
            link.exchange(ms)
            host.take(chance, rate)
            ms += 20
    for _ in range(5000):
        if all(record.complete for record in records):
            break
        ms += _RESEND_MS // 4
        link.exchange(ms)
        host.take(chance, rate)
    for record in records:
        expected = [record.message(seq) for seq in range(record.count)]
        assert host.events[record.identity] == expected


def test_no_more_than_the_window_is_sent_ahead() -> None:
    link, channel, host = linked()
    record = Record("b0-3-1", START, 0)
    link.begin(record)
    for number in range(3 * _WINDOW):
        record.add((ACTION, notation.code(notation.PLACE_WHITE, number), WHITE, UNTIMED), 0)
    host.say({"type": "hello", "protocol": wire.PROTOCOL, "have": {}})
    for ms in range(0, _RESEND_MS - 20, 20):
        link.exchange(ms)
    assert channel.outgoing.count(b'"event"') == _WINDOW


def test_a_new_host_gets_what_it_does_not_have() -> None:
    link, channel, host = linked()
    record = Record("b0-3-1", START, 0)
    link.begin(record)
    for number in range(5):
        record.add((ACTION, notation.code(notation.PLACE_WHITE, number), WHITE, UNTIMED), 0)
    host.say({"type": "hello", "protocol": wire.PROTOCOL, "have": {"b0-3-1": 3}})
    for ms in range(0, 100, 20):
        link.exchange(ms)
    assert [wire.decode(line)["seq"] for line in channel.outgoing.splitlines() if b'"event"' in line] == [4, 5]


def test_a_command_is_carried_out_once_and_answered_each_time() -> None:
    commands: list[dict[str, object]] = []
    link, _, host = linked(commands)
    host.say({"type": "hello", "protocol": wire.PROTOCOL, "have": {}})
    for _ in range(3):
        host.say({"type": "command", "id": 7, "do": "back"})
        host.say({"type": "command", "id": 8, "do": "dance"})
    for ms in range(0, 200, 20):
        link.exchange(ms)
    host.take()
    assert len(commands) == 2
    assert [answer["ok"] for answer in host.answers] == 3 * [True, False]


def test_a_command_with_a_bad_id_is_not_carried_out_and_gets_no_answer() -> None:
    commands: list[dict[str, object]] = []
    link, _, host = linked(commands)
    host.say({"type": "hello", "protocol": wire.PROTOCOL, "have": {}})
    host.say({"type": "command", "do": "back"})
    for identity in (None, -1, 1 << 29, 1.5, "7", True, [7]):
        host.say({"type": "command", "id": identity, "do": "back"})
    for ms in range(0, 200, 20):
        link.exchange(ms)
    host.take()
    assert (commands, host.answers) == ([], [])


def test_a_host_of_another_protocol_gets_a_hello_and_nothing_else() -> None:
    commands: list[dict[str, object]] = []
    link, channel, host = linked(commands)
    link.begin(Record("b0-3-1", START, 0))
    host.say({"type": "hello", "protocol": 99, "have": {}})
    host.say({"type": "command", "id": 1, "do": "back"})
    for ms in range(0, 3000, 20):
        link.exchange(ms)
    assert not commands and not link.host
    assert {wire.decode(line)["type"] for line in channel.outgoing.splitlines()} == {"hello"}


def test_a_host_tells_how_long_its_engine_takes_until_it_goes_or_says_otherwise() -> None:
    link, channel, host = linked()
    assert link.patience == 0
    for engine, patience in ((4000, 7000), (0, 3000), (None, 0), ("4000", 0), (-1, 0), (True, 0)):
        for version, expected in ((wire.PROTOCOL, patience), (wire.PROTOCOL + 1, 0), (wire.PROTOCOL, patience)):
            host.say({"type": "hello", "protocol": version, "engine": engine})
            link.exchange(0)
            assert link.patience == expected, engine
    host.say({"type": "hello", "protocol": wire.PROTOCOL, "engine": 4000})
    link.exchange(0)
    channel.connected = False
    link.exchange(0)
    assert link.patience == 0


def test_a_host_gets_each_change_of_the_table_once_and_how_it_stands_when_it_comes() -> None:
    link, channel, host = linked()
    link.begin(Record("b0-3-1", START, 0))
    seen = []
    for differs in ({}, {"d4": "take off"}, {"d4": "take off"}, None, None, {}):
        if differs is None:
            channel.connected = False
            link.exchange(0)
            channel.connected = True
        else:
            link.table({"differs": differs})
        channel.outgoing = b""
        if differs is None or not seen:
            host.say({"type": "hello", "protocol": wire.PROTOCOL})
        for _ in range(3):
            link.exchange(0)
        lines = map(wire.decode, channel.outgoing.splitlines())
        seen.append([line["differs"] for line in lines if line["type"] == "table"])
    taken_off = [{"d4": "take off"}]
    assert seen == [[{}], taken_off, [], taken_off, taken_off, [{}]]


def test_a_report_is_sent_after_events_ten_times_a_second_and_ends_when_the_host_goes() -> None:
    link, channel, host = linked()
    link.begin(Record("b0-3-1", START, 0))
    host.say({"type": "hello", "protocol": wire.PROTOCOL})
    link.exchange(0)
    link.health = itertools.repeat({"type": "health", "first": 0})
    for ms in range(20, 10 * _HEALTH_MS, 20):
        link.exchange(ms)
    types = [wire.decode(line)["type"] for line in channel.outgoing.splitlines()]
    assert types.index("event") < types.index("health")
    assert types.count("health") == 9
    channel.connected = False
    link.exchange(10 * _HEALTH_MS)
    assert link.health is None
