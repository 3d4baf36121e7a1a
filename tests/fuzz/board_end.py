"""The board's end of the link under attack: the firmware's running game, fed with whatever bytes, and watched."""

import random
from collections import deque
from typing import Any

from hexlume.hardware.panel import ACT_BUTTON, BACK_BUTTON
from hexlume.link import wire
from hexlume.link.link import _CHUNK, _MOST_ANSWERS, _MOST_RECORDS, _WINDOW
from hexlume.play.session import _MOST_QUEUED
from hexlume_record.game.events import ACTION
from hexlume_record.game.position import position_of
from hexlume_record.game.read_event import read_event
from hexlume_record.game.state import GameState
from tests.firmware.play.running_table import PASS_MS, Table

MOST_READ = 4 * _CHUNK
"""Bytes that one pass of the loop may read."""
LONGEST_REFUSAL = 200
"""The most characters of a refusal that a host takes (``hexlume_host.device.messages``)."""
HELLO = wire.encode({"type": "hello", "protocol": wire.PROTOCOL, "have": {}})
PRESSES = (
    [(BACK_BUTTON, True), (ACT_BUTTON, False)],
    [(ACT_BUTTON, True)],
    [(ACT_BUTTON, False)],
    [(BACK_BUTTON, False)],
)
"""What hands do with the buttons, now and then."""

Place = tuple[str, int]
"""A game's id and how many events are on its record."""


class BoardEnd(Table):
    """A running game on a hex4 panel, its host hostile. Every method raises ``AssertionError`` for a broken promise.

    ``accepted`` and ``refused`` count the commands, ``ids`` are those of the last ones.
    """

    def __init__(self) -> None:
        self.accepted = self.refused = 0
        self.ids: deque[int] = deque(maxlen=4 * _MOST_ANSWERS)
        self._lives: dict[str, GameState] = {}
        self._told: dict[str, list[dict[str, Any]]] = {}
        self._partial = b""
        super().__init__()
        self.feed(HELLO)

    @property
    def dropped(self) -> int:
        """Lines the link dropped."""
        return int(self.link.dropped)

    def feed(self, data: bytes) -> None:
        """Let bytes come and the loop run until they are read."""
        channel, link = self.channel, self.link
        channel.incoming += data
        while channel.incoming:
            waiting = len(channel.incoming)
            link.exchange(self.ms)
            assert 0 < waiting - len(channel.incoming) <= MOST_READ
            self.running.state.work(self.ms)
            self.running.status()
            self.ms += PASS_MS
        said, channel.outgoing = channel.outgoing, b""
        *lines, self._partial = (self._partial + said).split(b"\n")
        for line in lines:
            self._hear(line)
        self._look_at_records()

    def hands(self, choice: random.Random) -> None:
        """Let the players do something too: mostly what the lights ask for."""
        for cell in range(self.grid.cells):
            self.pieces[cell] = self.running.referee.expected(cell)
        if choice.randrange(12) == 0:
            self.pieces[choice.randrange(self.grid.cells)] = choice.randrange(5)
        self.running.state.step(True, self.ms)
        for button, is_down in choice.choice(PRESSES) if choice.randrange(3) == 0 else ():
            self.running.state.press(button, is_down, self.ms)
        self._look_at_records()

    def command(self, message: dict[str, Any]) -> str | None:
        """Carry out a command as the board does, and see to it that exactly this was done."""
        identity = message.get("id")
        assert type(identity) is int and 0 <= identity < 1 << 29
        assert identity not in list(self.ids)[1 - _MOST_ANSWERS :], "a command is carried out once"
        self.ids.append(identity)
        before, last = self._places(), self.link.records[-1]
        since = last.count
        refusal = super().command(message)
        if refusal is None:
            self.accepted += 1
            if message["do"] in ("play", "act"):
                assert last is self.link.records[-1]
                told = last.message(since)
                assert (told["kind"], told["action"]) == (ACTION, message["action"])
        else:
            self.refused += 1
            assert isinstance(refusal, str) and 0 < len(refusal) <= LONGEST_REFUSAL
            assert message.get("do") == "new" or self._places() == before
        return refusal

    def check(self) -> None:
        """Look at all that must stay bounded, and that what was told is as it was and comes to the running game."""
        link = self.link
        assert len(link._line) <= wire.MAX_LINE + 1 and len(link._sending) <= wire.MAX_LINE
        assert len(link._soon) <= _WINDOW and len(link._answers) <= _MOST_ANSWERS
        assert len(link.records) <= _MOST_RECORDS and len(self.running.queue) <= _MOST_QUEUED
        for record in link.records:
            assert self._told[record.identity] == [record.message(seq) for seq in range(record.count)]
        running = self._lives[link.records[-1].identity]
        assert running.position() == position_of(self.running.game)

    def _places(self) -> list[Place]:
        return [(record.identity, record.count) for record in self.link.records]

    def _hear(self, line: bytes) -> None:
        """Look at a line that the board wrote."""
        assert len(line) < wire.MAX_LINE
        message = wire.decode(line)
        if message["type"] == "answer":
            assert message["id"] in self.ids
        elif message["type"] == "event" and message["game"] in self._told:
            told = self._told[message["game"]]
            if message["seq"] < len(told):
                assert told[message["seq"]] == message

    def _look_at_records(self) -> None:
        """Take the events that are new on record under the rules."""
        records = self.link.records
        for record in records:
            told = self._told.setdefault(record.identity, [])
            assert record.count >= len(told)
            for seq in range(len(told), record.count):
                message = record.message(seq)
                told.append(message)
                event = read_event(message)
                if seq == 0:
                    self._lives[record.identity] = GameState(record.identity, event.data)
                else:
                    self._lives[record.identity].take(event)
                assert self._lives[record.identity].legal, self._lives[record.identity].problem
        for identity in set(self._told) - {record.identity for record in records}:
            del self._told[identity], self._lives[identity]
