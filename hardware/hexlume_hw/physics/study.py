"""The worst case: what all tolerances together leave between the classes that the firmware tells apart.

A class is nothing, a pawn or a leader, the latter two with north or south up; south mirrors north. A band is what a
class can read, in counts from the cell's zero. A margin is half the gap between two neighbouring bands, in sigma: the
RMS noise of a single conversion.
"""

from dataclasses import dataclass, replace
from itertools import pairwise, product

import numpy as np

from hexlume.games.pieces import WHITE, WHITE_LEADER
from hexlume.sensing.sense import CROSSTALK, HYSTERESIS, NOMINAL_SPAN, PRESENT, STRONG

from .converter import CONVERTERS
from .design import DESIGN, Design
from .field import Numbers, field_mt, tilted_field_mt
from .field_table import FieldRows, StaleTable, field_rows
from .forces import complaints as force_complaints
from .neighbourhood import BESIDE_PITCHES, KINDS, REACH_PITCHES, distances
from .sensor import COUNTS_PER_MV, NOISE_COUNTS

LEAST_SIGMA = 20.0
"""What is promised between all neighbouring classes."""
LEAST_THRESHOLD_SIGMA = LEAST_SIGMA
"""The same between a band and the firmware's threshold beside it."""
MOST_SPAN_OFF = 0.03
MOST_CROSSTALK_OFF = 1.0
"""Share and counts by which the firmware's constants may differ from the computed ones."""

_TILT_STEPS = 3
_DIRECTIONS_DEG = np.arange(0.0, 181.0, 30.0)


@dataclass(frozen=True, slots=True)
class Band:
    """What a class can read, in counts from zero."""

    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Margins:
    """The bands of nothing, a pawn and a leader, and what is between them.

    ``none_pawn`` and ``pawn_leader`` are half the gaps between the bands in sigma, negative where bands overlap.
    ``thresholds`` are the distances in sigma from the firmware's two thresholds to the nearer band. ``crosstalk_mt`` is
    the most that the neighbours add.
    """

    none: Band
    pawn: Band
    leader: Band
    crosstalk_mt: float
    none_pawn: float
    pawn_leader: float
    thresholds: tuple[float, float]

    @property
    def worst(self) -> float:
        """The smaller of the two margins, in sigma."""
        return min(self.none_pawn, self.pawn_leader)


def own_mt(design: Design, gap_mm: float) -> tuple[float, float]:
    """Return the least and most that a cell's own disc gives in mT, a nominal magnet being within the tolerances."""
    off = design.tolerances.off_centre_mm
    fields = _fields_mt(design, np.linspace(0.0, off, 7), gap_mm)
    return float(fields.min()), float(fields.max())


def crosstalk_mt(design: Design, kind: str, within_pitches: float = REACH_PITCHES) -> float:
    """Return the most that a full neighbourhood gives a cell, in mT, with nominal magnets.

    Leaders stand on all cells beside it (Organica has eight in all) and pawns on the others, all with the same side
    up, and each lies as far towards the cell as discs may lie off centre.
    """
    total = 0.0
    off = design.tolerances.off_centre_mm
    for distance in distances(kind, within_pitches):
        away = distance * design.pitch_mm
        gap = design.leader_gap_mm if distance <= BESIDE_PITCHES else design.pawn_gap_mm
        total += float(np.abs(_fields_mt(design, np.linspace(away - off, away + off, 5), gap)).max())
    return total


def margins(
    pitch_mm: float | None = None, design: Design = DESIGN, kind: str = "hex", within_pitches: float = REACH_PITCHES
) -> Margins:
    """Return a design's bands and margins in the worst case.

    ``pitch_mm`` replaces the design's. ``kind`` is ``hex`` or ``square``; discs are felt from ``within_pitches``.
    """
    if pitch_mm is not None:
        design = _at_pitch(design, pitch_mm)
    within, sensor = design.tolerances, design.sensor
    crosstalk = within.strongest * crosstalk_mt(design, kind, within_pitches)
    drift = within.zero_mv * COUNTS_PER_MV + design.converter.bent_counts
    low_gain, high_gain = (sensor.counts_per_mt * (1 + sign * sensor.tolerance) for sign in (-1, 1))

    def band(gap_mm: float) -> Band:
        least, most = own_mt(design, gap_mm)
        least_mt = sensor.felt_mt(within.weakest * least - crosstalk)
        most_mt = sensor.felt_mt(within.strongest * most + crosstalk)
        return Band(low_gain * least_mt - drift, high_gain * most_mt + drift)

    none = Band(0.0, high_gain * sensor.felt_mt(crosstalk) + drift)
    pawn, leader = band(design.pawn_gap_mm), band(design.leader_gap_mm)
    none_pawn, pawn_leader = ((above.least - below.most) / 2 for below, above in pairwise((none, pawn, leader)))
    thresholds = (
        min(PRESENT - none.most, pawn.least - PRESENT),
        min(STRONG - pawn.most, leader.least - STRONG),
    )
    return Margins(
        none,
        pawn,
        leader,
        crosstalk,
        none_pawn / NOISE_COUNTS,
        pawn_leader / NOISE_COUNTS,
        (thresholds[0] / NOISE_COUNTS, thresholds[1] / NOISE_COUNTS),
    )


def problems(pitch_mm: float | None = None, design: Design = DESIGN) -> list[str]:
    """Return what is wrong with a design, a sentence each; none for a sound one.

    Both kinds of panels must keep ``LEAST_SIGMA`` between all classes with either chip's converter, and the firmware's
    thresholds and constants, the twin's field table and the discs' play in their recesses must fit.
    """
    if pitch_mm is not None:
        design = _at_pitch(design, pitch_mm)
    found: list[str] = []
    for kind, converter in product(KINDS, CONVERTERS):
        found += _margin_problems(margins(design=replace(design, converter=converter), kind=kind), kind, converter.name)
    found += _constant_problems(design)
    found += _table_problems(design)
    if design.play_mm > design.tolerances.off_centre_mm:
        found.append(
            f"A recess lets discs lie {design.play_mm:.1f} mm off centre, sensing bears"
            f" {design.tolerances.off_centre_mm:.1f} mm: make the recess narrower or the disc wider."
        )
    return found + force_complaints(design)


def _margin_problems(found: Margins, kind: str, chip: str) -> list[str]:
    said = []
    for names, sigma in (("nothing and a pawn", found.none_pawn), ("a pawn and a leader", found.pawn_leader)):
        if sigma < LEAST_SIGMA:
            said.append(
                f"Between {names} a {kind} panel leaves {sigma:.0f} sigma instead of {LEAST_SIGMA:.0f} with an {chip}."
            )
    for name, level, sigma in zip(("present", "strong"), (PRESENT, STRONG), found.thresholds, strict=True):
        if sigma < LEAST_THRESHOLD_SIGMA:
            said.append(
                f"The firmware's threshold '{name}' of {level} counts is {sigma:.0f} sigma instead of"
                f" {LEAST_THRESHOLD_SIGMA:.0f} from the nearer band of a {kind} panel with an {chip}."
            )
    held = (
        ("an empty cell", found.none.most, PRESENT - HYSTERESIS),
        ("a pawn", found.pawn.most, STRONG - HYSTERESIS),
        ("a leader", STRONG + HYSTERESIS, found.leader.least),
    )
    for name, least, most in held:
        if least >= most:
            said.append(
                f"With its hysteresis the firmware takes what is there for good before {name} of a {kind} panel with"
                f" an {chip}."
            )
    return said


def _constant_problems(design: Design) -> list[str]:
    """Compare what the firmware takes for granted of good discs in the middle of their cells."""
    said = []
    at = np.array([0.0, design.pitch_mm, design.pitch_mm])
    gaps = np.array([design.pawn_gap_mm, design.pawn_gap_mm, design.leader_gap_mm])
    span, pawn, leader = (field_mt(design, at, gaps) * design.sensor.counts_per_mt).tolist()
    if abs(span / NOMINAL_SPAN - 1) > MOST_SPAN_OFF:
        said.append(f"A pawn gives {span:.0f} counts, and the firmware expects {NOMINAL_SPAN}.")
    for piece, name, counts in ((WHITE, "pawn", pawn), (WHITE_LEADER, "leader", leader)):
        if abs(counts - CROSSTALK[piece]) > MOST_CROSSTALK_OFF:
            said.append(
                f"A {name} gives the next cell {counts:.0f} counts, and the firmware expects {CROSSTALK[piece]}."
            )
    return said


def _table_problems(design: Design) -> list[str]:
    try:
        rows: FieldRows = field_rows()
    except (StaleTable, OSError) as error:
        return [str(error)]
    magnet = (design.remanence_mt, design.magnet_diameter_mm, design.magnet_height_mm)
    if magnet != rows[:3]:
        return [
            f"The twin's field table is of a magnet of {rows.remanence_mt:g} mT, {rows.diameter_mm:g} x"
            f" {rows.height_mm:g} mm instead of {magnet[0]:g} mT, {magnet[1]:g} x {magnet[2]:g} mm: make it anew with"
            " python -m hexlume_hw.physics.make_field_table."
        ]
    return []


def _at_pitch(design: Design, pitch_mm: float) -> Design:
    return replace(design, pitch_mm=pitch_mm, recess_diameter_mm=design.recess_diameter_mm + pitch_mm - design.pitch_mm)


def _fields_mt(design: Design, asides_mm: Numbers, gap_mm: float) -> Numbers:
    """Return the fields at some distances with every gap, tilt and direction of it that the tolerances allow."""
    within = design.tolerances
    gaps = np.array([gap_mm - within.gap_mm, gap_mm, gap_mm + within.gap_mm])
    tilts = np.linspace(0.0, within.tilt_deg, _TILT_STEPS)
    aside, gap, tilt, towards = np.meshgrid(asides_mm, gaps, tilts, _DIRECTIONS_DEG, indexing="ij")
    return tilted_field_mt(design, aside, gap, tilt, towards)
