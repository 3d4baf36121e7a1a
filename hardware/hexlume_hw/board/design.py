"""What is drawn on a circuit board: parts with their places, tracks, vias and pours. Lengths in mm, y upwards."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from shapely import LineString, line_merge, unary_union  # type: ignore[import-untyped]

from hexlume_hw.board.footprints import Box, footprint, pads_at, turned_box
from hexlume_hw.panel.netlist import Netlist
from hexlume_hw.panel.outline import Outline

Layer = Literal["F", "B"]

SIGNAL_MM = 0.25
"""Width of a track that carries a signal."""
CLEARANCE_MM = 0.2
EDGE_MM = 0.5
"""From copper to the board's edge."""
POUR_GAP_MM = 0.21
"""From a pour to other nets' copper: so much less than the raster keeps that a pour fills between any two nodes."""
VIA_MM = 0.6
VIA_HOLE_MM = 0.3


@dataclass(frozen=True, slots=True)
class Track:
    """A straight track."""

    net: str
    layer: Layer
    x1: float
    y1: float
    x2: float
    y2: float
    width: float = SIGNAL_MM


@dataclass(frozen=True, slots=True)
class Via:
    """A via through both layers."""

    net: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Pour:
    """An area that a net fills on a layer; the higher ``rank`` goes first where two overlap."""

    net: str
    layer: Layer
    corners: tuple[tuple[float, float], ...]
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Placed:
    """A part's place: its footprint's origin, turned counter-clockwise by ``turn`` degrees."""

    ref: str
    footprint: str
    x: float
    y: float
    turn: float


@dataclass(frozen=True, slots=True)
class Land:
    """A pad on the board: whose, its net (empty if it is left open), centre and extents."""

    ref: str
    number: str
    net: str
    x: float
    y: float
    width: float
    height: float
    drill: float


@dataclass(frozen=True, slots=True)
class Mark:
    """Bare copper that is no part: a test point with its net and label, or a fiducial without; ``radius`` in mm."""

    ref: str
    footprint: str
    net: str
    x: float
    y: float
    radius: float
    label: str = ""

    @property
    def box(self) -> Box:
        """Its room."""
        return self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius


@dataclass(slots=True)
class Design:
    """A panel's board as it grows."""

    panel: str
    outline: Outline
    netlist: Netlist
    placed: dict[str, Placed] = field(default_factory=dict)
    tracks: list[Track] = field(default_factory=list)
    vias: list[Via] = field(default_factory=list)
    pours: list[Pour] = field(default_factory=list)
    net_of: dict[tuple[str, str], str] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)
    texts: list[tuple[str, float, float, float]] = field(default_factory=list)
    """Words on the silk screen, their centres and heights."""

    def __post_init__(self) -> None:
        for net, pins in self.netlist.nets.items():
            for pin in pins:
                self.net_of[pin] = net

    def lands(self, ref: str) -> Iterator[Land]:
        """Yield a placed part's pads."""
        placed = self.placed[ref]
        for pad, place in pads_at(placed.footprint, placed.x, placed.y, placed.turn):
            yield Land(ref, pad.number, self.net_of.get((ref, pad.number), ""), *place, pad.drill)

    def courtyard(self, ref: str) -> Box:
        """Return a placed part's courtyard."""
        placed = self.placed[ref]
        return courtyard(placed.footprint, placed.x, placed.y, placed.turn)


def courtyard(name: str, x: float, y: float, turn: float) -> Box:
    """Return a footprint's courtyard at a place."""
    return turned_box(footprint(name).courtyard, turn, x, y)


def merged(tracks: list[Track]) -> list[Track]:
    """Return the tracks with those that overlap or meet end to end along a line drawn as one."""
    lines: dict[tuple[str, Layer, float, float | None, float | None], list[LineString]] = {}
    others: list[Track] = []
    for track in tracks:
        x, y = (one if one == other else None for one, other in ((track.x1, track.x2), (track.y1, track.y2)))
        if x is None and y is None:
            others.append(track)
        elif x is None or y is None:
            key = (track.net, track.layer, track.width, x, y)
            lines.setdefault(key, []).append(LineString([(track.x1, track.y1), (track.x2, track.y2)]))
    for (net, layer, width, _, _), members in lines.items():
        joined = line_merge(unary_union(members))
        for line in getattr(joined, "geoms", [joined]):
            x1, y1, x2, y2 = line.bounds
            others.append(Track(net, layer, x1, y1, x2, y2, width))
    return others
