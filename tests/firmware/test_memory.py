"""The board's memory: a power cut at any byte leaves the last value or the one before, never garbage."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hexlume.boots import count_boot
from hexlume.memory import AREA_END, AREA_START, HEADER, MOST_PAYLOAD, SLOT, Memory
from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.flash import SECTOR, ByteArray, Flash
from hexlume_sim.chip.power import PowerCut

PAYLOADS = st.one_of(st.binary(max_size=40), st.binary(min_size=250, max_size=300), st.just(b"\xff" * 9))
WRITES = st.lists(st.tuples(st.integers(1, 4), PAYLOADS), min_size=1, max_size=12)


def fresh() -> tuple[Flash, ByteArray]:
    flash = Flash(Clock())
    return flash, ByteArray(Clock(), flash)


def powered_on(contents: bytes) -> Memory:
    return Memory(ByteArray(Clock(), Flash(Clock(), contents)))


def everything(memory: Memory) -> dict[int, bytes]:
    return {kind: kept for kind in range(256) if (kept := memory.read(kind)) is not None}


@given(WRITES)
def test_the_last_payload_of_each_kind_is_read_now_and_after_power_off(writes: list[tuple[int, bytes]]) -> None:
    flash, nvm = fresh()
    memory = Memory(nvm)
    assert everything(memory) == {}
    last = {}
    for kind, payload in writes:
        memory.write(kind, payload)
        last[kind] = payload
        assert everything(memory) == last
        assert everything(powered_on(bytes(flash.cells))) == last
    assert flash.erases == 0


@given(WRITES, st.binary(max_size=60))
@example([(1, b"\xff" * 9)], b"\xa5").via("the next entry's mark completed a torn payload")
@settings(max_examples=30, deadline=None)
def test_a_cut_at_every_byte_of_an_append_leaves_the_last_value_or_the_one_before(
    writes: list[tuple[int, bytes]], payload: bytes
) -> None:
    flash, nvm = fresh()
    memory = Memory(nvm)
    for kind, earlier in writes:
        memory.write(kind, earlier)
    before, contents = everything(memory), bytes(flash.cells)
    kind = writes[-1][0]
    after = {**before, kind: payload}
    for cut in range(HEADER + len(payload) + 1):
        torn = Flash(Clock(), contents)
        torn.cut_after = cut
        try:
            Memory(ByteArray(Clock(), torn)).write(kind, payload)
        except PowerCut:
            assert torn.programmed == cut
        else:
            # Nothing was left to write when the payload was there already.
            assert before == after or cut > HEADER + len(payload)
        torn.cut_after = None
        again = Memory(ByteArray(Clock(), torn))
        assert everything(again) in (before, after)
        if cut < HEADER:
            assert everything(again) == before
        # The torn entry is in nobody's way: what follows is appended behind it, with nothing erased.
        again.write(kind, b"and then")
        again.write(9, payload)
        assert everything(again) == {**before, kind: b"and then", 9: payload}
        assert everything(powered_on(bytes(torn.cells))) == everything(again) and torn.erases == 0


@given(WRITES, st.binary(max_size=60), st.integers(0, 1 << 32))
def test_bits_torn_anywhere_in_the_entry_leave_the_last_value_or_the_one_before(
    writes: list[tuple[int, bytes]], payload: bytes, seed: int
) -> None:
    """A chip need not program a page's bytes in order: any of the bits may still be ones."""
    flash, nvm = fresh()
    memory = Memory(nvm)
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
    again = Memory(ByteArray(Clock(), flash))
    assert everything(again) in (before, after)
    again.write(kind, b"and then")
    assert powered_on(bytes(flash.cells)).read(kind) == b"and then" and flash.erases == 0


def test_a_full_area_is_written_anew_with_the_last_of_each_kind_and_keeps_the_boot_count() -> None:
    flash, nvm = fresh()
    boots = [count_boot(nvm, bytes) for _ in range(3)]
    boot_bytes = bytes(flash.cells[:AREA_START])
    memory = Memory(nvm)
    memory.write(7, b"calibration")
    for change in range(200):
        memory.write(1, b"brightness %d" % change * 8)
    assert 1 < flash.erases < 10
    assert bytes(flash.cells[:AREA_START]) == boot_bytes
    assert everything(powered_on(bytes(flash.cells))) == {1: b"brightness 199" * 8, 7: b"calibration"}
    assert count_boot(nvm, bytes) == boots[-1] + 1


def test_a_cut_while_written_anew_may_lose_entries_but_reads_no_garbage() -> None:
    flash, nvm = fresh()
    memory = Memory(nvm)
    memory.write(2, b"second")
    old = b"x" * 600
    while memory.end + HEADER + len(old) <= AREA_END - AREA_START:
        old = b"%d" % memory.end + b"x" * 600
        memory.write(1, old)
    contents, lost = bytes(flash.cells), 0
    for cut in range(SECTOR):
        torn = Flash(Clock(), contents)
        torn.cut_after = cut
        with pytest.raises(PowerCut):
            Memory(ByteArray(Clock(), torn)).write(1, b"new" * 200)
        assert torn.erases == 1
        kept = powered_on(bytes(torn.cells))
        assert kept.read(1) in (None, b"new" * 200)
        assert kept.read(2) in (None, b"second")
        lost += kept.read(1) is None
    # Kinds are written in their order: the first is safe as soon as its bytes are.
    assert lost == AREA_START + HEADER + 600


@given(st.binary(min_size=AREA_END - AREA_START, max_size=AREA_END - AREA_START), st.integers(0, 60))
@settings(max_examples=50)
def test_any_bytes_may_have_been_there(area: bytes, erased: int) -> None:
    area = area[: len(area) - SLOT * erased] + b"\xff" * (SLOT * erased)
    flash = Flash(Clock(), b"\x00" * AREA_START + area)
    memory = Memory(ByteArray(Clock(), flash))
    memory.write(1, b"sound")
    assert powered_on(bytes(flash.cells)).read(1) == b"sound"


def test_an_entry_inside_a_payload_or_moved_is_no_entry() -> None:
    flash, nvm = fresh()
    Memory(nvm).write(3, b"image")
    image = bytes(flash.cells[AREA_START : AREA_START + HEADER + 5])
    flash, nvm = fresh()
    Memory(nvm).write(4, b"12345678" + image)
    # The outer entry is torn: its checksum is gone, the image inside is not.
    flash.cells[AREA_START + 4 : AREA_START + 8] = b"\x00" * 4
    assert everything(powered_on(bytes(flash.cells))) == {}


def test_what_is_kept_already_is_not_written_again() -> None:
    flash, nvm = fresh()
    memory = Memory(nvm)
    memory.write(1, b"same")
    written = flash.programmed
    memory.write(1, b"same")
    Memory(nvm).write(1, b"same")
    assert flash.programmed == written


def test_what_cannot_be_kept_is_refused_and_changes_nothing() -> None:
    flash, nvm = fresh()
    memory = Memory(nvm)
    for kind, payload in ((0, b""), (256, b""), (1, b"x" * (MOST_PAYLOAD + 1))):
        with pytest.raises(ValueError, match="kinds 1 to 255"):
            memory.write(kind, payload)
    for kind in (1, 2, 3):
        memory.write(kind, bytes([kind]) * MOST_PAYLOAD)
    contents = bytes(flash.cells)
    with pytest.raises(ValueError, match="no room for 1000 bytes more"):
        memory.write(4, b"4" * 1000)
    assert bytes(flash.cells) == contents
    memory.write(2, b"shorter")
    memory.write(4, b"4" * 1000)
    assert set(everything(memory)) == {1, 2, 3, 4}
