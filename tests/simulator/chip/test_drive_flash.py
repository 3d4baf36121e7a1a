"""Flash of the drive: a cache of one sector, wear, and losses in a power cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.drive_flash import SKEW, DriveFlash
from hexlume_sim.chip.flash import ERASE_STEPS, SECTOR
from hexlume_sim.chip.power import PowerCut

SIZE = 3 * SECTOR


def drive() -> DriveFlash:
    flash = DriveFlash(Clock())
    flash.load("a", b"a" * SIZE)
    flash.load("b", b"b" * SIZE)
    return flash


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, SIZE - 1), st.binary(max_size=1500), st.booleans())))
def test_drive_reads_the_written_bytes_and_flushes_them_to_the_flash(
    writes: list[tuple[str, int, bytes, bool]],
) -> None:
    flash = drive()
    kept = {"a": bytearray(b"a" * SIZE), "b": bytearray(b"b" * SIZE)}
    expected = {"a": bytearray(b"a" * SIZE), "b": bytearray(b"b" * SIZE)}

    def keep(path: str, at: int, changed: bytes) -> None:
        kept[path][at : at + len(changed)] = changed

    flash.on_change = keep
    for path, at, some, read in writes:
        data = some[: SIZE - at]
        flash.write(path, at, data)
        expected[path][at : at + len(data)] = data
        if read:
            assert flash.read(path, 0, SIZE) == expected[path]
    flash.flush()
    assert {path: flash.contents(path) for path in "ab"} == expected == kept
    assert flash.table_writes == 0


def test_drive_cache_erases_once_for_all_writes_to_a_sector() -> None:
    flash = drive()
    before = flash.flash.clock.now
    for at in range(SECTOR - SKEW, 2 * SECTOR - SKEW, 512):
        flash.write("a", at, b"x" * 512)
    assert flash.flash.erases == 0 and flash.flash.clock.now - before < 1000
    flash.write("a", 2 * SECTOR - SKEW, b"y")
    assert flash.flash.erases == 1 and flash.flash.clock.now - before > flash.flash.clock.costs.flash.erase_sector
    flash.read("b", 0, 1)
    assert flash.flash.erases == 2 and flash.flash.wear[:4] == [0, 1, 1, 0]
    flash.flush()
    assert flash.flash.erases == 2


def test_power_cut_during_a_flush_loses_all_data_in_the_sector() -> None:
    """The end of one file and the beginning of the next share a sector."""
    flash = drive()
    flash.write("a", SIZE - 1, b"x")
    flash.flash.supply.cut_after = ERASE_STEPS
    with pytest.raises(PowerCut):
        flash.flush()
    assert flash.contents("a") == b"a" * (SIZE - SKEW) + b"\xff" * SKEW
    assert flash.contents("b") == b"\xff" * (SECTOR - SKEW) + b"b" * (SIZE - SECTOR + SKEW)
    assert flash.lost is None
