"""The very first start in virtual time: the archive's files are made, and a light shows that the board is busy."""

import shutil
from pathlib import Path

import pytest

from hexlume.hardware.panel import STATE_LED
from hexlume.journal.archive import COPIES, FILE_SIZE
from hexlume_sim.chip.costs import RP2040, RP2350, Costs
from hexlume_sim.cpython.firmware_run import default_drive, run_firmware
from hexlume_sim.twin import Twin
from tests.end_to_end.virtual_board import Hands

MAKING = b"\x60\x28\x70"
"""The colour of ``code.py`` that says wait."""
WAIT_US = 3_000_000


@pytest.mark.parametrize(("panel", "costs"), [("hex2", RP2350), ("hex4", RP2350), ("hex9", RP2350), ("hex4", RP2040)])
def test_light_shows_within_three_seconds_that_files_are_made(panel: str, costs: Costs, tmp_path: Path) -> None:
    drive = tmp_path / "drive"
    shutil.copytree(default_drive(), drive, ignore=shutil.ignore_patterns("__pycache__"))
    twin = Twin(panel, 1, costs=costs)
    state = twin.grid.cells + STATE_LED
    frames: list[tuple[int, list[bytes]]] = []
    twin.leds.listeners.append(lambda us, rgb: frames.append((us, [rgb[at : at + 3] for at in range(0, len(rgb), 3)])))

    def alone() -> Hands:
        yield 12e6
        twin.stop()

    twin.clock.run_script(alone())
    ending = run_firmware(twin, drive, {"HEXLUME_PANEL": panel, "HEXLUME_GAME": "orochi"})
    assert not ending.failed, ending.message
    assert all((drive / path.lstrip("/")).stat().st_size == FILE_SIZE for path in COPIES)
    lit = [frame for frame in frames if any(map(any, frame[1]))]
    (first_us, first), (_, second) = lit[:2]
    assert first_us <= WAIT_US
    assert first[state] == MAKING and not any(map(any, first[:state])), "nothing else is lit while it waits"
    assert second[state] != MAKING and any(map(any, second))
