"""How often a disc at rest is misread, in parts per million of placements."""

from tests.simulator.misread import GOOD, Conditions, Study

from .figure import Figure

PLACEMENTS = 1_000_000
"""Placements under the conditions a board is built for."""
OTHERS = 100_000
"""Placements under each of the other conditions."""

BEYOND: tuple[tuple[str, Conditions], ...] = (
    ("magnets 25 % weak or strong", GOOD._replace(magnet=0.25)),
    ("noise 6 counts", GOOD._replace(noise_counts=6.0)),
    ("-10 to 60 degrees C", GOOD._replace(temperature_c=(-10.0, 60.0))),
    ("4 mm off centre", GOOD._replace(off_centre_mm=4.0)),
    ("gap 0.8 mm off", GOOD._replace(gap_mm=0.8)),
)


def measure() -> list[Figure]:
    """Return the misreads under good conditions and beyond each of them."""
    figures = []
    for name, conditions, placements in (
        ("as built", GOOD, PLACEMENTS),
        *((name, conditions, OTHERS) for name, conditions in BEYOND),
    ):
        found = Study(conditions, seed=1).run(placements)
        note = f"{found.misread} of {found.total:,} discs at rest on hex4; {found.late} not known within 5 scans"
        figures.append(Figure(f"misreads, {name}", 1e6 * found.misread / found.total, "per million", note))
    return figures
