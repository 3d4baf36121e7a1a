"""Writes all that it takes to order and build a panel into one folder, and checks every part of it."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from hexlume.hardware.scan import SETTLE_US
from hexlume_hw.board import fabrication
from hexlume_hw.board.marks import POINT, probes
from hexlume_hw.board.reading import read_board
from hexlume_hw.board.schematic_svg import schematic_svg
from hexlume_hw.board.write import BoardFiles, write_board
from hexlume_hw.checks import adc_settling, power, temperatures
from hexlume_hw.checks import circuit as circuit_check
from hexlume_hw.checks import schematic as schematic_check
from hexlume_hw.checks import solids as solid_checks
from hexlume_hw.circuit.netlist import complaints, netlist
from hexlume_hw.circuit.schematic import TestPoint, schematic
from hexlume_hw.order import bom, jlcpcb, shopping
from hexlume_hw.order.index_page import index_page
from hexlume_hw.order.package import BILL, REPORT, CheckLine, Package, write_report
from hexlume_hw.panel import wiring
from hexlume_hw.panel.netlist import Netlist, Place
from hexlume_hw.panel.outline import outline
from hexlume_hw.physics import study
from hexlume_hw.solids import drawing
from hexlume_hw.solids.assembly import Assembly, assemble
from hexlume_hw.solids.bodies import bodies_at
from hexlume_hw.solids.plate import plate
from hexlume_hw.solids.write import DENSITY, write_solids

SHOPPING = "shopping.csv"

Say = Callable[[str], None]


class Step(NamedTuple):
    """A step of the work: its words for a progress bar, and what does it."""

    words: str
    work: Callable[["_Work", Say], None]


@dataclass(slots=True)
class _Work:
    """What the steps hand on."""

    package: Package
    folder: Path
    circuit: Netlist
    assembler: str = ""
    board: BoardFiles | None = None
    solids: Assembly | None = None
    shop: list[shopping.Line] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)
    points: dict[str, tuple[float, float]] = field(default_factory=dict)
    pictures: list[tuple[str, str]] = field(default_factory=list)

    def write(self, path: str, contents: str, words: str) -> str:
        """Write a file, and return what it reads back."""
        (self.folder / path).write_text(contents, encoding="utf-8")
        self.package.files[path] = words
        return (self.folder / path).read_text(encoding="utf-8")

    def check(self, name: str, figures: str, problems: list[str]) -> None:
        self.package.checks.append(CheckLine(name, figures, problems))


def steps(solids: bool = True) -> list[Step]:
    """Return the steps of the work in their order, with or without case, plate and pieces."""
    return [step for step in _STEPS if solids or step.work is not _make_solids]


def write_package(
    panel: str, folder: Path, solids: bool, tell: Callable[[int, str], None], assembler: str = ""
) -> Package:
    """Write a panel's package into a folder, which is there, and return what was written and checked.

    ``assembler`` is one of ``ASSEMBLERS`` or empty. ``tell`` hears the number of steps done and what is being done.
    Raises ``HardwareError`` when a tool is missing or fails, ``ValueError`` for a panel that is not made, ``OSError``
    when the folder cannot be written.
    """
    (folder / REPORT).write_text(json.dumps({"panel": panel, "finished": False}) + "\n", encoding="utf-8")
    work = _Work(Package(panel), folder, netlist(panel), assembler)
    for number, step in enumerate(steps(solids)):
        tell(number, step.words)

        def say(words: str, number: int = number, step: Step = step) -> None:
            tell(number, f"{step.words}: {words}")

        step.work(work, say)
    _write_index(work)
    return work.package


def _study_physics(work: _Work, say: Say) -> None:
    kind = "hex" if work.package.panel.startswith("hex") else "square"
    found = study.margins(kind=kind)
    work.check(
        "magnets and sensors",
        f"{found.none_pawn:.0f} sigma (one reading's noise) from an empty cell to a disc, {found.pawn_leader:.0f} from "
        "a disc to a leader",
        study.problems(),
    )


def _check_circuit(work: _Work, say: Say) -> None:
    circuit = work.circuit
    work.check("electrical rules", f"{len(circuit.parts)} parts, {len(circuit.nets)} nets", complaints(circuit.panel))
    work.check("circuit against the panel", "every pad followed from the Pico's pins", circuit_check.found_in(circuit))
    draw = power.worst(circuit.panel)
    limits = ", ".join(f"{part} {limit:.0f} mA" for part, limit in power.limits_ma().items())
    work.check("power", f"{draw.total:.0f} mA at worst; {limits}", power.problems(circuit.panel))
    warmest = temperatures.warmths(circuit.panel)[0]
    figures = f"every part within its limit in air of up to {warmest.air_c:.0f} °C, computed"
    work.check("temperatures", figures, temperatures.problems(circuit.panel))
    settle = adc_settling.worst_us()
    late = [] if settle <= SETTLE_US else [f"an input settles in {settle} us, the scan waits for less"]
    work.check("settling", f"{settle} us at worst, the scan waits {SETTLE_US} us", late)
    table = work.write("wiring.md", wiring.pin_table(circuit), "the Pico's pins, and where every cell is wired")
    found = wiring.pin_table_problems(table, circuit.panel)
    work.check("wiring table", "every cell read back against the panel's definition", found)


def _write_bill(work: _Work, say: Say) -> None:
    words = f"every part of the electronics, with its maker's number: what you buy is in {SHOPPING}"
    items = [*bom.bom(work.circuit), bom.magnets(work.package.panel)]
    read = work.write(BILL, bom.as_csv(items), words)
    work.check("bill of materials", f"{len(items)} lines, read back", bom.problems(read, work.circuit))


def _make_board(work: _Work, say: Say) -> None:
    made = write_board(work.package.panel, work.folder / "board", work.circuit, say)
    for check in made.checks:
        work.check(*check)
    for path, words in made.files.items():
        work.package.files[f"board/{path}"] = words
    work.pictures += [(f"board/{path}", words) for path, words in made.pictures.items()]
    work.places, work.board = made.places, made
    _write_schematic(work, made)


def _write_schematic(work: _Work, made: BoardFiles) -> None:
    """Write the schematic beside the board, so that it belongs to KiCad's project, and read both back."""
    points = [TestPoint(f"TP{number}", *point, POINT) for number, point in enumerate(probes(made.panel), 1)]
    path = f"board/{made.panel}.kicad_sch"
    work.write(path, schematic(work.circuit, points), "the schematic for KiCad 6 and later")
    picture = f"board/{made.panel}-schematic.svg"
    work.write(picture, schematic_svg(work.folder / path), "the schematic as a picture, for a browser")
    board, edges = read_board(made.board), outline(made.panel)
    for point in points:
        work.points[point.label] = board.from_centre(*board.places[point.ref], edges)
    found = schematic_check.problems(schematic_check.read_schematic(work.folder / path), board)
    work.check("schematic against the board", f"{len(board.footprints)} parts and marks, both files read back", found)


def _make_plate(work: _Work, say: Say) -> None:
    folder = work.folder / "plate"
    for path in drawing.write_drawings(work.package.panel, folder, say):
        sheet = "floor, white opal" if "floor" in path.name else "rim, dark and opaque"
        work.package.files[f"plate/{path.name}"] = f"the face plate's {sheet}: the layer CUT is cut, ENGRAVE engraved"
    work.check("face plate", drawing.sheet_size(work.package.panel), drawing.problems(work.package.panel))


def _make_solids(work: _Work, say: Say) -> None:
    made = assemble(work.package.panel, bodies_at(work.circuit, work.places))
    work.solids = made
    folder = work.folder / "print"
    paths = write_solids(work.package.panel, folder, say, made=made)
    work.package.files["print/printing.md"] = "how many of each part to print, and how"
    work.package.files["print/case.step"] = "case, plate and pieces put together, for a look"
    prints = len([path for path in paths if path.suffix == ".stl"])
    work.package.files["print/stl"] = f"{prints} parts to print; print/step has the same as STEP"
    work.check("solids", f"{prints} parts, valid and apart", solid_checks.complaints(made))


def _write_order(work: _Work, say: Say) -> None:
    """Write the shop list, and the assembler's files, which are read back."""
    panel, circuit = work.package.panel, work.circuit
    items = bom.bom(circuit)
    left, near, right, far = plate(panel).whole.bounds
    sheet = f"{right - left:.0f} x {far - near:.0f} mm"
    parts = work.solids.printables if work.solids else ()
    filament = [(part.colour, part.quantity * part.solid.volume * DENSITY) for part in parts]
    by_hand = jlcpcb.by_hand(circuit, items) if work.assembler else items
    work.shop = shopping.shopping(panel, by_hand, sheet, filament)
    words = "the shop list: what to buy" + (" besides what is uploaded" if work.assembler else ", and the board")
    work.write(SHOPPING, shopping.as_csv(work.shop), words)
    if not work.assembler or work.board is None:
        return
    upload = jlcpcb.Upload(work.folder / work.assembler, panel)
    jlcpcb.write(circuit, work.places, work.board.archive, upload)
    for path, words in (
        (upload.gerbers, "upload: makes the board"),
        (upload.bom, "upload: which parts JLCPCB places, by its part numbers"),
        (upload.cpl, "upload: where and how each of them lies"),
    ):
        work.package.files[path.relative_to(work.folder).as_posix()] = words
    plots = fabrication.plots(work.board.plots)
    found = jlcpcb.problems(upload, circuit, read_board(work.board.board), plots)
    work.check("assembler's files", f"{len(jlcpcb.placed(circuit))} parts read back against the board's file", found)


def _write_index(work: _Work) -> None:
    page = index_page(
        work.circuit,
        work.places,
        work.package.checks,
        work.package.files,
        work.pictures,
        work.assembler,
        work.shop,
        work.points,
    )
    (work.folder / "index.html").write_text(page, encoding="utf-8")
    write_report(work.package, work.folder)


_STEPS = (
    Step("Computing the magnets' margins", _study_physics),
    Step("Checking the circuit", _check_circuit),
    Step("Writing the bill of materials", _write_bill),
    Step("Making the circuit board", _make_board),
    Step("Drawing the face plate", _make_plate),
    Step("Making case, plate and pieces", _make_solids),
    Step("Writing the order", _write_order),
)
