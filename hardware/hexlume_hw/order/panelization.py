"""What a panel costs as one circuit board, as a board for each row, or as tiles: the table behind the choice."""

from dataclasses import dataclass
from math import ceil

from hexlume.hardware.cell_site import PITCH_MM, cell_site
from hexlume.hardware.panel import ADC_PINS, ADDRESS_PINS, ENABLE_PINS, panel_grid
from hexlume_hw.order import prices
from hexlume_hw.panel.outline import MARGIN_MM, STRIP_MM, outline

PINS = 14
"""Pins from one board to the next: 5 V and ground twice each, 3.3 V, four addresses, enable, output, LED data to and
fro, and a spare."""
CONNECTOR = 0.60
CABLE = 1.20
"""A box header of 14 pins, and a ribbon with two plugs, in euros."""
ROW_MM = PITCH_MM * 3**0.5 / 2
TILE_CELLS = 6
TILE_ROWS, TILE_COLUMNS = 3, 2
TILE_MM = 99.0
"""A tile of two cells by three rows is 80 mm by 83 mm, and fits the fabricators' cheapest size."""


@dataclass(frozen=True, slots=True)
class Panelization:
    """One way to build a panel's electronics: boards to order and needed, and what it costs beyond the parts that every
    way needs, in euros, for one panel and for each of five that are ordered together.

    ``joints`` are the solder joints of connectors, ``multiplexers`` all that are needed; ``fits`` tells whether the
    existing wiring (``cell_site``) and many fabricators' sizes allow it.
    """

    name: str
    needed: int
    ordered: int
    connectors: int
    joints: int
    multiplexers: int
    one: float
    of_five: float
    fits: str


def panelizations(panel: str) -> list[Panelization]:
    """Return the ways for a hex panel; raises ``ValueError`` for another kind."""
    grid = panel_grid(panel)
    if grid.kind != "hex":
        raise ValueError(f"the table compares hex panels, not {panel}")
    return [_one_board(panel), _rows(panel), _tiles(panel)]


def _one_board(panel: str) -> Panelization:
    grid, edges = panel_grid(panel), outline(panel)
    multiplexers = len({cell_site(grid, cell)[:2] for cell in range(grid.cells)})
    made = prices.FAB_LEAST
    whole = prices.boards(edges.width, edges.depth, made) + prices.freight(edges.width * edges.depth / 100 * made)
    parts = multiplexers * prices.each("multiplexer", multiplexers)
    longer, shorter = max(edges.width, edges.depth), min(edges.width, edges.depth)
    fits = longer <= prices.FAB_MOST_MM[0] and shorter <= prices.FAB_MOST_MM[1]
    size = f"{longer:.0f} x {shorter:.0f} mm" + ("" if fits else ": more than many fabricators' 500 x 400 mm")
    return Panelization("one board", 1, made, 0, 0, multiplexers, whole + parts, whole / 5 + parts, size)


def _rows(panel: str) -> Panelization:
    """One design as long as the longest row, of which shorter rows leave an end empty, and a strip for the rest."""
    size = panel_grid(panel).size
    count = longest = 2 * size - 1
    each = 1 if longest <= 1 << len(ADDRESS_PINS) else 2
    width, strip = longest * PITCH_MM + 2 * (MARGIN_MM - PITCH_MM / 2), STRIP_MM
    fits = "needs another wiring"
    if count * each > len(ENABLE_PINS) * len(ADC_PINS):
        fits += " and more than 15 multiplexers"
    return _several("rows", (width, ROW_MM), count, each, (width, strip), fits)


def _tiles(panel: str) -> Panelization:
    """Tiles of three rows by two columns, laid on bands of three rows; a tile at the edge is not full."""
    size = panel_grid(panel).size
    lengths = [2 * size - 1 - abs(row - size + 1) for row in range(2 * size - 1)]
    count = 0
    for row in range(0, len(lengths), TILE_ROWS):
        band = lengths[row : row + TILE_ROWS]
        # Rows are shifted by half a cell, so a band is as wide as its longest row and one half more.
        count += ceil((max(band) + 0.5) / TILE_COLUMNS)
    fits = "needs another wiring"
    if count > len(ENABLE_PINS) * len(ADC_PINS):
        fits += " and more than 15 multiplexers"
    return _several("tiles", (TILE_MM, TILE_MM), count, 1, (outline(panel).width, STRIP_MM), fits)


def _several(
    name: str, size: tuple[float, float], count: int, each: int, strip: tuple[float, float], fits: str
) -> Panelization:
    """Return a way of ``count`` equal boards of ``each`` multiplexers, chained by cables, and a strip for the rest."""
    connectors = 2 * count
    multiplexers = count * each
    costs = []
    for panels in (1, 5):
        needed = count * panels
        made = max(prices.FAB_LEAST, ceil(needed / prices.FAB_LEAST) * prices.FAB_LEAST)
        strips = max(prices.FAB_LEAST, panels)
        area = made * size[0] * size[1] / 100 + strips * strip[0] * strip[1] / 100
        bare = prices.boards(*size, made) + prices.boards(*strip, strips) + prices.freight(area)
        parts = multiplexers * prices.each("multiplexer", multiplexers)
        costs.append(bare / panels + parts + connectors * CONNECTOR + count * CABLE)
    ordered = max(prices.FAB_LEAST, ceil(count / prices.FAB_LEAST) * prices.FAB_LEAST) + prices.FAB_LEAST
    one, of_five = costs
    return Panelization(name, count + 1, ordered, connectors, connectors * PINS, multiplexers, one, of_five, fits)


def table(panels: list[str]) -> list[tuple[str, ...]]:
    """Return the ways of several panels as rows of text, the first of them the heads."""
    heads = ("panel", "way", "boards needed (ordered)", "multiplexers", "connectors", "their joints")
    lines: list[tuple[str, ...]] = [(*heads, "EUR for one", "EUR each of five", "remark")]
    for panel in panels:
        for way in panelizations(panel):
            counted = (str(way.multiplexers), str(way.connectors), str(way.joints))
            costs = (f"{way.one:.0f}", f"{way.of_five:.0f}")
            lines.append((panel, way.name, f"{way.needed} ({way.ordered})", *counted, *costs, way.fits))
    return lines
