"""The harness sees loss, doubling and damage: with one part broken on purpose its counters are not zero."""

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hexlume.games import notation
from hexlume.games.pieces import WHITE
from hexlume.journal.journal import Journal
from hexlume.journal.record import Record
from hexlume.link import wire
from hexlume.match.events import ACTION
from hexlume.match.game_clock import UNTIMED
from hexlume.match.match import Change
from hexlume.play.game_log import GameLog
from hexlume_host.device.logger import Logger
from hexlume_host.errors import GameConflictError
from hexlume_record.game.events import BoardEvent
from tests.faults.cable import FLIP, Noise
from tests.faults.counts import KINDS, Counts, table
from tests.faults.host import Host, HostKilled
from tests.faults.test_power import GAMES, play, play_on
from tests.faults.world import World


class HastyLogger(Logger):
    """Acknowledges what it has received, and is killed before it commits."""

    def _commit(self, events: Sequence[BoardEvent]) -> None:
        if len(events) == 1 and events[0].seq == 9:
            self._protocol.acknowledge({events[0].game: 9})
            assert self._port is not None
            self._port.write(self._protocol.outgoing(0))
            raise HostKilled
        super()._commit(events)


class HastyHost(Host):
    logger_class = HastyLogger


class HastyWorld(World):
    host_class = HastyHost


def test_a_host_that_acknowledges_before_it_commits(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The event is gone at once where a board believes the acknowledgement for good."""
    world = HastyWorld(folder, *GAMES[0])
    world.seen_ending = False
    world.host = 0
    monkeypatch.setattr(Record, "resume", lambda self, seq: None)
    world.go(lambda: world.kills == 1)
    world.host = None
    world.go(lambda: len(world.witness.games) > 1)
    world.host_class = Host
    monkeypatch.setattr(Journal, "games", lambda self: iter(()))
    assert world.settle().lost > 0


def test_a_journal_that_keeps_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Journal, "add", lambda *_: True)
    world = World(folder, *GAMES[0])
    world.host = None
    world.go_for(20)
    world.cut_power()
    world.go_for(10)
    counts = world.settle()
    assert counts.lost > 0


def test_a_board_that_tells_an_action_twice(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = GameLog.apply

    def apply(log: GameLog, *arguments: Any) -> Change:
        change = write(log, *arguments)
        if log.record.count == 6:
            log.record.add((ACTION, notation.code(notation.PLACE_WHITE, 0), WHITE, UNTIMED), 7)
        return change

    monkeypatch.setattr(GameLog, "apply", apply)
    world = World(folder, *GAMES[0])
    play(world, 0)
    counts = world.settle()
    assert counts.doubled > 0 and counts.corrupt > 0


def test_a_host_that_believes_damaged_lines(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    decode = wire.decode

    def believe(line: bytes) -> dict[str, Any]:
        body = line.rstrip(b"\n")[:-18]
        try:
            return decode(line)
        except wire.WireError:
            return decode(wire.encode(_json(body + b"}")))

    monkeypatch.setattr(wire, "decode", believe)
    counts = Counts()
    for seed in range(4):
        world = World(folder, *GAMES[1], seed)
        world.cable.to_host.noise = [Noise(FLIP, 0.002)]
        # A damaged start that was believed is another game than the one that is sent again.
        with contextlib.suppress(GameConflictError):
            play(world, 0, 5)
            counts.add(world.settle())
    assert counts.corrupt > 0


def _json(body: bytes) -> dict[str, Any]:
    try:
        value = wire.json.loads(body.decode())
    except ValueError:
        raise wire.WireError("not JSON") from None
    if not isinstance(value, dict):
        raise wire.WireError("no object")
    return value


def test_a_power_cut_is_a_power_cut(folder: Path) -> None:
    """What the board had in its working memory only is gone, and what it wrote in half is not read."""
    world = World(folder, *GAMES[0])
    world.cut_after = 150
    before = world.board.flash
    play_on(world, None)
    assert world.cuts == 1 and world.board.flash is not before
    assert len({event.boot for events in world.witness.games.values() for event in events if event.boot}) == 2


def test_the_table_adds_up() -> None:
    lines = table({KINDS[1]: Counts(2, 10, 1, 0, 0), KINDS[0]: Counts(1, 5, 0, 2, 3)})
    assert [line.split()[-5:] for line in lines[1:]] == [
        ["1", "5", "0", "2", "3"],
        ["2", "10", "1", "0", "0"],
        ["3", "15", "1", "2", "3"],
    ]
