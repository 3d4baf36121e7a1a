"""What goes on inside the simulated board: its journal and its sensors, and whether all events are kept."""

from random import choice
from typing import Any

from hexlume.hardware.panel import ADDRESS_PINS
from hexlume.journal.log_format import AREA_START, Bookmark, entries
from hexlume_sim.twin import Twin

from .store import PageStore

SHOWN_BYTES = 96
"""The journal's bytes that are shown, the last ones."""


def journal(twin: Twin, store: PageStore) -> dict[str, Any]:
    """Return the journal's last bytes, how many of its running game's events are there, and how many are ``kept`` here.

    Both are counted anew, from the bytes in flash and from the games that are safe. While the memory is being written
    anew, ``events`` is ``None``.
    """
    cells, mark = bytes(twin.chip.flash.cells), Bookmark(0)
    for at, kind, payload, _ in entries(lambda at, count: cells[at : at + count], AREA_START):
        mark.advance(at, kind, payload)
    written = cells.rstrip(b"\xff")
    return {
        "bytes": written[-SHOWN_BYTES:].hex(" "),
        "used": len(written),
        "events": mark.seq if mark.serial else None,
        "kept": store.safe_events("{}-{}-{}".format(twin.chip.cpu.uid.hex(), *mark.game)),
    }


def readings(twin: Twin) -> list[tuple[float, float, int]]:
    """Return each sensor's place in mm from the panel's centre, and what it gives just now, in counts."""
    levels, noise, places = twin.front.levels, twin.front.noise, 1 << len(ADDRESS_PINS)
    return [
        (site.x_mm, site.y_mm, levels[site.adc][(places << site.enable) + site.address] + choice(noise) >> 4)
        for site in twin.sensors.sites
    ]
