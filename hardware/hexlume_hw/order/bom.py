"""The bill of materials: what to order for a panel and what it costs."""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass

from hexlume.hardware.panel import panel_grid
from hexlume_hw.order import prices
from hexlume_hw.panel.netlist import Netlist, letters_and_number
from hexlume_hw.panel.outline import outline
from hexlume_hw.panel.parts import KINDS
from hexlume_hw.panel.stackup import LEADERS


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the bill: what, by whom, how many for one panel, and where on the board (references, in order).

    ``each`` is the price of one in euros for 1, 10 and 100 panels' quantities bought at once.
    """

    name: str
    value: str
    maker: str
    number: str
    quantity: int
    refs: tuple[str, ...]
    each: tuple[float, float, float]

    def cost(self, panels: int = 1) -> float:
        """Return what this line costs for one of 1, 10 or 100 panels, in euros."""
        return self.quantity * self.each[{1: 0, 10: 1, 100: 2}[panels]]


_BESIDE = (
    # Kind of price, name, value, maker, part number, and how many.
    ("pico", "microcontroller board", "Pico 2", "Raspberry Pi", "SC1631", 1),
    ("header", "pin header for the Pico", "1 x 20, 2.54 mm", "Sullins", "PRPC020SAAN-RC", 2),
    ("supply", "USB-C power supply", "5 V 3 A", "Raspberry Pi", "SC0217", 1),
)
"""What belongs to a board without being soldered to it."""


def bom(netlist: Netlist) -> list[Item]:
    """Return the electronics of one panel: parts by kind, the circuit board, and what is plugged in."""
    refs: dict[str, list[str]] = {}
    for part in netlist.parts.values():
        kind = "socket" if part.kind.startswith("pico_") else part.kind
        refs.setdefault(kind, []).append(part.ref)
    items = [_part(kind, sorted(found, key=letters_and_number)) for kind, found in refs.items()]
    items.sort(key=lambda item: (-item.cost(), item.name))
    items += [
        Item(name, value, maker, number, count, (), _each(kind, count))
        for kind, name, value, maker, number, count in _BESIDE
    ]
    return [*items, _board(netlist.panel)]


def magnets(panel: str) -> Item:
    """Return the magnets of a panel's pieces: one in the disc of each cell, one in each leader of a hex panel."""
    grid = panel_grid(panel)
    quantity = grid.cells + (LEADERS if grid.kind == "hex" else 0)
    return Item("magnet, axial", "N35, 8 x 3 mm", "any", "8 x 3 mm N35 disc", quantity, (), _each("magnet", quantity))


def cost(items: Iterable[Item], panels: int = 1) -> float:
    """Return what a bill costs for one of 1, 10 or 100 panels, in euros."""
    return sum(item.cost(panels) for item in items)


def as_csv(items: Iterable[Item]) -> str:
    """Return a bill as CSV, with a line that tells what the prices assume."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    heads = ("part", "value", "maker", "part number", "quantity", "references")
    writer.writerow((*heads, "each EUR at 1", "each EUR at 10", "each EUR at 100", "EUR for one panel"))
    for item in items:
        each = (f"{price:.3f}" for price in item.each)
        row = (item.name, item.value, item.maker, item.number, item.quantity, " ".join(item.refs))
        writer.writerow((*row, *each, f"{item.cost():.2f}"))
    writer.writerow((f"Prices: estimates of {prices.DATE}. {prices.ASSUMPTIONS}",))
    return out.getvalue()


def problems(text: str, netlist: Netlist) -> list[str]:
    """Return what a bill that was written has wrong, a sentence each: every part is in one line, by its number."""
    _, *rows, _ = csv.reader(io.StringIO(text))
    numbers = {ref: row[3] for row in rows for ref in row[5].split()}
    found = [f"The bill counts {row[4]} of the {row[0]} at {row[5]}." for row in rows if not _is_counted(row)]
    for ref, part in netlist.parts.items():
        wanted = KINDS[part.kind].number
        if numbers.pop(ref, "") != wanted:
            found.append(f"The bill does not have {ref} as {wanted}.")
    return found + [f"The bill has {ref}, which the board has not." for ref in numbers]


def _is_counted(row: list[str]) -> bool:
    """Return whether a line has as many parts as references, if it has any."""
    return not row[5] or len(set(row[5].split())) == int(row[4])


def _part(kind: str, refs: list[str]) -> Item:
    described = KINDS["pico_1_20" if kind == "socket" else kind]
    name, value = ("socket for the Pico", "1 x 20, 2.54 mm") if kind == "socket" else (described.name, described.value)
    return Item(name, value, described.maker, described.number, len(refs), tuple(refs), _each(kind, len(refs)))


def _board(panel: str) -> Item:
    """Return the bare circuit board. One panel pays for the least order, of which it needs one."""
    edges = outline(panel)
    prices_each = []
    for panels in (1, 10, 100):
        made = max(panels, prices.FAB_LEAST)
        area = edges.width * edges.depth / 100 * made
        prices_each.append((prices.boards(edges.width, edges.depth, made) + prices.freight(area)) / panels)
    size = f"{edges.width:.0f} x {edges.depth:.0f} mm, 2 layers, 1.6 mm, 1 oz"
    one, ten, hundred = prices_each
    return Item(prices.BOARD_NAME, size, "any", f"hexlume {panel}", 1, (), (one, ten, hundred))


def _each(kind: str, quantity: int) -> tuple[float, float, float]:
    """Return the price of one when 1, 10 and 100 panels are bought for."""
    return prices.each(kind, quantity), prices.each(kind, 10 * quantity), prices.each(kind, 100 * quantity)
