"""The tables of docs/hardware/physics.md, in Markdown, each by its name."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from math import hypot, sqrt

import numpy as np

from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import panel_grid

from . import sensor
from .converter import CONVERTERS
from .design import DESIGN, Design
from .field import field_mt, tilted_field_mt
from .forces import FRICTION, force_gf, side_forces
from .neighbourhood import BESIDE_PITCHES, KINDS, REACH_PITCHES
from .study import Margins, margins
from .tolerances import WITHIN

SIGMA = "\N{GREEK SMALL LETTER SIGMA}"
PITCHES_MM = (25.0, 28.0, 30.0, 31.0, 32.0, 33.0, 35.0)
OFF_CENTRES_MM = (0.0, 1.0, 2.0, 3.0, 3.5, 4.0)
GAPS_MM = (0.0, 0.2, 0.4, 0.6, 0.8)

COMPARED = (
    (sensor.DRV5055A1, "SOT-23, TO-92", "0.9", "good"),
    (sensor.DRV5055A2, "SOT-23, TO-92", "0.9", "good"),
    (sensor.DRV5055A3, "SOT-23, TO-92", "0.9", "good"),
    (sensor.DRV5055A4, "SOT-23, TO-92", "0.9", "good"),
    (sensor.SS49E, "TO-92", "0.3 (copies 0.1)", "very good"),
    (sensor.SS49E_LEARNED, "TO-92", "0.3 (copies 0.1)", "very good"),
)
"""Sensors, packages, and estimates of their price in euros at a hundred and of how easily they are had."""


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _both(found: Margins) -> tuple[str, str]:
    return f"{found.none_pawn:.0f}", f"{found.pawn_leader:.0f}"


def bands() -> str:
    """Return what each class can read in the worst case."""
    worst = (margins(), margins(within_pitches=BESIDE_PITCHES), margins(kind="square"))
    rows = [["nothing", *(f"to {found.none.most:.0f}" for found in worst)]]
    for name in ("pawn", "leader"):
        found_bands = [getattr(found, name) for found in worst]
        rows.append([name, *(f"{band.least:.0f} to {band.most:.0f}" for band in found_bands)])
    rows.append(["margins", *(f"{', '.join(_both(found))} {SIGMA}" for found in worst)])
    return table(("", "hex", "hex, six neighbours", "square"), rows)


def sensors() -> str:
    """Return the sensors compared at our pitch and stack."""
    rows = []
    for part, package, euros, had in COMPARED:
        found = _both(margins(design=replace(DESIGN, sensor=part)))
        tolerance = f"±{100 * part.tolerance:.0f} %"
        rows.append([part.name, f"{part.mv_per_mt:g}", f"±{part.range_mt:g}", tolerance, *found, package, euros, had])
    head = (
        "sensor",
        "mV/mT",
        "mT",
        "sensitivity",
        f"nothing/pawn {SIGMA}",
        f"pawn/leader {SIGMA}",
        "package",
        "euros*",
        "to be had*",
    )
    return table(head, rows)


def converters() -> str:
    """Return the margins with each chip's converter, and how near a band comes to the firmware's thresholds."""
    rows = []
    for chip in CONVERTERS:
        found = [margins(design=replace(DESIGN, converter=chip), kind=kind) for kind in KINDS]
        noise = sensor.FULL_SCALE / 2**chip.effective_bits / sqrt(12)
        rows.append(
            [
                chip.name,
                f"{chip.effective_bits:g}",
                f"{noise:.1f}",
                f"{chip.bent_counts:g}",
                *(", ".join(_both(one)) for one in found),
                ", ".join(f"{sigma:.0f}" for sigma in (min(one.thresholds) for one in found)),
            ]
        )
    head = (
        "chip",
        "effective bits",
        "their noise, counts",
        "off the zero's line, counts",
        f"hex {SIGMA}",
        f"square {SIGMA}",
        f"thresholds, hex and square {SIGMA}",
    )
    return table(head, rows)


def pitches() -> str:
    """Return margins and side forces by pitch."""
    rows = []
    for pitch in PITCHES_MM:
        wide, beside = margins(pitch), margins(pitch, within_pitches=BESIDE_PITCHES)
        square = margins(pitch, kind="square")
        force = force_gf(DESIGN, pitch, 0.0)[0]
        rows.append(
            [
                f"{pitch:.0f}",
                f"{wide.crosstalk_mt:.1f}",
                *(", ".join(_both(one)) for one in (wide, beside, square)),
                f"{force:.1f}",
            ]
        )
    head = (
        "pitch mm",
        "crosstalk mT",
        f"hex {SIGMA}",
        f"hex, six neighbours {SIGMA}",
        f"square {SIGMA}",
        "side force gf",
    )
    return table(head, rows)


def off_centres() -> str:
    """Return margins by how far from their cells' centres discs may lie."""
    return _by_tolerance("off centre mm", "off_centre_mm", OFF_CENTRES_MM)


def gaps() -> str:
    """Return margins by how far the magnets' heights may be off."""
    return _by_tolerance("gap ± mm", "gap_mm", GAPS_MM)


def shares() -> str:
    """Return what the margins would be without each tolerance."""
    without: list[tuple[str, Design]] = [
        ("discs in the middle of their cells", _within(off_centre_mm=0.0)),
        ("gaps exact", _within(gap_mm=0.0)),
        ("magnets all equal", _within(remanence=0.0)),
        ("magnets upright", _within(tilt_deg=0.0)),
        ("always 25 °C", _within(coldest_c=WITHIN.known_c, warmest_c=WITHIN.known_c)),
        ("zeros that do not drift", _within(zero_mv=0.0)),
        ("sensors all equal, or their spans learned", replace(DESIGN, sensor=replace(DESIGN.sensor, tolerance=0.0))),
    ]
    rows = [["all tolerances", *_both(margins())]]
    rows += [[name, *_both(margins(design=design))] for name, design in without]
    return table(("with", f"nothing/pawn {SIGMA}", f"pawn/leader {SIGMA}"), rows)


def forces() -> str:
    """Return what pushes discs aside and what holds them."""
    found, square = side_forces(DESIGN), side_forces(DESIGN, "square")
    rows = [
        ["a disc's weight", f"{found.weight:.1f}"],
        [f"friction at {FRICTION:g}", f"{found.held:.1f}"],
        ["a neighbour, both in the middle", f"{found.pair:.1f}"],
        [f"a neighbour, both {DESIGN.play_mm:g} mm nearer", f"{found.nearest:.1f}"],
        ["white on one side and black on the other, square panel", f"{square.surrounded:.1f}"],
        ["white on one side and black on the other, hex panel", f"{found.surrounded:.1f}"],
    ]
    return table(("", "gf"), rows)


def stacks() -> str:
    """Return what a cell reads with a piece on or above another."""
    pawn, leader, disc = DESIGN.pawn_gap_mm, DESIGN.leader_gap_mm, DESIGN.disc_height_mm
    rows = []
    for name, lower, upper, sign in (
        ("white pawn on a white pawn", pawn, pawn + disc, 1),
        ("black pawn on a white pawn", pawn, pawn + disc, -1),
        ("white leader on a white pawn", pawn, leader + disc, 1),
        ("black leader on a white pawn", pawn, leader + disc, -1),
    ):
        zero = np.zeros(1)
        field = float((field_mt(DESIGN, zero, zero + lower) + sign * field_mt(DESIGN, zero, zero + upper))[0])
        counts = DESIGN.sensor.counts_per_mt * field
        lift = -sign * force_gf(DESIGN, 0.0, upper - lower)[1]
        rows.append([name, f"{counts:.0f}", f"{'pulled down' if lift > 0 else 'thrown off'}, {abs(lift):.0f} gf"])
    return table(("stack", "counts", "the upper one is"), rows)


def reach() -> str:
    """Return what lies beyond the neighbourhood that study and twin take in."""
    grid = panel_grid("hex9")
    middle = next(cell for cell in range(grid.cells) if grid.place(cell) == (0, 0))
    away = []
    for cell in range(grid.cells):
        site = cell_site(grid, cell)
        away.append(hypot(site.x_mm, site.y_mm))
    far = np.array([one for cell, one in enumerate(away) if cell != middle and one > REACH_PITCHES * DESIGN.pitch_mm])
    one_more = np.full(1, min(far)), np.full(1, DESIGN.pawn_gap_mm)
    single = float(-tilted_field_mt(DESIGN, *one_more, np.zeros(1), np.zeros(1))[0])
    total = float(-field_mt(DESIGN, far, np.full_like(far, DESIGN.pawn_gap_mm)).sum())
    counts = DESIGN.sensor.counts_per_mt
    rows = [
        ["the nearest cell beyond", f"{single * counts:.1f}"],
        [f"all {len(far)} cells beyond on a hex9 full of one colour", f"{total * counts:.0f}"],
    ]
    return table(("pawns on", "counts"), rows)


TABLES: dict[str, Callable[[], str]] = {
    "bands": bands,
    "sensors": sensors,
    "converters": converters,
    "pitches": pitches,
    "off centres": off_centres,
    "gaps": gaps,
    "shares": shares,
    "forces": forces,
    "stacks": stacks,
    "reach": reach,
}


def _within(**changes: float) -> Design:
    return replace(DESIGN, tolerances=replace(WITHIN, **changes))


def _by_tolerance(head: str, name: str, values: Iterable[float]) -> str:
    rows = []
    for value in values:
        design = _within(**{name: value})
        rows.append([f"{value:g}", *(", ".join(_both(margins(design=design, kind=kind))) for kind in KINDS)])
    return table((head, f"hex {SIGMA}", f"square {SIGMA}"), rows)
