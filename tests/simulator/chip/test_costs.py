"""The twin's timing, against measurements with CircuitPython 10.2.1 on emulated chips.

Of a measured range the middle is compared. The work of a pass is that of whole games.
"""

import shutil
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from pytest import approx

from hexlume.hardware.panel import LED_PIN
from hexlume_sim.chip.costs import RP2040, RP2350, Costs
from hexlume_sim.chip.drive_flash import DriveFlash
from hexlume_sim.chip.flash import SECTOR
from hexlume_sim.chip.usb import Link
from hexlume_sim.cpython.firmware_run import default_drive, run_firmware
from hexlume_sim.twin import Twin
from tests.bench.loop_cost import SECONDS
from tests.bench.pass_time import played
from tests.end_to_end.test_first_start import MAKING

pytestmark = pytest.mark.integration

NEAR = 0.15
"""How far the twin may be from a measured figure."""
CHIPS = {costs.chip: costs for costs in (RP2040, RP2350)}
CHIPS_AND_DRIVES = pytest.mark.parametrize(("costs", "kilobytes"), [(RP2040, 1024), (RP2350, 3050)])
Printed = Callable[[Costs, str, str], list[float]]

SMALL_THINGS = f"""
import analogio, board, digitalio, neopixel, time, usb_cdc

COUNT = 1000
adc = analogio.AnalogIn(board.GP26)
line = digitalio.DigitalInOut(board.GP2)
line.switch_to_output(True)
pixels = neopixel.NeoPixel(board.{LED_PIN}, 64, auto_write=False)
serial = usb_cdc.data
serial.timeout = serial.write_timeout = 0


def nothing():
    pass


def turns(count):
    i = 0
    while i < count:
        i += 1


def calls(count):
    i = 0
    while i < count:
        nothing()
        i += 1


def multiply_adds(count):
    i = 0
    x = 1.0
    while i < count:
        x = x * 0.5 + 1.5
        i += 1


def conversions(count, adc=adc):
    i = 0
    while i < count:
        adc.value
        i += 1


def pin_sets(count, line=line):
    i = 0
    while i < count:
        line.value = True
        i += 1


def frames(count):
    i = 0
    while i < count:
        pixels.show()
        i += 1


def echoes(count, serial=serial):
    i = 0
    while i < count:
        serial.write(serial.read(40))
        i += 1


def timed(work):
    before = time.monotonic_ns()
    work(COUNT)
    return (time.monotonic_ns() - before) / 1000 / COUNT


turn = timed(turns)
print(turn, timed(multiply_adds), *[timed(work) - turn for work in (calls, conversions, pin_sets, frames, echoes)])
"""

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


class EndlessHost(Link):
    """A host whose lines never end."""

    def is_open(self) -> bool:
        return True

    def receive(self, limit: int) -> bytes:
        return b"x" * limit

    def send(self, data: bytes) -> int:
        return len(data)


@pytest.fixture
def printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Printed:
    """Run a program on a twin and return the numbers that it prints."""

    def run(costs: Costs, panel: str, program: str) -> list[float]:
        twin = Twin(panel, costs=costs)
        twin.data.link = EndlessHost()
        (tmp_path / "boot.py").write_text("import usb_cdc\nusb_cdc.enable(console=True, data=True)")
        (tmp_path / "code.py").write_text(program)
        assert not run_firmware(twin, tmp_path, {"PANEL": panel}).failed
        return [float(number) for number in capsys.readouterr().out.split()]

    return run


class Small(NamedTuple):
    """Measured, in us: an empty loop's turn, one with a multiply-add, and without the loop a function call, a
    conversion, setting a pin, showing 64 LEDs, and reading and writing 40 bytes over USB."""

    turn: float
    multiply_add: float
    call: float
    conversion: float
    pin_set: float
    frame: float
    echo: float


SMALL = {
    "RP2040": Small(3.3, 9.5, 11.8, 6.3, 3.9, 2000, 100),
    "RP2350": Small(2.3, 5.5, 7.9, 5.3, 7.4, 2100, 100),
}


@pytest.mark.parametrize("chip", CHIPS)
def test_single_operations_take_the_measured_time_of_the_chip(chip: str, printed: Printed) -> None:
    found = Small(*printed(CHIPS[chip], "hex5", SMALL_THINGS))
    assert found._asdict() == approx(SMALL[chip]._asdict(), rel=NEAR)


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
    found = played(game, panel, int(panel[3]), CHIPS[chip], seconds=SECONDS.get(panel, 60.0))
    assert statistics.median(found.work_ms) == approx(LOOPS[chip, game, panel], rel=NEAR)
    if panel in FIRST_LIGHT_S:
        assert found.first_light_s == approx(FIRST_LIGHT_S[panel], rel=NEAR)


@pytest.mark.parametrize("chip", CHIPS)
def test_first_start_creates_the_journals_files(chip: str, tmp_path: Path) -> None:
    # The less is free, the less has to be filled: the figure is of a firmware that had neither lessons nor Hex.
    later = shutil.ignore_patterns("__pycache__", "course.jsonl", "lesson.py", "hex")
    shutil.copytree(default_drive(), drive := tmp_path / "drive", ignore=later)
    twin = Twin("hex5", costs=CHIPS[chip])
    lit: list[int] = []

    def look(us: int, rgb: bytes) -> None:
        # A violet light says that the files are made.
        if {rgb[at : at + 3] for at in range(0, len(rgb), 3)} - {bytes(3), MAKING}:
            lit.append(us)
            twin.stop()

    twin.leds.listeners.append(look)
    run_firmware(twin, drive, {"HEXLUME_PANEL": "hex5"})
    assert lit[0] / 1e6 == approx((6.8 + 9) / 2, rel=NEAR)


def test_same_game_takes_the_same_virtual_time_to_the_microsecond() -> None:
    assert played("orochi", "hex4", 4, RP2040, seconds=8) == played("orochi", "hex4", 4, RP2040, seconds=8)


@CHIPS_AND_DRIVES
def test_a_twin_has_the_flash_chip_of_its_microcontroller(costs: Costs, kilobytes: int) -> None:
    """CircuitPython and ``nvm`` lie before the drive: a Pico has 2 MB of flash, a Pico 2 has 4 MB."""
    twin = Twin("hex4", costs=costs)
    drive = DriveFlash(twin.clock, twin.chip.flash.supply)
    assert len(drive.flash.cells) // SECTOR == (kilobytes << 10) // SECTOR
    assert (costs.flash.part, costs.flash.capacity >> 20) == (("W25Q16JV", 2) if costs is RP2040 else ("W25Q32RV", 4))
    assert 900 << 10 < costs.flash.capacity - len(drive.flash.cells) < 1100 << 10
    before = twin.clock.now
    drive.flash.erase(3)
    drive.flash.program_pages(3 * SECTOR, bytes(SECTOR))
    assert twin.clock.now - before == costs.flash.erase_sector + 16 * costs.flash.program_page


@CHIPS_AND_DRIVES
def test_drive_size_is_that_of_the_chip(costs: Costs, kilobytes: int, printed: Printed) -> None:
    assert printed(costs, "hex4", "import os\nprint(os.statvfs('/')[0] * os.statvfs('/')[2] // 1024)") == [kilobytes]
