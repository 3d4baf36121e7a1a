"""How a lit cell glows on the pages: the built cell's light by its distance from the middle.

``python -m hexlume_hw.light.page_glow`` writes it into the host's pages, in about a minute; a test compares it.
"""

from pathlib import Path
from typing import Final

from hexlume_hw.light.cell import trace
from hexlume_hw.light.designs import well
from hexlume_hw.light.evenness import by_distance
from hexlume_hw.light.sheet import Map
from hexlume_hw.panel.stackup import RECESS_DIAMETER_MM

PAGE: Final = Path(__file__).parents[3] / "host/hexlume_host/web/static/lib/cell-glow.js"
_RAYS: Final = 400_000
_RINGS: Final = 9
"""Rings of one width that the recess is divided into; within one the light differs by at most 16 %."""


def glow(light: Map) -> list[tuple[float, float]]:
    """Return (distance from the middle, luminance) of each ring, as the pages have it."""
    return [(round(off, 3), round(share, 3)) for off, share in by_distance(light, _RINGS)]


def script(rings: list[tuple[float, float]]) -> str:
    """Return the pages' module."""
    rows = ", ".join(f"[{off}, {share}]" for off, share in rings)
    return (
        "// @ts-check\n"
        "// Written by hexlume_hw.light.page_glow from its model of the cell: do not edit.\n\n"
        f"export const RECESS_RADIUS = {RECESS_DIAMETER_MM / 2:g}; // mm\n\n"
        "/** How brightly the floor glows: [share of the recess's radius, share of the brightest luminance].\n"
        " * @type {[number, number][]} */\n"
        f"export const FLOOR_GLOW = [{rows}];\n"
    )


def main() -> None:
    """Write the pages' module."""
    PAGE.write_text(script(glow(trace(well(), _RAYS))))


if __name__ == "__main__":
    main()
