"""The twin's timing, against measurements with CircuitPython 10.2.1 on emulated chips.

Of a measured range the middle is compared. The work of a pass is that of whole games.
"""

import statistics
from collections.abc import Callable
from pathlib import Path

import pytest
from pytest import approx

from hexlume_sim.chip.costs import RP2040, RP2350, Costs
from hexlume_sim.cpython.firmware_run import run_firmware
from hexlume_sim.twin import Twin
from tests.bench.pass_time import played

pytestmark = pytest.mark.integration

NEAR = 0.15
"""How far the twin may be from a measured figure."""
CHIPS = {costs.chip: costs for costs in (RP2040, RP2350)}
CHIPS_AND_DRIVES = pytest.mark.parametrize(("costs", "kilobytes"), [(RP2040, 1024), (RP2350, 3050)])
Printed = Callable[[Costs, str, str], list[float]]

SCAN = """
import analogio, board, digitalio, microcontroller, os, time
from hexlume.hardware import panel
from hexlume.hardware.scan import Scan


def output(name, level):
    line = digitalio.DigitalInOut(getattr(board, name))
    line.switch_to_output(level)
    return line


grid = panel.panel_grid(os.getenv("PANEL"))
scan = Scan(
    grid.cells,
    [analogio.AnalogIn(getattr(board, name)) for name in panel.ADC_PINS],
    [output(name, False) for name in panel.ADDRESS_PINS],
    [output(name, True) for name in panel.ENABLE_PINS],
    microcontroller.delay_us,
)
before = time.monotonic_ns()
scan.read()
print((time.monotonic_ns() - before) / 1000 / grid.cells)
"""


@pytest.fixture
def printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Printed:
    """Run a program on a twin and return the numbers that it prints."""

    def run(costs: Costs, panel: str, program: str) -> list[float]:
        twin = Twin(panel, costs=costs)
        (tmp_path / "boot.py").write_text("import usb_cdc\nusb_cdc.enable(console=True, data=True)")
        (tmp_path / "code.py").write_text(program)
        assert not run_firmware(twin, tmp_path, {"PANEL": panel}).failed
        return [float(number) for number in capsys.readouterr().out.split()]

    return run


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("panel", ["hex4", "hex5", "hex7", "hex9"])
def test_a_scanned_cell_takes_21_to_27_us(chip: str, panel: str, printed: Printed) -> None:
    assert printed(CHIPS[chip], panel, SCAN) == [approx(24, rel=NEAR)]


LOOPS = {
    ("RP2040", "orochi", "hex4"): 4.6,
    ("RP2040", "orochi", "hex5"): 5.9,
    ("RP2040", "droched", "hex7"): 9.2,
    ("RP2040", "droched", "hex9"): 13.9,
    ("RP2350", "orochi", "hex5"): 4.8,
    ("RP2350", "droched", "hex7"): 7.2,
    ("RP2350", "droched", "hex9"): 10.8,
}
"""A pass's work, the median in ms: a pass in which nothing moves. Passes that answer the hands, and a disc's light,
were measured too, but with a firmware that did more in them; ``make chip`` compares today's on an emulated RP2040."""
FIRST_LIGHT_S = {"hex5": 2.4, "hex7": 2.8, "hex9": 3.1}
"""Measured from power-on, at a second start."""


def quick(chip: str, game: str, panel: str) -> bool:
    """Whether ``make test`` looks at it: at neither hex9 nor the Pico with a large panel, which take longest."""
    return panel != "hex9" and (chip == "RP2350" or game != "droched")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("chip", "game", "panel"), [loop if quick(*loop) else pytest.param(*loop, marks=pytest.mark.soak) for loop in LOOPS]
)
def test_quiet_pass_and_start_up_take_the_measured_time_of_the_chip(chip: str, game: str, panel: str) -> None:
    # Setting up Droched on hex9 takes a minute.
    found = played(game, panel, int(panel[3]), CHIPS[chip], seconds=120.0 if panel == "hex9" else 60.0)
    assert statistics.median(found.work_ms) == approx(LOOPS[chip, game, panel], rel=NEAR)
    if panel in FIRST_LIGHT_S:
        assert found.first_light_s == approx(FIRST_LIGHT_S[panel], rel=NEAR)


@CHIPS_AND_DRIVES
def test_drive_size_is_that_of_the_chip(costs: Costs, kilobytes: int, printed: Printed) -> None:
    assert printed(costs, "hex4", "import os\nprint(os.statvfs('/')[0] * os.statvfs('/')[2] // 1024)") == [kilobytes]
