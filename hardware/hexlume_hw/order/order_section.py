"""The first part of the package's page: what is ordered where, what it costs, and what must not be substituted."""

from collections.abc import Iterable, Sequence
from html import escape

from hexlume_hw.order import jlcpcb, prices
from hexlume_hw.order.jlcpcb_parts import STOCK
from hexlume_hw.order.shopping import Line, total
from hexlume_hw.order.substitutes import SUBSTITUTES
from hexlume_hw.panel.netlist import Netlist
from hexlume_hw.panel.outline import outline
from hexlume_hw.panel.parts import KINDS

_PREVIEW = (
    "Every LED's pin 1 is on the pad with the dot on the silk screen, and not where the line has a corner; LEDs of "
    "every second row are turned by 180°.",
    "Every multiplexer's pin 1 is at the lower left, where a line stands beside the pad.",
    "The stripes of the suppressor V1 and the diode V2 are at their pads 1; the drawings of stages 1 and 2 below have "
    "a dot there.",
    "The plus side of each 470 uF capacitor is on the pad with the plus.",
    "No line is marked as not found or out of stock. If one is, search there for an alternate from the table below; or "
    "leave the line out, buy the part, and solder it by hand.",
)


CLAIMS = (
    (
        "copper, nets, drill files and sizes are right",
        "computed: five checks of every panel, one of them without KiCad",
    ),
    (
        "discs, leaders and empty cells read 20 sigma apart or more (sigma: one reading's noise)",
        "computed with magpylib",
    ),
    ("supply, fuse, regulator and tracks bear the load", "computed"),
    ("the values to measure while you build", "computed from the design and datasheets"),
    ("the firmware reads, lights and times as it should", "emulated: real CircuitPython on an emulated chip"),
    (
        "parts lie the right way in the assembler's machine",
        "read in public tables and drawings; not ordered yet",
    ),
    ("prices and fees", "estimates, and fees of 2026 as others report them"),
    ("a cell is lit evenly, at most 4:1, beside a disc too", "computed, not measured"),
    (
        "the diagnosis names 99 of 100 single faults that change anything",
        "computed, with the model that its table is from; it asks for a magnifier and millivolts",
    ),
    ("anything at all on a real board", "not measured: nobody has built one"),
)
"""What is known of a board, and how; docs/build.md has the same table, with links."""


def order_section(netlist: Netlist, assembler: str, lines: Sequence[Line]) -> str:
    """Return the section as HTML; ``assembler`` is empty for a board that is soldered by hand."""
    bought, printed = total(lines), any(line.shop == "filament" for line in lines)
    parts = [
        "<h2>Order</h2>",
        "<p><strong>This is where you spend money: read it all before you order.</strong> Nobody has built a board "
        "yet. Build the first rung of Hexlume's docs/ladder.md before you order: one cell for under 10 €. "
        "<code>hexlume doctor --rung 1</code> then says whether your sensor and magnet are the right ones.</p>",
        table(("claim", "how it is known"), [tuple(map(escape, claim)) for claim in CLAIMS]),
    ]
    if assembler:
        costs = jlcpcb.costs(netlist)
        everything = sum(euros for _, euros in costs) + bought
        parts += [_upload(netlist, costs), f"<p>Board and shop list together: <strong>{everything:.0f} €</strong>.</p>"]
    else:
        parts.append(
            "<p>The board: give a fabricator the archive in board/: two layers, 1.6 mm, 35 um of copper, HASL, "
            "white mask. Solder all parts by hand, as below. To have the small parts placed, make this folder "
            "anew with <code>--for jlcpcb</code>.</p>"
        )
    shop = [
        (escape(line.shop), escape(line.what), escape(line.specification), str(line.how_many), f"{line.euros:.2f}",
         escape(line.care))
        for line in lines
    ]  # fmt: skip
    parts += [
        "<h3>The shop list</h3>",
        f"<p>Also as shopping.csv. About {bought:.0f} €. {escape(prices.ASSUMPTIONS)}</p>",
        table(("shop", "what", "specification", "how many", "€", "what must be right"), shop),
        "<p>The face plate: have both sheets cut by a laser service. In the DXF files, which are in mm, the layer CUT "
        "is cut and ENGRAVE engraved. The cutter's kerf is not taken off: the cut goes outside the line of the "
        "outline, and inside those of the holes."
        + (" Or print the plate; the filament above is enough for it." if printed else "")
        + "</p>",
        "<h3>If a part is sold out</h3>",
        "<p>Alternates fit by their datasheets; none was tried on a board. They may lie differently on their "
        "tape, so look at each in the preview.</p>",
        table(("part", "ordered", "alternates", "never"), _alternates(netlist)),
    ]
    return "\n".join(parts)


def _upload(netlist: Netlist, costs: Iterable[tuple[str, float]]) -> str:
    edges = outline(netlist.panel)
    machine = jlcpcb.placed(netlist)
    rows = [(escape(words), f"{euros:.2f}") for words, euros in costs]
    rows.append(("together", f"{sum(euros for _, euros in costs):.2f}"))
    steps: tuple[str, ...] = (
        f"On JLCPCB's order page add {jlcpcb.NAME}/{netlist.panel}-gerbers.zip: two layers, "
        f"{edges.width:.0f} x {edges.depth:.0f} mm, 1.6 mm, 1 oz, HASL, white solder mask (another colour "
        f"swallows the light), {prices.FAB_LEAST} boards.",
        f"Choose PCB assembly: standard (economic does not place the LEDs), top side, {prices.JLC_LEAST} boards (the "
        "least), parts by JLCPCB, placement confirmed by you. Advanced options: bake the components, as the LEDs take "
        "moisture; depanel boards and edge rail before delivery, as a board with its rails does not fit the case.",
        f"Add {netlist.panel}-bom.csv and {netlist.panel}-cpl.csv. It must find {len(machine)} parts on a board.",
        "Look at every kind of part in the preview, and turn what lies wrong there:",
    )
    short, long = sorted((edges.width, edges.depth))
    if long > prices.FAB_MOST_MM[0] or short > prices.FAB_MOST_MM[1]:
        most = " x ".join(f"{side:.0f}" for side in prices.FAB_MOST_MM)
        steps = (f"Ask first whether they make it: this board is larger than the usual {most} mm.", *steps)
    empty = listed(sorted(netlist.parts.keys() - machine.keys()))
    looks = "".join(f"<li>{escape(look)}</li>" for look in (*_PREVIEW, f"Empty are the places of {empty}."))
    items = "".join(f"<li>{escape(step)}</li>" for step in steps)
    return (
        f"<h3>Upload to JLCPCB</h3><ol>{items}</ol><ul>{looks}</ul>"
        "<p>If one kind lies wrong, all of its kind do: their turns come from one table, whose sources are public "
        "tables and drawings. No board was ordered with it yet.</p>"
        + table(("what it costs", "€"), rows)
        + "<p>Fees of standard assembly, which asks them for basic and extended parts alike. Baking and taking off the "
        "rails, duty and tax come on top.</p>"
    )


def _alternates(netlist: Netlist) -> list[tuple[str, ...]]:
    kinds = {part.kind for part in netlist.parts.values()}
    rows = []
    for kind, found in SUBSTITUTES.items():
        if kind in kinds:
            stock, bought = STOCK.get(kind), KINDS[kind].number
            ordered = f"{stock.part}, {stock.number}" if stock else f"{bought}, by hand"
            name = f"{KINDS[kind].name}, {KINDS[kind].value}"
            part = stock.part if stock else bought
            others = [number for number in (bought, *found.alternates) if number != part]
            rows.append(tuple(map(escape, (name, ordered, ", ".join(others), found.never))))
    return rows


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; cells are HTML already."""
    head = "".join(f"<th>{escape(word)}</th>" for word in heads)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def listed(refs: Sequence[str]) -> str:
    """Return references as a person reads them: runs of numbers as ``B1 to B61``."""
    found: list[str] = []
    run: list[str] = []
    for ref in sorted(refs, key=lambda ref: (ref.rstrip("0123456789"), _number(ref))):
        if run and ref.rstrip("0123456789") == run[-1].rstrip("0123456789") and _number(ref) == _number(run[-1]) + 1:
            run.append(ref)
        else:
            found += _run(run)
            run = [ref]
    return ", ".join(found + _run(run))


def _run(run: Sequence[str]) -> list[str]:
    return [f"{run[0]} to {run[-1]}"] if len(run) > 2 else list(run)


def _number(ref: str) -> int:
    digits = ref[len(ref.rstrip("0123456789")) :]
    return int(digits) if digits else 0
