"""Hands a drawn board to KiCad: project, board file, report of its design rules, Gerbers and drill files."""

import json
import os
import re
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Any

from hexlume_hw.board.design import CLEARANCE_MM, EDGE_MM, POUR_GAP_MM, SIGNAL_MM, VIA_HOLE_MM, VIA_MM, Design
from hexlume_hw.board.footprints import library
from hexlume_hw.errors import HardwareError
from hexlume_hw.panel.parts import KINDS

_SCRIPT = Path(__file__).with_name("pcbnew_script.py")
_HOLE = "MountingHole:MountingHole_3.2mm_M3"
_HEAD_MM = 5.5
"""Diameter of an M3 screw's head by ISO 14580, for which the corners have room."""
_LED_DOT = (-2.45, -3.25)
"""A mark beside an LED's first pad, from its middle, y downwards: its footprint has none that is seen."""
_SOLID_MM2 = 40.0
PAPER_MM = 30.0
"""From the sheet's corner to the board."""

Place = tuple[float, float]


@lru_cache(maxsize=1)
def python() -> str:
    """Return a Python that imports KiCad's ``pcbnew``; raises ``HardwareError`` if there is none."""
    for path in (os.environ.get("HEXLUME_KICAD_PYTHON", ""), "/usr/bin/python3"):
        if path and Path(path).exists():
            tried = subprocess.run([path, "-c", "import pcbnew"], capture_output=True, check=False)
            if tried.returncode == 0:
                return path
    raise HardwareError("KiCad's Python module pcbnew is missing: install the Debian package kicad.")


def run(*words: str | Path) -> None:
    """Run one command of the script; raises ``HardwareError`` if KiCad fails."""
    command = [python(), str(_SCRIPT), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or "no reason given").splitlines()[-1]
        raise HardwareError(f"KiCad could not {words[0]} the board: {last}")


def sheet(design: Design, place: Place) -> Place:
    """Return a place on KiCad's sheet, where y runs downwards."""
    return (
        round(place[0] - design.outline.left + PAPER_MM, 6),
        round(design.outline.far - place[1] + PAPER_MM, 6),
    )


def write(design: Design, target: Path, report: Path, plots: Path) -> None:
    """Write the project, the board with its zones filled, KiCad's report of its rules, and the plots."""
    project = target.with_suffix(".kicad_pro")
    drawn = target.with_suffix(".json")
    drawn.write_text(json.dumps(_drawn(design)), encoding="utf-8")
    try:
        run("make", drawn, target)
    finally:
        drawn.unlink()
    # After the board: saving it wrote KiCad's own rules into the project.
    project.write_text(json.dumps(_project(target.stem), indent=2) + "\n", encoding="utf-8")
    run("finish", target, report.resolve(), plots.resolve())
    # KiCad's note of how somebody last looked at the board.
    target.with_suffix(".kicad_prl").unlink(missing_ok=True)


def _drawn(design: Design) -> dict[str, Any]:
    outline = design.outline
    corners = [
        (outline.left, outline.near), (outline.right, outline.near), (outline.right, outline.far),
        (outline.left, outline.far),
    ]  # fmt: skip
    inset = EDGE_MM
    ground = [
        (outline.left + inset, outline.near + inset), (outline.right - inset, outline.near + inset),
        (outline.right - inset, outline.far - inset), (outline.left + inset, outline.far - inset),
    ]  # fmt: skip
    parts = []
    for ref, placed in design.placed.items():
        lands = list(design.lands(ref))
        parts.append(
            {
                "ref": ref,
                "value": KINDS[design.netlist.parts[ref].kind].value,
                "footprint": placed.footprint,
                "library": str(library(placed.footprint.partition(":")[0])),
                "at": sheet(design, (placed.x, placed.y)),
                "turn": placed.turn,
                "pads": {land.number: land.net for land in lands if land.net},
                "head": 0,
                "dot": _LED_DOT if design.netlist.parts[ref].kind == "led" else (),
                # Evenly heated ends keep a capacitor from standing up on one of them.
                "relief": design.netlist.parts[ref].kind.startswith("c"),
                "solid": sorted({land.number for land in lands if land.width * land.height > _SOLID_MM2}),
            }
        )
    for index, hole in enumerate(outline.holes):
        at = sheet(design, hole)
        parts.append(
            {
                "ref": f"H{index + 1}",
                "value": "M3",
                "footprint": _HOLE,
                "library": str(library(_HOLE.partition(":")[0])),
                "at": at,
                "turn": 0,
                "pads": {},
                "head": _HEAD_MM,
                "dot": (),
                "relief": False,
                "solid": [],
            }
        )
    for mark in design.marks:
        parts.append(
            {
                "ref": mark.ref,
                "value": mark.label or "fiducial",
                "footprint": mark.footprint,
                "library": str(library(mark.footprint.partition(":")[0])),
                "at": sheet(design, (mark.x, mark.y)),
                "turn": 0,
                "pads": {"1": mark.net} if mark.net else {},
                "head": 0,
                "dot": (),
                "relief": False,
                "solid": [],
            }
        )
    zones = [
        {"net": net, "layer": layer, "rank": rank, "gap": POUR_GAP_MM, "corners": [sheet(design, c) for c in corners]}
        for net, layer, rank, corners in (
            *((pour.net, pour.layer, pour.rank, pour.corners) for pour in design.pours),
            ("GND", "F", 0, ground),
            ("GND", "B", 0, ground),
        )
    ]
    return {
        "origin": sheet(design, (0.0, 0.0)),
        "nets": sorted(design.netlist.nets),
        "parts": parts,
        "tracks": [
            (t.net, t.layer, *sheet(design, (t.x1, t.y1)), *sheet(design, (t.x2, t.y2)), t.width) for t in design.tracks
        ],
        "vias": [(via.net, *sheet(design, (via.x, via.y)), VIA_MM, VIA_HOLE_MM) for via in design.vias],
        "zones": zones,
        "edges": [
            (sheet(design, one), sheet(design, other))
            for one, other in zip(corners, corners[1:] + corners[:1], strict=True)
        ],
        "texts": [(words, *sheet(design, (x, y)), size) for words, x, y, size in design.texts],
    }


def _project(name: str) -> dict[str, Any]:
    """Return the project file: the rules by which KiCad checks the board."""
    return {
        "board": {
            "design_settings": {
                "rules": {
                    "min_clearance": CLEARANCE_MM,
                    "min_copper_edge_clearance": EDGE_MM,
                    "min_hole_clearance": 0.25,
                    "min_hole_to_hole": 0.25,
                    "min_microvia_diameter": 0.2,
                    "min_microvia_drill": 0.1,
                    "min_silk_clearance": 0.0,
                    "min_through_hole_diameter": VIA_HOLE_MM,
                    "min_track_width": 0.2,
                    "min_via_annular_width": 0.13,
                    "min_via_diameter": VIA_MM,
                    "solder_mask_clearance": 0.05,
                    "solder_mask_min_width": 0.0,
                    "use_height_for_length_calcs": True,
                },
            },
        },
        "meta": {"filename": f"{name}.kicad_pro", "version": 1},
        "net_settings": {
            "classes": [
                {
                    "bus_width": 12.0,
                    "clearance": CLEARANCE_MM,
                    "diff_pair_gap": 0.25,
                    "diff_pair_via_gap": 0.25,
                    "diff_pair_width": 0.2,
                    "line_style": 0,
                    "microvia_diameter": 0.3,
                    "microvia_drill": 0.1,
                    "name": "Default",
                    "pcb_color": "rgba(0, 0, 0, 0.000)",
                    "schematic_color": "rgba(0, 0, 0, 0.000)",
                    "track_width": SIGNAL_MM,
                    "via_diameter": VIA_MM,
                    "via_drill": VIA_HOLE_MM,
                    "wire_width": 6.0,
                }
            ],
            "meta": {"version": 2},
        },
    }


_HEADING = re.compile(r"^\[(\w+)\]: (.*)$")
_COUNT = re.compile(r"^\*\* Found (\d+) ", re.MULTILINE)
_PLACE = re.compile(r"^\s+@\(([^)]*)\): (.*)$")


def reported(report: Path) -> list[str]:
    """Return the violations and unconnected items in one of KiCad's reports, one sentence each."""
    text = report.read_text(encoding="utf-8")
    counts = [int(count) for count in _COUNT.findall(text)]
    complaints: list[str] = []
    for line in text.splitlines():
        heading, place = _HEADING.match(line), _PLACE.match(line)
        if heading:
            complaints.append(f"KiCad: {heading[2].strip()} ({heading[1]})")
        elif place and complaints:
            complaints[-1] += f"; {place[2]} at {place[1]}"
    if len(counts) < 2 or sum(counts) != len(complaints):
        raise HardwareError(f"KiCad's report {report} cannot be read: is it KiCad 6?")
    return [complaint + "." for complaint in complaints]
