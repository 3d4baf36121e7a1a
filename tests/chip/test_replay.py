"""Replay of a fault report, as ``hexlume sim --replay`` does it, on the emulated chip."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from hexlume_host.cli import doctor
from hexlume_host.cli.main import main
from hexlume_host.device import fault_replay
from hexlume_host.device.fault_replay import difference
from hexlume_host.device.fault_report import read_report
from hexlume_host.device.messages import Message
from hexlume_sim.chip_emulator import circuitpython
from hexlume_sim.client import TwinProcess
from tests.host.cli.test_fault_report import altered, other_action, other_light

pytestmark = [pytest.mark.chip, pytest.mark.timeout(3600)]


def recorded(report: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a report of a board that runs on CPython: black acts while it is recorded."""
    with TwinProcess("hex4", seed=5, settings={"HEXLUME_GAME": "orochi", "HEXLUME_SIZE": "4"}) as twin:
        twin.next_event("leds")
        twin.send({"do": "put", "cell": "d4", "piece": "white"})
        twin.send({"do": "wait", "ms": 1000})
        twin.next_event("waited")

        def say(sentence: str) -> None:
            if sentence.startswith("Recording"):
                twin.send({"do": "wait", "ms": 700})
                twin.send({"do": "put", "cell": "e4", "piece": "black"})

        monkeypatch.setattr(doctor, "say", say)
        monkeypatch.setattr(sys, "argv", ["hexlume", "doctor", twin.port, "--report", str(report), "--record", "3"])
        with pytest.raises(SystemExit) as ended:
            main()
    assert not ended.value.code


def test_emulated_chip_does_what_a_report_says_and_an_altered_line_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXLUME_STORE", str(tmp_path / "store.sqlite"))
    report = tmp_path / "board.jsonl"
    recorded(report, monkeypatch)
    on_chip = fault_replay._Plan.run
    said: list[tuple[int | None, Message]] = []

    def once(plan: Any, chip: Path | None) -> Iterable[tuple[int | None, Message]]:
        """Run on the chip for the first report only: the altered ones have the same plan, and it takes minutes."""
        if not said:
            said.extend(on_chip(plan, chip))
        return said

    monkeypatch.setattr(fault_replay._Plan, "run", once)
    image = circuitpython.find()
    assert difference(read_report(report), image) is None
    for change, board in ((other_action, "event action Be3 black"), (other_light, "light e4 says 'take off'")):
        found = difference(read_report(altered(report, tmp_path / "altered.jsonl", change)), image)
        assert found is not None and found.board == board
