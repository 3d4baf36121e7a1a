"""The bench at the terminal, with a script instead of a person: discs' magnets, and lists of places."""

import io
import re
from collections.abc import Callable
from contextlib import closing
from unittest.mock import Mock, call

import pytest

from hexlume.hardware.panel import panel_grid
from hexlume.sensing.sense import NOMINAL_SPAN
from hexlume_host.device.messages import Raw
from hexlume_host.device.serial_port import PortGoneError
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
    assert [bench.magnet("a1", f"disc {number}") for number in range(1, 8)] == [100] * 6 + [33]
    asked = len(bench.asked)
    assert (bench.magnet("a1", "disc 7"), len(bench.asked)) == (33, asked + 2)


def test_a_place_of_a_list_is_answered_by_its_number_and_a_voltage_by_a_number() -> None:
    bench = ScriptedBench(["3", "x", "2", "", "nan", "-", "5,02", "-"])
    places = ["B1 pin 1 (VCC) and pin 2: bridged", "B2 pin 1 (VCC) and pin 2: bridged"]
    assert (bench.searched(places, False), bench.searched(places, True)) == (places[1], "")
    assert (bench.volts("VBUS"), bench.lead("B1.2 pad out", True)) == (5.02, None)


def test_wrong_regulator_has_the_pico_taken_out_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    bench = ScriptedBench(["3.3", "4.8"])
    assert bench.volts("+3V3") == 3.3 and "take the Pico out now" not in capsys.readouterr().out
    assert bench.volts("+3V3") == 4.8 and "take the Pico out now" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "after", "steps"),
    [
        ((), ("charger",), ["Plug the charger in"]),
        (("charger",), ("Pico", "charger"), ["Unplug the charger", "Put the Pico", "Plug the charger in"]),
        (("Pico", "charger"), ("Pico", "USB"), ["Unplug the charger", "Plug the Pico's USB cable in"]),
        (("Pico", "USB"), (), ["Unplug the Pico's USB cable", "Take the Pico out"]),
    ],
)
def test_pico_is_moved_only_while_nothing_is_plugged_in(
    before: tuple[str, ...], after: tuple[str, ...], steps: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    bench = ScriptedBench([])
    bench.prepare(*before)
    capsys.readouterr()
    bench.prepare(*after)
    said = capsys.readouterr().out.splitlines()
    assert [line[: len(step)] for line, step in zip(said, steps, strict=True)] == steps


def test_millivolts_come_with_what_it_takes_and_what_to_join(capsys: pytest.CaptureFixture[str]) -> None:
    bench = ScriptedBench(["n", "y", "15,8 mV"])
    assert not bench.current("+5V GND") and "minus" not in capsys.readouterr().out
    assert bench.current("+3V3 GND") and bench.drop("CB7", "CB20") == 15.8
    assert "test point 3V3; cell's minus, test point GND" in capsys.readouterr().out


@pytest.mark.parametrize("ask", [lambda bench: bench.disc("a1"), lambda bench: bench.key("act")], ids=["disc", "key"])
def test_a_board_that_is_unplugged_is_waited_for(
    ask: Callable[[TerminalBench], object], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(terminal_bench, "_BUTTON_SECONDS", 0.05)
    bench = ScriptedBench([""])
    bench.rest()
    bench._board.lost("The board on x has gone.")

    def back(seconds: float) -> bool:
        """Stand in for a logger that finds the board again while it is waited for."""
        bench._sense(NOMINAL_SPAN)
        monkeypatch.setattr(terminal_bench, "say", lambda text: bench._board.pressed.put(0))
        return False

    bench._board.logger = Mock(join=back)
    assert bench._lines.get() is None
    bench._lines.put("")
    assert ask(bench) in ("act", {"a1": 100, **dict.fromkeys(bench._names[1:], 0)})
    assert "Waiting for the board" in capsys.readouterr().out


def test_lights_and_channels_are_driven_and_again_on_a_board_that_was_unplugged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gone, back = Mock(), Mock()
    gone.show.side_effect = [None, PortGoneError("gone")]
    monkeypatch.setattr(terminal_bench, "Console", Mock(side_effect=[gone, back]))
    monkeypatch.setattr(terminal_bench, "Port", Mock())
    monkeypatch.setattr(terminal_bench, "_STEADY_SECONDS", 0.0)
    with closing(ScriptedBench(["b1..", "3.3"])) as bench:
        assert (set(bench.lights("red").values()), bench.lead("B1.2 high", False)) == ({"-"}, 3.3)
    assert gone.mock_calls == [call.show("red"), call.show("", True), call.close()]
    assert back.mock_calls == [call.show("", True), call.close()]
