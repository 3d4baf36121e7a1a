"""The boot count: appended to erased bytes only, and never doubled by a wrap of its area."""

import os

from hexlume.boots import AREA, count_boot


class Memory(bytearray):
    """Non-volatile memory that counts the assignments which had to erase first."""

    erases = 0

    def __setitem__(self, where, value) -> None:  # type: ignore[no-untyped-def, override]
        old = self[where] if isinstance(where, slice) else bytes([self[where]])
        if any(byte != 0xFF for byte in old):
            self.erases += 1
        super().__setitem__(where, value)


def test_boots_are_counted_and_hardly_ever_erase() -> None:
    memory = Memory(b"\xff" * 4096)
    counts = [count_boot(memory, bytes) for _ in range(3 * AREA)]
    assert counts == list(range(1, 3 * AREA + 1))
    assert memory.erases == 3
    assert memory[AREA:] == b"\xff" * (4096 - AREA)


def test_a_memory_that_lost_its_count_begins_elsewhere() -> None:
    first, second = (count_boot(Memory(b"\xff" * 4096), os.urandom) for _ in range(2))
    assert first != second
    memory = Memory(b"\xff" * 4096)
    began = count_boot(memory, os.urandom)
    assert [count_boot(memory, os.urandom) for _ in range(3)] == [began + 1, began + 2, began + 3]
