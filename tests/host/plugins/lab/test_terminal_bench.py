"""The bench at the terminal, with a script instead of a person: discs' magnets, and lists of places."""

import io
import re
from collections.abc import Callable

import pytest

from hexlume.hardware.panel import panel_grid
from hexlume.sensing.sense import NOMINAL_SPAN
from hexlume_host.device.messages import Raw
from hexlume_host.errors import LinkError
from hexlume_plugins.lab import terminal_bench
from hexlume_plugins.lab.readings import Readings
from hexlume_plugins.lab.terminal_bench import TerminalBench

GRID = panel_grid("hex2")
WEAK = {"disc 7": 0.33}


class ScriptedBench(TerminalBench):
    """Answers each line by a script; a disc is felt at the first cell as strongly as ``WEAK`` says."""

    def __init__(self, answers: list[str]) -> None:
        self._board = Readings()
        super().__init__(self._board, GRID, set())
        self.answers = answers
        self.asked: list[str] = []
        self._sense(0)

    def _sense(self, first: int) -> None:
        counts = (2048 + first, *[2048] * (GRID.cells - 1))
        self._board.raw(Raw(0, tuple(range(GRID.cells)), counts, (), ()))

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
    assert [bench.magnet(f"disc {number}", "a1") for number in range(1, 8)] == [100] * 6 + [33]
    asked = len(bench.asked)
    assert bench.magnet("disc 7", "a1") == 33
    assert len(bench.asked) == asked + 2


def test_a_place_of_a_list_is_answered_by_its_number_and_a_voltage_by_a_number() -> None:
    bench = ScriptedBench(["3", "x", "2", "", "nan", "5,02"])
    places = ["B1 pin 1 (VCC) and pin 2: bridged", "B2 pin 1 (VCC) and pin 2: bridged"]
    assert (bench.seen(places), bench.removed(places)) == (places[1], "")
    assert bench.volts("VBUS") == 5.02


def test_wrong_regulator_has_the_pico_taken_out_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    bench = ScriptedBench(["4.8", "3.3"])
    assert bench.volts("+3V3") == 4.8 and "Take the Pico out now" in capsys.readouterr().out
    assert bench.volts("+3V3") == 3.3 and "Take the Pico out" not in capsys.readouterr().out


def test_millivolts_come_with_what_to_unplug_and_what_to_join(capsys: pytest.CaptureFixture[str]) -> None:
    bench = ScriptedBench(["n", "y", "15,8 mV"])
    assert not bench.current("+5V GND") and "Unplug" not in capsys.readouterr().out
    assert bench.current("+3V3 GND")
    assert "Unplug the charger and the USB cable" in (said := capsys.readouterr().out)
    assert "test point 3V3; cell's minus, test point GND" in said and bench.drop("CB7", "CB20") == 15.8


@pytest.mark.parametrize("ask", [lambda bench: bench.disc("a1"), lambda bench: bench.key("act")], ids=["disc", "key"])
def test_a_board_that_is_unplugged_is_not_taken_for_a_faulty_one(
    ask: Callable[[TerminalBench], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal_bench, "_BUTTON_SECONDS", 0.05)
    bench = ScriptedBench([""])
    bench.rest()
    bench._board.lost("The board on x has gone.")
    with pytest.raises(LinkError, match="Plug it in, and examine it anew"):
        ask(bench)
