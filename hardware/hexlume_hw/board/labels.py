"""The silk screen's words: parts' references, each where there is room for it beside its part."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from hexlume_hw.board.design import VIA_MM, Design
from hexlume_hw.board.footprints import Box

SIZE_MM = 0.8
"""Height of a reference's letters: the least that fabricators print well, in lines of 0.15 mm."""
_GAP_MM = 0.15
_STEPS = (0.0, 0.8, -0.8, 1.6, -1.6, 2.4, -2.4, 3.2, -3.2, 4.0, -4.0)
_EDGE_MM = 0.6


class Labels:
    """Finds room for words: off the pads, what stands on the board, its holes and edges, and other words."""

    def __init__(self, design: Design) -> None:
        self.design = design
        boxes: list[Box] = [design.courtyard(ref) for ref in design.placed]
        boxes += [mark.box for mark in design.marks]
        boxes += [_around(x, y, 4.0, 4.0) for x, y in design.outline.holes]
        boxes += [extent(*text) for text in design.texts]
        for ref in design.placed:
            boxes += [_around(land.x, land.y, land.width / 2, land.height / 2) for land in design.lands(ref)]
            if design.netlist.parts[ref].kind == "led":
                # The mark of pin 1 lies beside an LED's courtyard, and the lines of its outline reach beyond.
                left, low, right, high = design.courtyard(ref)
                boxes.append((left, low - 0.8, right, high + 0.8))
                boxes += [(left - 0.3, y - 0.1, right + 0.3, y + 0.1) for y in (low, high)]
        self._taken: NDArray[np.float64] = np.array(boxes)
        self._vias = np.array([_around(via.x, via.y, VIA_MM / 2, VIA_MM / 2) for via in design.vias])

    def take(self, box: Box) -> None:
        """Keep words off a box."""
        self._taken = np.vstack((self._taken, box))

    def beside(self, words: str, box: Box, size: float = SIZE_MM) -> bool:
        """Write words beside a box, if there is room for them; return whether there is.

        A via is bare and spoils the letter over it: such a place is taken if there is no better one.
        """
        places = list(_places(box, *_half(words, size)))
        for spoilt in (self._vias, self._vias[:0]):
            for x, y in places:
                room = extent(words, x, y, size)
                if self.free(room) and not _meets(spoilt, room):
                    self.design.texts.append((words, round(x, 3), round(y, 3), size))
                    self.take(room)
                    return True
        return False

    def free(self, box: Box) -> bool:
        """Return whether there is nothing in a box."""
        left, low, right, high = box
        edges = self.design.outline
        if left < edges.left + _EDGE_MM or right > edges.right - _EDGE_MM:
            return False
        if low < edges.near + _EDGE_MM or high > edges.far - _EDGE_MM:
            return False
        return not _meets(self._taken, box)


def _meets(boxes: NDArray[np.float64], box: Box) -> bool:
    """Return whether any of many boxes shares room with one."""
    left, low, right, high = box
    found = (boxes[:, 0] < right) & (boxes[:, 2] > left) & (boxes[:, 1] < high) & (boxes[:, 3] > low)
    return bool(found.any())


def extent(words: str, x: float, y: float, size: float) -> Box:
    """Return the room that words take, with a gap around; KiCad's letters are about as wide as high."""
    wide, high = _half(words, size)
    return _around(x, y, wide, high)


def _half(words: str, size: float) -> tuple[float, float]:
    return len(words) * size / 2 + _GAP_MM, size * 0.65 + _GAP_MM


def _places(box: Box, wide: float, high: float) -> Iterator[tuple[float, float]]:
    """Yield places for a box's words: above and below it, then at its sides, each also moved along."""
    left, low, right, top = box
    x, y = (left + right) / 2, (low + top) / 2
    for step in _STEPS:
        yield x + step, top + high
        yield x + step, low - high
        yield right + wide, y + step
        yield left - wide, y + step


def _around(x: float, y: float, wide: float, high: float) -> Box:
    return x - wide, y - high, x + wide, y + high


def label_parts(labels: Labels) -> list[str]:
    """Write each part's reference beside it; return those that have no room, which is where parts stand close."""
    design = labels.design
    # What is crowded most goes first: the strip's small parts have the fewest places.
    order = sorted(design.placed, key=lambda ref: (design.placed[ref].y, ref))
    return [ref for ref in order if not labels.beside(ref, design.courtyard(ref))]
