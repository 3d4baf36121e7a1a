"""Writes a panel's solids: a STEP and an STL of every part as it lies on the printer, and how many of each to print."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import trimesh  # type: ignore[import-not-found,import-untyped,unused-ignore]
from build123d import Axis, Compound, Shape, Solid, Vector, export_step, export_stl

from hexlume_hw.errors import HardwareError
from hexlume_hw.solids.assembly import Assembly, assemble
from hexlume_hw.solids.bodies import Body
from hexlume_hw.solids.prism import Printable

CHORD_MM = 0.03
"""How far an STL's facets may be from a round surface."""
ANGLE = 0.2
STAMP = datetime(2026, 1, 1)
"""The same panel gives the same STEP: its header would have the time otherwise."""
DENSITY = 1.24e-3
"""PLA in g/mm3, for the weight if printed solid."""


def on_bed(part: Printable) -> Solid:
    """Return a part as it lies on the printer: the side that it is printed on down, centred, from z = 0."""
    solid: Shape[Any] = part.solid.rotate(Axis.X, 180) if part.turned else part.solid
    bounds = solid.bounding_box()
    middle = bounds.center()
    return solid.translate(Vector(-middle.X, -middle.Y, -bounds.min.Z)).solids()[0]


def write_solids(
    panel: str, folder: Path, tell: Callable[[str], None], bodies: Sequence[Body] = (), made: Assembly | None = None
) -> list[Path]:
    """Write a panel's parts into ``folder`` (``step/``, ``stl/``, ``case.step``, ``printing.md``); return the paths.

    ``bodies`` are the circuit board's parts, ``made`` the panel's solids when they have been made already. Raises
    ``HardwareError`` when a file cannot be written or an STL is not closed, ``ValueError`` for an unknown panel.
    """
    tell(f"modelling the case and the pieces of {panel}")
    made = made or assemble(panel, bodies)
    paths: list[Path] = []
    for kind in ("step", "stl"):
        (folder / kind).mkdir(parents=True, exist_ok=True)
    for number, part in enumerate(made.printables, 1):
        tell(f"writing {part.name} ({number} of {len(made.printables)})")
        solid = on_bed(part)
        step, stl = folder / "step" / f"{part.name}.step", folder / "stl" / f"{part.name}.stl"
        if not export_step(solid, step, timestamp=STAMP) or not export_stl(solid, stl, CHORD_MM, ANGLE):
            raise HardwareError(f"{part.name} cannot be written to {folder}: is there room on the disk?")
        unsound = stl_problem(stl, solid.volume)
        if unsound:
            raise HardwareError(unsound)
        paths += [step, stl]
    whole = folder / "case.step"
    parts = [placed.solid for placed in made.placed]
    for placed, solid in zip(made.placed, parts, strict=True):
        solid.label = placed.name
    export_step(Compound(label=f"Hexlume {panel}", children=parts), whole, timestamp=STAMP)
    notes = folder / "printing.md"
    notes.write_text(printing(made), encoding="utf-8")
    return [*paths, whole, notes]


def stl_problem(path: Path, expected: float) -> str:
    """Return what is wrong with an STL of a solid with the volume ``expected`` in mm3, or an empty string."""
    mesh = trimesh.load_mesh(path)
    if not mesh.is_volume:
        return f"{path.name} is not closed, or its triangles do not all go round in one sense"
    if abs(mesh.volume - expected) > 0.005 * expected:
        return f"{path.name} holds {mesh.volume:.0f} mm3, its solid {expected:.0f} mm3"
    return ""


def printing(made: Assembly) -> str:
    """Return the list of what to print, as Markdown."""
    lines = [
        f"# What to print for {made.panel}",
        "",
        "Every file lies as it is printed; every part fits 220 x 220 x 220 mm. The weight is that of PLA with 100 %",
        "infill, which discs need. The face plate can be cut by laser instead (`plate-floor.dxf`, `plate-rim.dxf`).",
        "",
        "| file | how many | colour | mm | g each | how |",
        "|---|---|---|---|---|---|",
    ]
    for part in made.printables:
        size = part.solid.bounding_box().size
        lines.append(
            f"| {part.name} | {part.quantity} | {part.colour} | {size.X:.0f} x {size.Y:.0f} x {size.Z:.1f} |"
            f" {part.solid.volume * DENSITY:.1f} | {part.notes} |"
        )
    total = sum(part.solid.volume * DENSITY * part.quantity for part in made.printables)
    lines += ["", f"Together at most {total / 1000:.2f} kg.", ""]
    return "\n".join(lines)
