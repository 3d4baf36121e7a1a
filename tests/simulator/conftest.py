"""Fixtures: firmware of a few lines, run on a twin in this process."""

import textwrap
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from hexlume.hardware.panel import ADC_PINS, ADDRESS_PINS, ENABLE_PINS
from hexlume_sim.chip.analog import AnalogIn
from hexlume_sim.chip.digital import DigitalInOut
from hexlume_sim.cpython.firmware_run import Ending, run_firmware
from hexlume_sim.twin import Twin

BOOT = "import usb_cdc\nusb_cdc.enable(console=True, data=True)\n"


class Bench:
    """A twin's scan lines and converters in the hands of a test."""

    def __init__(self, twin: Twin) -> None:
        self.twin = twin
        self.address = [DigitalInOut(twin.chip.pin(name)) for name in ADDRESS_PINS]
        self.enable = [DigitalInOut(twin.chip.pin(name)) for name in ENABLE_PINS]
        self.adc = [AnalogIn(twin.chip.pin(name)) for name in ADC_PINS]
        for line in self.address:
            line.switch_to_output(False)
        for line in self.enable:
            line.switch_to_output(True)

    def select(self, cell: int) -> AnalogIn:
        site = self.twin.sensors.sites[cell]
        for bit, line in enumerate(self.address):
            line.value = bool(site.address >> bit & 1)
        for number, line in enumerate(self.enable):
            if number != site.enable:
                line.value = True
        self.enable[site.enable].value = False
        self.twin.clock.advance(100)
        return self.adc[site.adc]

    def counts(self, cell: int) -> int:
        return self.select(cell).value >> 4


@pytest.fixture
def twin() -> Twin:
    return Twin("hex4", seed=1)


@pytest.fixture
def drive(tmp_path: Path) -> Callable[..., Path]:
    """Write a drive with a code.py (and boot.py, settings.toml)."""

    def write(code: str, boot: str = BOOT, settings: str = "") -> Path:
        folder = tmp_path / "drive"
        folder.mkdir(exist_ok=True)
        for name, text in (("code.py", code), ("boot.py", boot), ("settings.toml", settings)):
            (folder / name).write_text(textwrap.dedent(text))
        return folder

    return write


@pytest.fixture
def run(twin: Twin, drive: Callable[..., Path]) -> Callable[..., Ending]:
    """Run code for at most so many virtual seconds."""

    def go(code: str, boot: str = BOOT, settings: str = "", *, seconds: float = 60.0) -> Ending:
        def power_cut() -> Generator[float, None, None]:
            yield seconds * 1e6
            twin.stop()

        twin.clock.run_script(power_cut())
        return run_firmware(twin, drive(code, boot, settings))

    return go


@pytest.fixture
def bench(twin: Twin) -> Bench:
    return Bench(twin)


@pytest.fixture
def quiet_bench(twin: Twin) -> Bench:
    """A bench whose converter has no noise."""
    twin.faults.set("noise", 0)
    return Bench(twin)
