"""``microcontroller.nvm`` and the drive's flash: program, erase, wear, and power cuts."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_sim.chip.chip import Chip
from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.flash import ERASE_STEPS, SECTOR, Flash
from hexlume_sim.chip.power import PowerCut, Supply
from hexlume_sim.cpython.firmware_run import flash_file
from hexlume_sim.twin import Twin


@pytest.fixture
def chip() -> Chip:
    return Chip(Clock(), 1)


@given(st.lists(st.tuples(st.integers(0, SECTOR - 1), st.binary(min_size=1, max_size=600)), max_size=8))
def test_nvm_reads_the_last_written_bytes(writes: list[tuple[int, bytes]]) -> None:
    chip = Chip(Clock(), 1)
    expected = bytearray(b"\xff" * SECTOR)
    erases = 0
    for start, some in writes:
        data = some[: SECTOR - start]
        erases += expected[start : start + len(data)] != b"\xff" * len(data)
        expected[start : start + len(data)] = data
        chip.nvm[start : start + len(data)] = data
    assert chip.nvm[:] == expected
    assert chip.flash.erases == erases


def test_nvm_append_to_erased_bytes_does_not_erase(chip: Chip) -> None:
    for start in range(0, SECTOR, 48):
        chip.nvm[start : min(start + 48, SECTOR)] = b"x" * min(48, SECTOR - start)
    assert chip.flash.erases == 0
    chip.nvm[100:101] = b"x"
    assert chip.flash.erases == 1


def test_nvm_writes_take_the_flash_chips_time(chip: Chip) -> None:
    costs = chip.clock.costs
    before = chip.clock.now
    chip.nvm[250:260] = bytes(10)  # across two pages
    assert chip.clock.now - before >= 2 * costs.flash.program_page
    before = chip.clock.now
    chip.nvm[0:300] = bytes(300)
    assert chip.clock.now - before >= costs.flash.erase_sector + 16 * costs.flash.program_page


def test_programming_only_turns_ones_into_zeros_and_erasing_wears_one_sector() -> None:
    flash = Flash(Clock(), None, 4)
    flash.program(2 * SECTOR, b"\x0f")
    flash.program(2 * SECTOR, b"\xf1")
    assert flash.cells[2 * SECTOR] == 0x01
    flash.program(SECTOR, b"\x00")
    flash.erase(2)
    assert flash.cells[2 * SECTOR] == 0xFF and flash.cells[SECTOR] == 0
    flash.erase(2)
    assert flash.wear == [0, 0, 2, 0] and flash.erases == 2 and flash.programmed == 3


@given(st.binary(min_size=1, max_size=600), st.integers(0, 600), st.integers(0, 3000))
def test_power_cut_during_an_append_leaves_a_prefix_of_it(data: bytes, cut: int, start: int) -> None:
    chip = Chip(Clock(), 1, b"a" * start + b"\xff" * (SECTOR - start))
    cut = min(cut, len(data))
    chip.flash.supply.cut_after = cut
    with pytest.raises(PowerCut, match="within a write to the flash"):
        chip.nvm[start : start + len(data)] = data
    assert bytes(chip.flash.cells[:start]) == b"a" * start
    assert bytes(chip.flash.cells[start : start + cut]) == data[:cut]
    assert set(chip.flash.cells[start + cut :]) <= {0xFF}


@given(st.integers(0, SECTOR))
def test_power_cut_after_an_erase_loses_the_rest_of_the_sector(cut: int) -> None:
    chip = Chip(Clock(), 1, b"a" * SECTOR)
    chip.flash.supply.cut_after = ERASE_STEPS + cut
    with pytest.raises(PowerCut):
        chip.nvm[0:1] = b"b"
    assert bytes(chip.flash.cells) == (b"b" + b"a" * SECTOR)[:cut] + b"\xff" * (SECTOR - cut)


@given(st.integers(0, 1 << 30), st.binary(min_size=1, max_size=1))
def test_power_cut_during_an_erase_leaves_some_bits_erased(seed: int, byte: bytes) -> None:
    contents, supply = byte * SECTOR, Supply(1, seed)
    flash = Flash(Clock(), contents, 1, supply)
    with pytest.raises(PowerCut, match="within an erase of the flash"):
        flash.erase()
    assert all(after & before == before for before, after in zip(contents, flash.cells, strict=True))
    assert supply.gone and flash.wear == [1]


def test_power_cut_before_an_erase_changes_nothing() -> None:
    flash = Flash(Clock(), b"a" * SECTOR, 1, Supply(0))
    with pytest.raises(PowerCut):
        flash.erase()
    assert bytes(flash.cells) == b"a" * SECTOR and flash.wear == [0]


def test_bad_nvm_assignments_are_refused_as_in_circuitpython(chip: Chip) -> None:
    with pytest.raises(ValueError, match="different lengths"):
        chip.nvm[0:4] = b"abc"
    with pytest.raises(ValueError, match="different lengths"):
        chip.nvm[SECTOR - 1 : SECTOR + 1] = b"ab"
    with pytest.raises(NotImplementedError):
        chip.nvm[0:4:2] = b"ab"
    assert len(chip.nvm) == SECTOR
    assert chip.nvm[:] == b"\xff" * SECTOR


def test_flash_contents_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="3 bytes, not 8192"):
        Flash(Clock(), b"abc", 2)


def test_flash_file_stores_nvm_for_the_next_twin_up_to_the_power_cut(tmp_path: Path) -> None:
    path = tmp_path / "flash"
    first = Twin("hex4")
    with pytest.raises(PowerCut), flash_file(first, path):
        first.chip.nvm[0:3] = b"abc"
        first.faults.set("nvm_cut", 2)
        first.chip.nvm[3:6] = b"def"
    second = Twin("hex4")
    with flash_file(second, path):
        assert second.chip.nvm[0:8] == b"abcde\xff\xff\xff"


def test_flash_file_of_another_size_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "flash"
    path.write_bytes(b"abc")
    with pytest.raises(ValueError, match="is no file of this flash"), flash_file(Twin("hex4"), path):
        pass
