"""The boot count, kept in non-volatile memory by appending only.

Assigning to bytes that are still erased programs them in place and is safe against a power
cut; anything else erases the whole sector first. So each boot marks one more byte of a
small area, and only a full area (once in 508 boots) is written anew.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    import nvm

AREA = 512
_MARKS_FROM = 4
_ERASED = 0xFF


def count_boot(memory: "nvm.ByteArray", random: "Callable[[int], bytes]") -> int:
    """Count this boot in the first bytes of the non-volatile ``memory`` and return its number.

    A memory that never counted, or lost its count, begins at a number that ``random`` (such as ``os.urandom``)
    chooses, so that games never get the ids of earlier ones.
    """
    area = bytes(memory[0:AREA])
    if area[:_MARKS_FROM] == b"\xff\xff\xff\xff":
        memory[0:_MARKS_FROM] = b"\x00" + random(_MARKS_FROM - 1)
        area = bytes(memory[0:AREA])
    base = 0
    for at in range(_MARKS_FROM):
        base = base << 8 | area[at]
    marks = 0
    while _MARKS_FROM + marks < AREA and area[_MARKS_FROM + marks] != _ERASED:
        marks += 1
    if _MARKS_FROM + marks == AREA:
        base = (base + marks) & 0x7FFFFFFF
        marks = 0
        head = bytes([base >> 24 & 255, base >> 16 & 255, base >> 8 & 255, base & 255])
        memory[0:AREA] = head + b"\xff" * (AREA - _MARKS_FROM)
    memory[_MARKS_FROM + marks] = 0
    return base + marks + 1
