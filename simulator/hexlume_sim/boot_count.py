"""Non-volatile memory of a board that was started before: it goes on counting its boots, and has kept nothing else."""

from hexlume.journal.log_format import AREA_START, SECTOR, Bookmark, entry


def nvm_after(boots: int | None) -> bytes | None:
    """Return what ``microcontroller.nvm`` holds after a number of boots; ``None``, an empty one, for ``None``."""
    if boots is None:
        return None
    nvm = bytearray(b"\xff" * SECTOR)
    at = AREA_START
    for kind, payload in Bookmark(0, boots).opening(0):
        whole = entry(kind, payload, at)
        nvm[at : at + len(whole)] = whole
        at += len(whole)
    return bytes(nvm)
