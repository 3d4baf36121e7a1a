"""``hexlume lab breadboard``: the unmodified firmware on the panel of seven cells, its link on a pseudo-terminal."""

import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from hexlume.hardware.panel import STARTER
from hexlume_hw.physics.breadboard import ELEMENT_MM, HEIGHT, SITUATIONS, STEPS, Situation, field_mt
from hexlume_hw.physics.sensor import SENSOR
from hexlume_sim.client import TwinProcess
from hexlume_sim.world.magnets import PAWN_GAP_MM, FieldTable

pytestmark = pytest.mark.integration
DISC_MT = FieldTable().mt(0.0, PAWN_GAP_MM)


def person(twin: TwinProcess, one: Situation = SITUATIONS[0], led: str = "y") -> Iterator[str]:
    """Yield the lines of somebody who does what is asked for: the magnet of a situation on its coins.

    The twin's disc on the breadboard's cell gets the strength that makes the field of the step.
    """
    yield led + "\n"
    for number, step in enumerate(STEPS):
        gap = ELEMENT_MM + one.coin_mm * (step.coins + one.coins_off)
        gain = one.sensor.counts_per_mt / SENSOR.counts_per_mt
        strength = gain * field_mt(one, 0.0, gap, 0.0, 0.0) / DISC_MT
        if number:
            twin.send({"do": "lift", "cell": "a1"})
        twin.send({"do": "put", "cell": "a1", "piece": "black" if step.turned else "white"})
        twin.send({"do": "fault", "name": "weak_magnet", "value": f"a1:{min(strength, 10)}"})
        twin.send({"do": "wait", "ms": 100})
        twin.next_event("waited")
        yield "\n"


@pytest.fixture(scope="module", name="shared")
def _shared() -> Iterator[TwinProcess]:
    with TwinProcess(STARTER, seed=4, settings={"HEXLUME_PANEL": STARTER}) as one:
        one.next_event("leds", 60)
        yield one


@pytest.fixture
def twin(shared: TwinProcess) -> TwinProcess:
    """A breadboard without a magnet."""
    shared.send({"do": "clear"})
    shared.send({"do": "fault", "name": "stuck_sensor", "value": ""})
    return shared


@pytest.fixture
def measured(hexlume: Any, twin: TwinProcess, monkeypatch: pytest.MonkeyPatch) -> Callable[[Iterator[str]], Any]:
    def run(lines: Iterator[str]) -> Any:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(readline=partial(next, lines, "")))
        return hexlume("lab", "breadboard", twin.port)

    return run


def test_the_right_pair_is_measured_within_the_bands_and_the_board_can_be_ordered(
    measured: Any, twin: TwinProcess
) -> None:
    ran = measured(person(twin))
    assert (ran.code, ran.err) == (0, "")
    assert "Sensor and magnet are those of the board." in ran.out and "The marked side is white" in ran.out
    assert ran.out.endswith("Order the board.\n")
    deviations = re.findall(r"either way.*: (\S+) ", ran.out)
    assert len(deviations) == 3 and all(abs(float(one)) < 2.5 for one in deviations)
    assert ran.out.count("the output is at its end") == 1


def test_wrong_stacks_and_a_dark_led_are_named(measured: Any, twin: TwinProcess) -> None:
    wrong = next(one for one in SITUATIONS if one.cause == HEIGHT and one.coins_off == 1)
    ran = measured(person(twin, wrong, led="n"))
    assert ran.code == 1 and "a coin too many" in ran.out and "The LED is dark" in ran.out


def test_an_output_at_its_end_is_named_before_any_magnet_is_laid(measured: Any, twin: TwinProcess) -> None:
    twin.send({"do": "fault", "name": "stuck_sensor", "value": "a1:4090"})
    ran = measured(person(twin))
    assert ran.code == 1 and "a switch or a latch" in ran.out and "coins" not in ran.out


def test_another_panel_gets_one_sentence(hexlume: Any) -> None:
    with TwinProcess("hex4", seed=4) as other:
        ran = hexlume("lab", "breadboard", other.port)
    assert ran.code == 1 and "HEXLUME_PANEL" in ran.err and ran.err.count("\n") == 1


def test_without_a_person_the_measurement_ends_in_one_sentence(measured: Any) -> None:
    ran = measured(iter(()))
    assert ran.code == 1 and "needs a person" in ran.err and ran.err.count("\n") == 1
