"""The interactive bill of materials: a page that shows where each part lies, with ticks for sourced and placed.

InteractiveHtmlBom (MIT licence) makes it from the board's file, in KiCad's own Python. It is a program of its own here:
its package wants wxPython, for a window that nobody opens.
"""

import importlib.util
import json
import math
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hexlume_hw.board.kicad import python
from hexlume_hw.board.reading import ReadBoard
from hexlume_hw.errors import HardwareError
from hexlume_hw.panel.netlist import Netlist
from hexlume_hw.panel.parts import KINDS

PAGE = "interactive-bom.html"
MISSING = (
    f"{PAGE} is not written, because InteractiveHtmlBom is not installed: run "
    "pip install --no-deps InteractiveHtmlBom==2.12.0, then write the package again."
)
_FIELDS = ("Part", "Value", "Number")
_DATA = "var pcbdata = "
_NEAR_MM = 0.001


def installed() -> bool:
    """Return whether InteractiveHtmlBom is there."""
    return importlib.util.find_spec("InteractiveHtmlBom") is not None


def write(board: Path, circuit: Netlist, page: Path) -> None:
    """Write the page of a board; raises ``HardwareError`` if the program is missing or fails."""
    found = importlib.util.find_spec("InteractiveHtmlBom")
    if found is None or not found.submodule_search_locations:
        raise HardwareError(MISSING)
    program = Path(next(iter(found.submodule_search_locations))) / "generate_interactive_bom.py"
    fields = ",".join(_FIELDS)
    with tempfile.TemporaryDirectory() as scratch:
        parts = Path(scratch) / "parts.net"
        parts.write_text(_parts(circuit), encoding="utf-8")
        command: list[str | Path] = [
            *(python(), program, "--no-browser", "--no-compression", "--include-nets"),
            *("--layer-view", "F", "--highlight-pin1", "all", "--mark-when-checked", "Placed"),
            *("--checkboxes", "Sourced,Placed", "--blacklist", "TP*,FID*,H*", "--extra-data-file", parts),
            *("--show-fields", fields, "--group-fields", fields),
            *("--dest-dir", page.parent.resolve(), "--name-format", page.stem, board.resolve()),
        ]
        display = {"INTERACTIVE_HTML_BOM_NO_DISPLAY": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, env={**os.environ, **display}, cwd=scratch
        )
    if done.returncode or not page.is_file():
        last = (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[-1]
        raise HardwareError(f"InteractiveHtmlBom could not write {page.name}: {last}")


def problems(page: Path, circuit: Netlist, board: ReadBoard) -> list[str]:
    """Return how a page's parts, their values, numbers, places and nets differ from the design, one sentence each."""
    data = _read(page)
    found = []
    lines = [entry for line in data["bom"]["both"] for entry in line]
    refs = [ref for ref, _ in lines]
    found += [f"{page.name} does not have {ref} exactly once." for ref in circuit.parts if refs.count(ref) != 1]
    found += [f"{page.name} has {ref}, which is not in the circuit." for ref in sorted(set(refs) - set(circuit.parts))]
    nets: dict[str, set[str]] = {}
    for net, pads in circuit.nets.items():
        for ref, _ in pads:
            nets.setdefault(ref, set()).add(net)
    for ref, index in lines:
        if ref not in circuit.parts:
            continue
        shown, footprint = tuple(data["bom"]["fields"][str(index)]), data["footprints"][index]
        if shown != _fields(circuit, ref):
            found.append(f"{page.name} shows {ref} as {', '.join(shown)}.")
        if footprint["ref"] != ref or math.dist(footprint["bbox"]["pos"], board.places[ref]) > _NEAR_MM:
            found.append(f"{page.name} shows {ref} at another place than the board's.")
        if {pad["net"] for pad in footprint["pads"] if pad.get("net")} != nets.get(ref, set()):
            found.append(f"{page.name} shows {ref} on other nets than the circuit's.")
    return found


def _parts(circuit: Netlist) -> str:
    """Return what to show of each part, as a netlist of KiCad's."""
    lines = []
    for ref in circuit.parts:
        shown = zip(_FIELDS, _fields(circuit, ref), strict=True)
        fields = " ".join(f'(field (name "{name}") "{text}")' for name, text in shown)
        lines.append(f'(comp (ref "{ref}") (fields {fields}))')
    return f'(export (version "E") (components {" ".join(lines)}))'


def _fields(circuit: Netlist, ref: str) -> tuple[str, ...]:
    kind = KINDS[circuit.parts[ref].kind]
    return kind.name, kind.value, kind.number


def _read(page: Path) -> Any:
    """Return the data that a page shows; raises ``HardwareError`` if it has none."""
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith(_DATA):
            return json.loads(line.removeprefix(_DATA).rstrip(";"))
    raise HardwareError(f"{page} has no parts: write it anew.")
