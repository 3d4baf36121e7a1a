"""The harness sees loss, doubling and damage: with one part broken on purpose its counters are not zero."""

from pathlib import Path
from typing import Any

import pytest

from hexlume.games import notation
from hexlume.games.pieces import WHITE
from hexlume.journal.journal import Journal
from hexlume.match.events import ACTION
from hexlume.match.game_clock import UNTIMED
from hexlume.match.match import Change
from hexlume.play.game_log import GameLog
from tests.faults.test_power import GAMES, play
from tests.faults.world import World


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
