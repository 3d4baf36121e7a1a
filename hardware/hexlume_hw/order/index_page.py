"""The package's first page: what to order, what was checked, and how to assemble the board step by step.

``pages/`` has its words and its form.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hexlume.hardware.panel import panel_grid
from hexlume_hw.order import jlcpcb, prices
from hexlume_hw.order.assembly_drawings import assembly_drawing, close_up, point_drawing
from hexlume_hw.order.measurements import measurements
from hexlume_hw.order.package import CheckLine
from hexlume_hw.order.shopping import Line, total
from hexlume_hw.order.soldering_steps import Step, steps
from hexlume_hw.order.templates import guide_table, render
from hexlume_hw.panel.netlist import Netlist, Place
from hexlume_hw.panel.outline import outline


def index_page(
    netlist: Netlist,
    places: Mapping[str, Place],
    checks: Iterable[CheckLine],
    files: Mapping[str, str],
    pictures: Iterable[tuple[str, str]],
    assembler: str = "",
    shop: Sequence[Line] = (),
    points: Mapping[str, tuple[float, float]] | None = None,
) -> str:
    """Return the page as HTML; ``files`` are paths in the package with what each is for, ``shop`` is the shop list.

    ``pictures`` are paths with what each shows; ``assembler`` is who places
    the small parts, empty if nobody does; ``points`` are the test points' places by what the board calls them.
    """
    panel = netlist.panel
    grid, board = panel_grid(panel), outline(panel)
    short, long = sorted((board.width, board.depth))
    return render(
        "index.html",
        panel,
        netlist=netlist,
        cells=grid.cells,
        leaders=grid.kind == "hex",
        board=board,
        large=long > prices.FAB_MOST_MM[0] or short > prices.FAB_MOST_MM[1],
        kinds_here={part.kind for part in netlist.parts.values()},
        checks=checks,
        files=files,
        pictures=pictures,
        printed="print/printing.md" in files,
        assembler=assembler,
        machine=jlcpcb.placed(netlist) if assembler else {},
        costs=jlcpcb.costs(netlist) if assembler else [],
        shop=shop,
        bought=total(shop),
        filament=any(line.shop == "filament" for line in shop),
        points=point_drawing(netlist, places, points) if points else "",
        measurements=measurements(panel),
        stages=[_stage(netlist, places, step) for step in steps(netlist)],
        claims=guide_table("What is known, and how"),
        symptoms=guide_table("By symptom"),
    )


def _stage(netlist: Netlist, places: Mapping[str, Place], step: Step) -> dict[str, Any]:
    """Return a step with its drawings, and its parts by kind."""
    kinds: dict[str, list[str]] = {}
    for ref in step.refs:
        kinds.setdefault(netlist.parts[ref].kind, []).append(ref)
    drawings = {"drawing": assembly_drawing(netlist, places, step.refs), "closer": close_up(netlist, places, step.refs)}
    return step._asdict() | {"kinds": kinds} | drawings
