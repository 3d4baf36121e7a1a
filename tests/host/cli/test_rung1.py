"""``hexlume doctor --rung 1``: the unmodified firmware on the panel of seven cells, its link on a pseudo-terminal."""

import io
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import STARTER, panel_grid
from hexlume_host.cli import rung1
from hexlume_hw.physics.breadboard import ELEMENT_MM, HEIGHT, SITUATIONS, STEPS, VARIANT, Situation, field_mt
from hexlume_hw.physics.sensor import SENSOR
from hexlume_sim.client import TwinProcess
from hexlume_sim.world.magnets import PAWN_GAP_MM, FieldTable

pytestmark = pytest.mark.integration
DISC_MT = FieldTable().mt(0.0, PAWN_GAP_MM)


class Person:
    """Standard input of somebody who does what is asked for: the magnet of ``situation`` on its coins.

    The twin's disc on the breadboard's cell gets the strength that makes the field of the step.
    """

    def __init__(self, twin: TwinProcess, situation: Situation = SITUATIONS[0], led: str = "y") -> None:
        self.turns = True
        self._twin = twin
        self._situation = situation
        self._led = led
        self._steps = iter(STEPS)
        self._standing = False

    def readline(self) -> str:
        if self._led:
            answer, self._led = self._led, ""
            return answer + "\n"
        step = next(self._steps)
        one = self._situation
        gap = ELEMENT_MM + one.coin_mm * (step.coins + one.coins_off)
        gain = one.sensor.counts_per_mt / SENSOR.counts_per_mt
        strength = gain * field_mt(one, 0.0, gap, 0.0, 0.0) / DISC_MT
        if self._standing:
            self._twin.send({"do": "lift", "cell": "a1"})
        self._twin.send({"do": "put", "cell": "a1", "piece": "black" if step.turned and self.turns else "white"})
        self._twin.send({"do": "fault", "name": "weak_magnet", "value": f"a1:{min(strength, 10)}"})
        self._twin.send({"do": "wait", "ms": 100})
        self._twin.next_event("waited")
        self._standing = True
        return "\n"


def breadboard() -> TwinProcess:
    return TwinProcess(STARTER, seed=4, settings={"HEXLUME_PANEL": STARTER})


@pytest.fixture(scope="module", name="shared")
def _shared() -> Iterator[TwinProcess]:
    with breadboard() as one:
        one.next_event("leds", 60)
        yield one


@pytest.fixture
def twin(shared: TwinProcess) -> TwinProcess:
    """A breadboard without a magnet."""
    shared.send({"do": "clear"})
    shared.send({"do": "fault", "name": "stuck_sensor", "value": ""})
    return shared


@pytest.fixture
def measured(hexlume: Any, twin: TwinProcess, monkeypatch: pytest.MonkeyPatch) -> Callable[[Person], Any]:
    def run(person: Person) -> Any:
        monkeypatch.setattr(sys, "stdin", person)
        return hexlume("doctor", twin.port, "--rung", "1")

    return run


def test_the_cell_of_the_breadboard_is_the_first_on_each_of_its_wires() -> None:
    site = cell_site(panel_grid(STARTER), rung1.CELL)
    assert (site.adc, site.led) == (0, 0)
    assert panel_grid(STARTER).name(rung1.CELL) == "a1"


def test_the_right_pair_is_measured_within_the_bands_and_the_board_can_be_ordered(
    measured: Any, twin: TwinProcess
) -> None:
    ran = measured(Person(twin))
    assert (ran.code, ran.err) == (0, "")
    assert "Sensor and magnet are those of the board." in ran.out
    assert "The marked side is white" in ran.out
    assert ran.out.endswith("Order the board.\n")
    deviations = [
        float(line.rpartition(": ")[2].split(" ")[0]) for line in ran.out.splitlines() if "either way" in line
    ]
    assert len(deviations) == 3 and all(abs(one) < 2.5 for one in deviations)
    assert ran.out.count("the output is at its end") == 1


def test_a_wrong_sensor_is_named_and_the_board_is_not_to_be_ordered(measured: Any, twin: TwinProcess) -> None:
    wrong = next(one for one in SITUATIONS if one.cause == VARIANT and "A4" in one.what)
    ran = measured(Person(twin, wrong))
    assert ran.code == 1
    assert "the sensor is a DRV5055A4" in ran.out and "The board needs the DRV5055A2" in ran.out
    assert ran.out.endswith("Do not order yet.\n")


def test_wrong_stacks_and_a_dark_led_are_named(measured: Any, twin: TwinProcess) -> None:
    wrong = next(one for one in SITUATIONS if one.cause == HEIGHT and one.coins_off == 1)
    ran = measured(Person(twin, wrong, led="n"))
    assert ran.code == 1
    assert "a coin too many" in ran.out and "The LED is dark" in ran.out


def test_a_magnet_that_was_not_turned_is_named(measured: Any, twin: TwinProcess) -> None:
    person = Person(twin)
    person.turns = False
    ran = measured(person)
    assert ran.code == 1 and "The magnet was not turned over" in ran.out


def test_an_output_at_its_end_is_named_before_any_magnet_is_laid(measured: Any, twin: TwinProcess) -> None:
    twin.send({"do": "fault", "name": "stuck_sensor", "value": "a1:4090"})
    ran = measured(Person(twin))
    assert ran.code == 1 and "a switch or a latch" in ran.out and "coins" not in ran.out


def test_a_board_that_goes_gets_one_sentence(hexlume: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with breadboard() as one:
        one.next_event("leds", 60)

        class Unplugging:
            def readline(self) -> str:
                one.kill()
                return "y\n"

        monkeypatch.setattr(sys, "stdin", Unplugging())
        ran = hexlume("doctor", one.port, "--rung", "1")
    assert ran.code == 1 and ran.err.count("\n") == 1 and "has gone" in ran.err


def test_another_panel_no_person_and_no_board_get_one_sentence_each(
    hexlume: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TwinProcess("hex4", seed=4) as other:
        ran = hexlume("doctor", other.port, "--rung", "1")
        assert ran.code == 1 and "HEXLUME_PANEL" in ran.err and ran.err.count("\n") == 1
    ran = hexlume("doctor", "--rung", "1")
    assert ran.code == 1 and "No board is found" in ran.err
    assert hexlume("doctor", "--rung", "1", "--once").code == 2
    assert hexlume("doctor", "--rung", "2").code == 2


@pytest.mark.parametrize("typed", [b"", b"\xff\n"], ids=["nothing", "bytes"])
def test_without_a_person_the_measurement_ends_in_one_sentence(
    hexlume: Any, twin: TwinProcess, monkeypatch: pytest.MonkeyPatch, typed: bytes
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), encoding="utf-8"))
    ran = hexlume("doctor", twin.port, "--rung", "1")
    assert ran.code == 1 and "needs a person" in ran.err and ran.err.count("\n") == 1
