"""A board that was started before goes on counting its boots."""

import pytest

from hexlume.journal.flash_log import CALIBRATION, PREFERENCES, count_boot
from hexlume_sim.boot_count import nvm_after
from hexlume_sim.twin import Twin
from tests.firmware.journal.journal_board import without_archive


@pytest.mark.parametrize("boots", [0, 1, 41, 1 << 24, 0x7FFF_FFFE])
def test_the_next_boot_follows_those_that_were_counted(boots: int) -> None:
    memory = without_archive(Twin("hex4", flash_contents=nvm_after(boots)).chip.nvm)
    assert (memory.read(PREFERENCES), memory.read(CALIBRATION)) == (None, None)
    assert count_boot(memory, bytes) == boots + 1
    assert count_boot(memory, bytes) == (boots + 2) & 0x7FFF_FFFF
