"""The doctor's console under real CircuitPython: it drives lights and channels, and the firmware starts again."""

from unittest.mock import Mock

import pytest

from hexlume.hardware.panel import ADDRESS_PINS, BUZZER_PIN, ENABLE_PINS, STATUS_LEDS
from hexlume_plugins.lab.console import Console
from hexlume_sim.chip_emulator.console import Console as Terminal
from hexlume_sim.chip_emulator.twin import ChipTwin
from tests.chip.booted import booted, in_copy
from tests.vm.demo import HostLink

pytestmark = [pytest.mark.chip, pytest.mark.timeout(1800)]

READ_US = 100_000
RESTART_US = 8_000_000


def port_of(twin: ChipTwin) -> Mock:
    """Return the console's port of an emulated board, which runs while it is read."""
    terminal = twin.chip.host.console.link = Terminal()

    def read() -> bytes:
        run(twin, READ_US)
        text, terminal.text = terminal.text, ""
        return text.encode()

    def write(out: bytes) -> None:
        terminal.typed += out
        twin.chip.host.console.exchange()

    return Mock(read=read, write=write)


def run(twin: ChipTwin, us: int) -> None:
    """Run the board for some time."""
    passed: list[bool] = []
    twin.clock.after(us, lambda: passed.append(True))
    twin.chip.run(lambda: bool(passed))


def test_console_drives_lights_and_channels_and_the_firmware_starts_again() -> None:
    def work() -> bool:
        twin = booted()
        leds = twin.grid.cells + STATUS_LEDS
        console = Console(port_of(twin), leds)
        for colour, rgb in (("red", (9, 0, 0)), ("green", (0, 9, 0)), ("blue", (0, 0, 9))):
            console.show(colour)
            run(twin, READ_US)
            assert twin.leds.rgb == bytes(rgb) * leds, colour
        for high in (False, True):
            console.show("", high)
            frames = twin.leds.frames
            run(twin, READ_US)
            assert twin.leds.frames > frames and not any(twin.leds.rgb)
            lines = [twin.chip.pin(name).level for name in (*ADDRESS_PINS, BUZZER_PIN, *ENABLE_PINS)]
            assert lines == [high] * 5 + [0, 1, 1, 1, 1]
        console.close()
        host = HostLink(twin)
        run(twin, RESTART_US)
        return bool(host.events)

    assert in_copy(work)
