"""The bench at the terminal, with a script instead of a person: discs' magnets, and lists of places."""

import io
import re
from collections.abc import Callable

import pytest

from hexlume.hardware.panel import panel_grid
from hexlume.sensing.sense import NOMINAL_SPAN
from hexlume_host.cli import bench as bench_module
from hexlume_host.cli.bench import BoardEar, TerminalBench
from hexlume_host.device.messages import Raw
from hexlume_host.errors import LinkError

GRID = panel_grid("hex2")
WEAK = {"disc 7": 0.33}


class ScriptedBench(TerminalBench):
    """Answers each line by a script; a disc is felt at the first cell as strongly as ``WEAK`` says."""

    def __init__(self, answers: list[str]) -> None:
        self._ear = BoardEar()
        super().__init__(self._ear, GRID, set())
        self.answers = answers
        self.asked: list[str] = []
        self._sense(0)

    def _sense(self, first: int) -> None:
        counts = (2048 + first, *[2048] * (GRID.cells - 1))
        self._ear.raw(Raw(0, tuple(range(GRID.cells)), counts, (), ()))

    def _line(self, text: str) -> str:
        self.asked.append(text)
        if found := re.match(r"(disc \d+) on .*, (white|black) side up", text):
            self._sense(round(NOMINAL_SPAN * WEAK.get(found[1], 1.0)) * (1 if found[2] == "white" else -1))
            return ""
        return self.answers.pop(0)


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())


def test_a_weak_magnet_is_seen_in_the_last_disc_too_and_only_it_is_measured_again() -> None:
    bench = ScriptedBench([""])
    bench.rest()
    assert [bench.magnet(f"disc {number}") for number in range(1, 8)] == [100] * 6 + [33]
    asked = len(bench.asked)
    assert bench.magnet("disc 7") == 33
    assert len(bench.asked) == asked + 2


def test_a_place_of_a_list_is_answered_by_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    bench = ScriptedBench(["3", "x", "2", ""])
    places = ["B1 pin 1 (VCC) and pin 2: bridged", "B2 pin 1 (VCC) and pin 2: bridged"]
    assert bench.seen(places) == places[1]
    assert bench.removed(places) == ""
    said = capsys.readouterr().out
    assert f"   2 {places[1]}" in said and said.count("A number from 1 to 2.") == 2


def test_millivolts_come_with_what_to_unplug_and_what_to_join(capsys: pytest.CaptureFixture[str]) -> None:
    bench = ScriptedBench(["n", "y", "15,8 mV"])
    assert not bench.current("+5V GND")
    assert "Unplug" not in capsys.readouterr().out
    assert bench.current("+3V3 GND")
    said = capsys.readouterr().out
    assert "Unplug the charger and the USB cable" in said and "test point 3V3; cell's minus, test point GND" in said
    assert bench.drop("CB7", "CB20") == 15.8
    assert bench.asked[-1].startswith("Millivolts between pin 1 of CB7 and pin 1 of CB20")


@pytest.mark.parametrize("ask", [lambda bench: bench.disc("a1"), lambda bench: bench.key("act")], ids=["disc", "key"])
def test_a_board_that_is_unplugged_is_not_taken_for_a_faulty_one(
    ask: Callable[[TerminalBench], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_module, "_BUTTON_SECONDS", 0.05)
    bench = ScriptedBench([""])
    bench.rest()
    bench._ear.lost("The board on x has gone.")
    with pytest.raises(LinkError, match="Plug it in, and examine it anew"):
        ask(bench)


def test_a_voltage_is_a_number() -> None:
    assert ScriptedBench(["nan", "5,02"]).volts("VBUS") == 5.02
