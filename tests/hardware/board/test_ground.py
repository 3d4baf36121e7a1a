"""The ground's pours: what nets close in is found, joined by a way of its own, or routed before them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, MultiPolygon, Point, Polygon, box, unary_union

from hexlume_hw.board.copper import Copper
from hexlume_hw.board.design import EDGE_MM, POUR_GAP_MM, VIA_MM, Design, Layer, Placed
from hexlume_hw.board.ground import LAYERS, Ground
from hexlume_hw.board.maze import Maze
from hexlume_hw.panel.netlist import Netlist, Part
from hexlume_hw.panel.outline import outline

pytestmark = pytest.mark.integration

CHIP = "Capacitor_SMD:C_0805_2012Metric"
PLACES = {"C1": (0.0, 0.0), "C2": (30.0, 0.0), "C3": (0.0, 30.0)}
"""Capacitors whose second pads are at ground."""


@pytest.fixture
def copper() -> Copper:
    return _drawn()


def _drawn() -> Copper:
    parts = {ref: Part(ref, "c100n", CHIP) for ref in PLACES}
    nets = {"GND": frozenset((ref, "2") for ref in PLACES), "+5V": frozenset((ref, "1") for ref in PLACES)}
    design = Design("hex4", outline("hex4"), Netlist("hex4", parts, nets))
    made = Copper(design)
    for ref, (x, y) in PLACES.items():
        design.placed[ref] = Placed(ref, CHIP, x, y, 0.0)
        for land in design.lands(ref):
            made.land(land)
            if land.net == "GND":
                made.track("GND", "F", land.x, land.y, land.x, land.y + 2.0)
                made.via("GND", land.x, land.y + 2.0)
    return made


def _ring(copper: Copper, layer: Layer, x: float, y: float, reach: float, net: str = "A") -> None:
    """Draw a closed track around a place."""
    left, right, low, high = x - reach, x + reach, y - reach, y + reach
    copper.track(net, layer, left, low, right, low, right, high, left, high, left, low)


def test_an_empty_board_has_nothing_cut_off(copper: Copper) -> None:
    assert Ground(copper).cut_off() == []


def test_a_ring_on_one_layer_cuts_nothing_off_and_rings_on_both_do(copper: Copper) -> None:
    ground = Ground(copper)
    _ring(copper, "F", 0, 0, 5.0)
    assert ground.cut_off() == []
    _ring(copper, "B", 0, 0, 6.0)
    cut = ground.cut_off()
    assert [(one.land.ref, one.land.number) for one in cut] == [("C1", "2")]
    assert cut[0].nearest.ref in ("C2", "C3")


def test_a_pad_between_rings_is_joined_by_a_via(copper: Copper) -> None:
    # The front's ring is so wide that a via fits between it and the back's.
    ground = Ground(copper)
    _ring(copper, "F", 0, 0, 12.0)
    _ring(copper, "B", 0, 0, 6.0)
    assert ground.cut_off()
    vias = len(copper.design.vias)
    assert ground.join() == []
    assert ground.cut_off() == []
    assert {via.net for via in copper.design.vias[vias:]} == {"GND"}


def test_a_pad_without_a_way_is_told_of_and_gets_one_before_the_others(copper: Copper) -> None:
    maze = Maze(copper)
    ground = Ground(copper)
    tried: list[str] = []

    def route(item: str) -> None:
        tried.append(item)
        cut = next(land for land in ground.lands if land.ref == "C1")
        if item == "ground":
            other = next(land for land in ground.lands if land.ref == "C2")
            maze.connect("GND", maze.nodes(cut), maze.nodes(other))
            return
        layers: tuple[Layer, ...] = ("F", "B")
        for layer in layers:
            # A net that goes round where ground already is.
            if all(copper.fits(layer, "A", x, -5.0, x, 5.0) for x in (-5.0, 5.0)):
                _ring(copper, layer, 0, 0, 5.0)

    def missed() -> list[str]:
        lost = ground.join()
        assert all((cut.land.ref, cut.nearest.ref) in (("C1", "C2"), ("C1", "C3")) for cut in lost)
        return ["ground"] if lost else []

    copper.in_some_order(["net"], route, missed)
    assert tried == ["net", "ground", "net"]
    assert ground.cut_off() == []
    assert _poured_together(copper)


@pytest.mark.sample(1)
@pytest.mark.parametrize("aside", [0.0, 0.1, 0.125, 0.2])
def test_a_gap_counts_as_open_only_if_the_pour_goes_through(aside: float) -> None:
    # Rings on both layers with a gap: the narrowest that counts as open, wherever it lies on the raster, is poured.
    open_from = []
    for step in range(17, 30, 2):
        copper, gap = _drawn(), step / 20
        for layer in LAYERS:
            low, high = aside - gap / 2, aside + gap / 2
            copper.track("A", layer, 5, low, 5, -5, -5, -5, -5, 5, 5, 5, 5, high)
        if not Ground(copper).cut_off():
            assert _poured_together(copper), gap
            open_from.append(gap)
    # Between tracks 0.25 mm wide a pour needs 0.92 mm; the raster asks for no more than two steps beyond that.
    assert 0.9 <= min(open_from) <= 1.45


quarters = st.integers(-40, 40).map(lambda count: count / 4)
spots = st.tuples(quarters, quarters)


@given(st.lists(st.tuples(st.sampled_from(("F", "B")), spots, st.integers(4, 60)), max_size=12))
def test_what_is_said_to_hold_together_does(rings: list[tuple[Layer, tuple[float, float], int]]) -> None:
    copper = _drawn()
    for index, (layer, (x, y), steps) in enumerate(rings):
        reach = steps / 4
        # No ring through a pad, a via or another ring.
        edge = ((x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach), (x - reach, y + reach))
        sides = zip(edge, edge[1:] + edge[:1], strict=True)
        if all(copper.fits(layer, f"N{index}", *one, *other) for one, other in sides):
            _ring(copper, layer, x, y, reach, f"N{index}")
    ground = Ground(copper)
    lost = ground.join()
    assert {cut.land for cut in ground.cut_off()} == {cut.land for cut in lost}
    assert lost or _poured_together(copper)


def _poured_together(copper: Copper) -> bool:
    """Return whether ground's pads hold together, with the pours worked out exactly: no raster, no labels."""
    design = copper.design
    edges = design.outline
    lands = [land for ref in design.placed for land in design.lands(ref)]
    areas: list[Polygon] = []
    layer_of: list[str] = []
    for layer in ("F", "B"):
        own, others = [], []
        for track in design.tracks:
            if track.layer == layer:
                line = LineString([(track.x1, track.y1), (track.x2, track.y2)])
                (own if track.net == "GND" else others).append(line.buffer(track.width / 2))
        for via in design.vias:
            (own if via.net == "GND" else others).append(Point(via.x, via.y).buffer(VIA_MM / 2))
        for land in lands if layer == "F" else ():
            w, h = land.width / 2, land.height / 2
            (own if land.net == "GND" else others).append(box(land.x - w, land.y - h, land.x + w, land.y + h))
        board = box(edges.left, edges.near, edges.right, edges.far).buffer(-EDGE_MM)
        pour = board.difference(unary_union(others).buffer(POUR_GAP_MM)).buffer(-0.125).buffer(0.125)
        whole = unary_union([pour, *own])
        pieces = list(whole.geoms) if isinstance(whole, MultiPolygon) else [whole]
        areas += pieces
        layer_of += [layer] * len(pieces)
    graph = {index: {index} for index in range(len(areas))}
    for via in design.vias:
        met = [index for index, area in enumerate(areas) if via.net == "GND" and area.covers(Point(via.x, via.y))]
        together = set().union(*(graph[index] for index in met)) if met else set()
        for index in together:
            graph[index] = together
    homes = [
        next(i for i, area in enumerate(areas) if layer_of[i] == "F" and area.covers(Point(land.x, land.y)))
        for land in lands
        if land.net == "GND"
    ]
    return all(home in graph[homes[0]] for home in homes)
