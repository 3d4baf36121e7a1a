"""What a fabricator gets: Gerbers, drill files and the placement list, in one archive."""

import csv
import zipfile
from pathlib import Path

from hexlume_hw.board import kicad
from hexlume_hw.board.design import Design
from hexlume_hw.panel.parts import KINDS

_WHEN = (2020, 1, 1, 0, 0, 0)
"""The archive's files carry this date, so that the same board gives the same archive."""


def plot(board: Path, folder: Path) -> list[Path]:
    """Write the Gerbers and drill files of a board as it was saved; raises ``HardwareError`` if KiCad fails."""
    clear(folder)
    kicad.run("plot", board, folder.resolve())
    return plots(folder)


def clear(folder: Path) -> None:
    """Make an empty folder for plots, or remove those in it."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in plots(folder):
        old.unlink()


def plots(folder: Path) -> list[Path]:
    """Return the plots in a folder."""
    return sorted([*folder.glob("*.gbr"), *folder.glob("*.drl")])


def write_placement(design: Design, target: Path) -> None:
    """Write where an assembler's machine sets each part that it solders, from the panel's centre in mm.

    Parts whose leads go through holes are left out; they are soldered by hand.
    """
    with target.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("Designator", "Val", "Package", "Mid X", "Mid Y", "Rotation", "Layer"))
        for ref, placed in sorted(design.placed.items()):
            kind = KINDS[design.netlist.parts[ref].kind]
            if not kind.hole:
                package = placed.footprint.partition(":")[2]
                row = (ref, kind.value, package, f"{placed.x:.4f}", f"{placed.y:.4f}", f"{placed.turn:.0f}", "top")
                writer.writerow(row)


def archive(files: list[Path], target: Path) -> None:
    """Put the fabricator's files into one archive."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in files:
            packed.writestr(zipfile.ZipInfo(file.name, _WHEN), file.read_bytes(), zipfile.ZIP_DEFLATED)
