"""``microcontroller.nvm`` and the drive's flash: program, erase, wear, and power cuts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_sim.chip.chip import Chip
from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.flash import ERASE_STEPS, SECTOR, Flash
from hexlume_sim.chip.power import PowerCut, Supply


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
