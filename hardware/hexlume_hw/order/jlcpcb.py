"""The files to upload to JLCPCB's assembly, what they cost, and a check that reads them back.

JLCPCB places a part whose reference is in both files, and takes at most 200 references a line of the bill (its help
page "advice for BOM and CPL files preparation", January 2026).
"""

import csv
import math
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from hexlume_hw.board.reading import ReadBoard
from hexlume_hw.order import prices
from hexlume_hw.order.bom import Item
from hexlume_hw.order.jlcpcb_parts import STOCK, Stock
from hexlume_hw.panel.netlist import Netlist, Place, letters_and_number
from hexlume_hw.panel.outline import outline
from hexlume_hw.panel.parts import KINDS

NAME = "jlcpcb"
REFS_A_LINE = 200
BOM_HEADS = ("Comment", "Designator", "Footprint", "JLCPCB Part #")
CPL_HEADS = ("Designator", "Mid X", "Mid Y", "Layer", "Rotation")
PLACE_MM = 0.01
"""A part may stand so far from where the board's file has it."""
_PIN_1 = {"top left": (-1, 1), "bottom left": (-1, -1), "bottom right": (1, -1), "left": (-1, 0), "right": (1, 0)}


@dataclass(frozen=True, slots=True)
class Upload:
    """The files to upload, in one folder."""

    folder: Path
    panel: str

    @property
    def gerbers(self) -> Path:
        """The archive that makes the board."""
        return self.folder / f"{self.panel}-gerbers.zip"

    @property
    def bom(self) -> Path:
        """What is placed."""
        return self.folder / f"{self.panel}-bom.csv"

    @property
    def cpl(self) -> Path:
        """Where it is placed."""
        return self.folder / f"{self.panel}-cpl.csv"


def placed(netlist: Netlist) -> dict[str, Stock]:
    """Return the parts that the assembler places, by reference, in the order of their numbers."""
    refs = sorted(netlist.parts, key=letters_and_number)
    return {ref: STOCK[netlist.parts[ref].kind] for ref in refs if netlist.parts[ref].kind in STOCK}


def by_hand(netlist: Netlist, items: Iterable[Item]) -> list[Item]:
    """Return the lines of a bill that a person buys and solders: those with parts that the assembler does not place.

    The circuit board itself is the assembler's.
    """
    machine = placed(netlist)
    return [item for item in items if not any(ref in machine for ref in item.refs) and item.name != prices.BOARD_NAME]


def write(netlist: Netlist, places: Mapping[str, Place], archive: Path, upload: Upload) -> None:
    """Write the files of a panel; ``archive`` is the fabricator's."""
    upload.folder.mkdir(parents=True, exist_ok=True)
    upload.gerbers.write_bytes(archive.read_bytes())
    machine = placed(netlist)
    refs_of: dict[str, list[str]] = {}
    for ref in machine:
        refs_of.setdefault(netlist.parts[ref].kind, []).append(ref)
    lines = [BOM_HEADS]
    for kind, refs in refs_of.items():
        comment = f"{KINDS[kind].value} {STOCK[kind].part}"
        package = KINDS[kind].footprint.partition(":")[2]
        for first in range(0, len(refs), REFS_A_LINE):
            lines.append((comment, ",".join(refs[first : first + REFS_A_LINE]), package, STOCK[kind].number))
    placements = [CPL_HEADS]
    for ref, stock in machine.items():
        x, y, turn = places[ref]
        placements.append((ref, f"{x:.4f}mm", f"{y:.4f}mm", "Top", f"{(turn + stock.turn) % 360:.0f}"))
    for path, rows in ((upload.bom, lines), (upload.cpl, placements)):
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(rows)


def costs(netlist: Netlist, boards: int = prices.JLC_LEAST) -> list[tuple[str, float]]:
    """Return what an order costs in euros, by line: ``prices.FAB_LEAST`` boards, of which some are assembled."""
    machine = placed(netlist)
    kinds = {netlist.parts[ref].kind for ref in machine}
    joints = sum(KINDS[netlist.parts[ref].kind].joints for ref in machine) * boards
    parts = 0.0
    for kind in kinds:
        count = boards * sum(netlist.parts[ref].kind == kind for ref in machine)
        parts += count * prices.each(kind, count)
    edges = outline(netlist.panel)
    area = edges.width * edges.depth / 100 * prices.FAB_LEAST
    euro = prices.EUR_PER_USD
    return [
        (f"{prices.FAB_LEAST} bare boards", prices.boards(edges.width, edges.depth, prices.FAB_LEAST)),
        ("set-up and stencil", (prices.JLC_SETUP + prices.JLC_STENCIL) * euro),
        (
            f"loading {len(kinds)} kinds of parts, {prices.JLC_LOADING:.2f} USD each",
            len(kinds) * prices.JLC_LOADING * euro,
        ),
        (f"{joints} joints on {boards} boards", joints * prices.JLC_JOINT * euro),
        (f"{len(machine) * boards} parts on {boards} boards", parts),
        ("freight", prices.freight(area)),
    ]


def problems(upload: Upload, netlist: Netlist, board: ReadBoard, plots: Iterable[Path]) -> list[str]:
    """Read the files back and return where they differ from the circuit and from the board's file, a sentence each.

    How a part lies follows from where pin 1 is at 0° in the assembler's drawing; the turns that were added on writing
    are not used.
    """
    found = _archive_problems(upload, plots)
    wanted = {ref for ref, part in netlist.parts.items() if part.kind in STOCK}
    found += _bom_problems(_rows(upload.bom, BOM_HEADS), netlist, wanted)
    seen: set[str] = set()
    for ref, x, y, layer, turn in _rows(upload.cpl, CPL_HEADS):
        if ref in seen or ref not in wanted:
            found.append(f"The placement file has {ref} {'twice' if ref in seen else 'that is not placed'}.")
            continue
        seen.add(ref)
        if layer != "Top":
            found.append(f"The placement file has {ref} on the layer {layer}.")
        found += _place_problems(ref, (_mm(x), _mm(y), float(turn)), netlist, board)
    return found + [f"The placement file lacks {ref}." for ref in sorted(wanted - seen)]


def _archive_problems(upload: Upload, plots: Iterable[Path]) -> list[str]:
    with zipfile.ZipFile(upload.gerbers) as packed:
        there = {name: packed.read(name) for name in packed.namelist()}
    expected = {plot.name: plot.read_bytes() for plot in plots}
    return [
        f"{name} in the archive is not the file that was checked."
        for name in sorted(there.keys() | expected.keys())
        if there.get(name) != expected.get(name)
    ]


def _bom_problems(rows: list[list[str]], netlist: Netlist, wanted: set[str]) -> list[str]:
    found = []
    seen: set[str] = set()
    for _, designators, package, number in rows:
        refs = designators.split(",")
        if len(refs) > REFS_A_LINE:
            found.append(f"A line of the bill has {len(refs)} references, JLCPCB reads {REFS_A_LINE}.")
        for ref in refs:
            if ref in seen or ref not in wanted:
                found.append(f"The bill has {ref} {'twice' if ref in seen else 'that is not placed'}.")
                continue
            seen.add(ref)
            part = netlist.parts[ref]
            if number != STOCK[part.kind].number or package != part.footprint.partition(":")[2]:
                found.append(f"The bill has {ref} as {number} in {package}.")
    return found + [f"The bill lacks {ref}." for ref in sorted(wanted - seen)]


def _place_problems(ref: str, read: tuple[float, float, float], netlist: Netlist, board: ReadBoard) -> list[str]:
    """Return whether a part stands and lies as its pads do in the board's file."""
    edges, stock = outline(netlist.panel), STOCK[netlist.parts[ref].kind]
    at_x, at_y = board.places[ref]
    x, y, turn = read
    off = math.dist((x, y), board.from_centre(at_x, at_y, edges))
    found = [] if off <= PLACE_MM else [f"The placement file has {ref} {off:.2f} mm off."]
    pads = {pad.number: (pad.x - at_x, at_y - pad.y) for pad in board.pads if pad.ref == ref}
    pad_x, pad_y = pads["1"]
    turned = math.radians(turn)
    if stock.pin_1:
        first = _PIN_1[stock.pin_1]
        pin_x = first[0] * math.cos(turned) - first[1] * math.sin(turned)
        pin_y = first[0] * math.sin(turned) + first[1] * math.cos(turned)
        lies = _side(pin_x) == _side(pad_x) and _side(pin_y) == _side(pad_y)
    else:
        # A part with two like ends may lie either way round, along its pads.
        lies = abs(math.cos(turned) * pad_y - math.sin(turned) * pad_x) < PLACE_MM
    return found if lies else [*found, f"The placement file turns {ref}: its pin 1 is not on pad 1."]


def _side(value: float) -> int:
    return 0 if abs(value) < 0.1 else 1 if value > 0 else -1


def _mm(text: str) -> float:
    return float(text.removesuffix("mm"))


def _rows(path: Path, heads: tuple[str, ...]) -> list[list[str]]:
    """Return a file's rows below its heads; a file with other heads has none, so that all it should have is missed."""
    with path.open(newline="", encoding="utf-8") as file:
        first, *rows = csv.reader(file)
    return rows if tuple(first) == heads else []
