"""The board's memory without an archive: a power cut leaves the last value or the one before, never garbage."""

import contextlib
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hexlume.journal.flash_log import _BOOTS_SKIPPED, _MOST_KEPT, _RESERVE, MOST_PAYLOAD, FlashLog, count_boot
from hexlume.journal.log_format import _LONG, AREA_START, BEGIN, KEPT_VALUE, SECTOR, entry
from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.flash import ByteArray, Flash
from hexlume_sim.chip.power import PowerCut
from tests.firmware.journal.journal_board import without_archive

PAYLOADS = st.one_of(st.binary(max_size=40), st.binary(min_size=250, max_size=300), st.just(b"\xff" * 9))
WRITES = st.lists(st.tuples(st.integers(1, 4), PAYLOADS), min_size=1, max_size=8)


def fresh() -> tuple[Flash, FlashLog]:
    flash = Flash(Clock())
    return flash, switched_on(flash)


def switched_on(flash: Flash, random_bytes: bytes = b"\x01\x02\x03") -> FlashLog:
    """Return the memory of a board that was just switched on."""
    memory = without_archive(ByteArray(Clock(), flash))
    count_boot(memory, lambda count: random_bytes[:count])
    return memory


def everything(memory: FlashLog) -> dict[int, bytes]:
    return {kind: kept for kind in range(1, 6) if (kept := memory.read(kind)) is not None}


@given(WRITES)
def test_the_last_value_of_each_kind_is_read_now_and_after_power_off(writes: list[tuple[int, bytes]]) -> None:
    flash, memory = fresh()
    assert everything(memory) == {}
    last = {}
    for kind, payload in writes:
        assert memory.write(kind, payload)
        last[kind] = payload
        assert everything(memory) == last
        assert everything(switched_on(Flash(Clock(), bytes(flash.cells)))) == last
    assert flash.erases == 0


@given(WRITES, st.binary(max_size=60))
@example([(1, b"\xff" * 9)], b"\xa5")
@example([(1, b"\xff" * 9)], b"\x98d\x14\x05\xb4\xbb\xcc\xc9\x00\x00")  # cut, its checksum would be 0xFFFF
def test_a_cut_at_every_byte_of_an_append_leaves_the_last_value_or_the_one_before(
    writes: list[tuple[int, bytes]], payload: bytes
) -> None:
    flash, memory = fresh()
    for kind, earlier in writes:
        memory.write(kind, earlier)
    before, contents = everything(memory), bytes(flash.cells)
    kind = writes[-1][0]
    after = {**before, kind: payload}
    if before == after:
        return
    for cut in range(1, len(entry(KEPT_VALUE, bytes((kind,)) + payload, 0)) + 1):
        torn = Flash(Clock(), contents)
        memory = without_archive(ByteArray(Clock(), torn))
        torn.supply.cut_after = cut
        with pytest.raises(PowerCut):
            memory.write(kind, payload)
        torn.supply.cut_after = None
        again = switched_on(torn)
        assert everything(again) in (before, after)
        # The torn entry is in nobody's way: what follows is appended behind it, with nothing erased.
        assert again.write(kind, b"and then") and again.write(5, payload)
        assert everything(switched_on(torn)) == {**before, kind: b"and then", 5: payload}
        assert torn.erases == 0


@given(WRITES, st.binary(max_size=60), st.integers(0, 1 << 32))
def test_bits_torn_anywhere_in_the_entry_leave_the_last_value_or_the_one_before(
    writes: list[tuple[int, bytes]], payload: bytes, seed: int
) -> None:
    """A chip need not program a page's bytes in order: any of the bits may still be ones."""
    flash, memory = fresh()
    for kind, earlier in writes:
        memory.write(kind, earlier)
    before, whole, kind = everything(memory), bytes(flash.cells), writes[-1][0]
    memory.write(kind, payload)
    after, noise = everything(memory), random.Random(seed)
    torn = bytes(
        new if noise.random() < 0.5 else new | (old & noise.randrange(256))
        for old, new in zip(whole, bytes(flash.cells), strict=True)
    )
    flash = Flash(Clock(), torn)
    again = switched_on(flash)
    assert everything(again) in (before, after)
    again.write(kind, b"and then")
    assert switched_on(flash).read(kind) == b"and then" and flash.erases == 0


@pytest.mark.integration
def test_starts_are_counted_through_cuts_and_many_of_them() -> None:
    flash = Flash(Clock())
    noise = random.Random(1)
    memory = without_archive(ByteArray(Clock(), flash))
    last = count_boot(memory, bytes)
    for _ in range(600):
        flash.supply.cut_after = noise.randrange(1, 40)
        count = 0
        with contextlib.suppress(PowerCut):
            count = count_boot(without_archive(ByteArray(Clock(), flash)), bytes)
        flash.supply.cut_after = None
        assert count in (0, last + (_BOOTS_SKIPPED if flash.erases else 1))
        counted = count_boot(without_archive(ByteArray(Clock(), flash)), bytes)
        if flash.erases:
            assert counted in (last + _BOOTS_SKIPPED, last + _BOOTS_SKIPPED + 1)
            break
        assert last < counted <= last + 2
        last = counted
    assert flash.erases == 1


def test_a_start_without_room_to_be_counted_comes_after_all_earlier_ones_and_before_all_later_ones() -> None:
    """docs/protocol.md: "boots grow: so ids have an order"."""
    flash, memory = fresh()
    assert memory.append(BEGIN, b"\1\0\0orochi")
    # No host has these events, so they do not make way for a count.
    while memory.append(BEGIN + 1, b"\0\1\2"):
        pass
    counted = memory.mark.boot
    while (memory := switched_on(flash, b"\xff\0\0")).mark.boot == counted + 1:
        counted += 1
    assert switched_on(Flash(Clock()), b"abc").mark.boot == 0x616263 + 1, "one that never counted begins anywhere"
    uncounted = [memory.mark.boot, switched_on(flash, b"\0\0\1").mark.boot, switched_on(flash, b"abc").mark.boot]
    assert flash.erases == 0 and len(set(uncounted)) == 3
    memory = without_archive(ByteArray(Clock(), flash))
    memory.mark.acked = (*memory.mark.game, memory.mark.seq - 1)
    later = count_boot(memory, bytes)
    assert flash.erases == 1 and counted < min(uncounted) and max(uncounted) < later
    assert switched_on(flash).mark.boot == later + 1


@pytest.mark.integration
def test_a_cut_while_written_anew_may_lose_values_but_reads_no_garbage() -> None:
    flash, memory = fresh()
    memory.write(2, b"second")
    while memory.end + 700 < SECTOR - _RESERVE:
        memory.write(1, b"%d" % memory.end + b"x" * 600)
    contents, first, lost = bytes(flash.cells), memory.read(1), 0
    for cut in range(1, SECTOR - AREA_START, 17):
        torn = Flash(Clock(), contents)
        torn.supply.seed = cut
        memory = without_archive(ByteArray(Clock(), torn))
        torn.supply.cut_after = cut
        with pytest.raises(PowerCut):
            memory.begin_log(memory.mark, memory.mark.serial)
        torn.supply.cut_after = None
        kept = switched_on(torn)
        assert kept.read(2) in (None, b"second")
        assert kept.read(1) in (None, first)
        lost += kept.read(2) is None
        assert kept.write(1, b"and then") and switched_on(torn).read(1) == b"and then"
    assert 0 < lost < 60


@given(st.integers(0, 1 << 32), st.integers(0, SECTOR))
def test_any_bytes_may_have_been_there(seed: int, erased: int) -> None:
    flash = Flash(Clock(), random.Random(seed).randbytes(SECTOR - erased) + b"\xff" * erased)
    memory = switched_on(flash)
    assert memory.write(1, b"sound")
    assert switched_on(flash).read(1) == b"sound"


def test_an_entry_inside_a_value_or_moved_is_no_entry() -> None:
    flash, memory = fresh()
    memory.write(3, b"image" * 5)
    image = bytes(flash.cells[memory.end - 31 : memory.end])
    assert image[0] == KEPT_VALUE << 4 | _LONG
    flash, memory = fresh()
    at = memory.end
    memory.write(4, b"12345678" + image)
    # The outer entry is torn: its checksum is gone, the image inside is not.
    flash.cells[memory.end - 2 : memory.end] = b"\x00\x00"
    assert everything(switched_on(flash)) == {} and at < memory.end


def test_a_byte_that_is_worn_is_passed_over() -> None:
    flash, memory = fresh()
    memory.write(1, b"before")
    worn, program = memory.end + 9, flash.program

    def programmed(start: int, values: bytes) -> None:
        program(start, values)
        flash.cells[worn] |= 0x01
        flash.cells[worn] &= 0xFE if start > worn else 0xFF

    flash.program = programmed  # type: ignore[method-assign]
    assert memory.write(2, bytes(20)) and memory.write(3, b"behind")
    assert everything(switched_on(Flash(Clock(), bytes(flash.cells)))) == {1: b"before", 2: bytes(20), 3: b"behind"}


def test_what_is_kept_already_is_not_written_again() -> None:
    flash, memory = fresh()
    memory.write(1, b"same")
    written = flash.programmed
    assert memory.write(1, b"same") and without_archive(ByteArray(Clock(), flash)).write(1, b"same")
    assert flash.programmed == written


def test_what_cannot_be_kept_is_refused_and_changes_nothing() -> None:
    flash, memory = fresh()
    with pytest.raises(ValueError, match="no room for 1025 bytes more"):
        memory.write(1, b"x" * (MOST_PAYLOAD + 1))
    for kind in (1, 2):
        memory.write(kind, bytes([kind]) * (_MOST_KEPT // 2))
    contents = bytes(flash.cells)
    with pytest.raises(ValueError, match="no room for 1000 bytes more"):
        memory.write(4, b"4" * 1000)
    assert bytes(flash.cells) == contents
    memory.write(2, b"shorter")
    memory.write(4, b"4" * 1000)
    assert set(everything(memory)) == {1, 2, 4}
