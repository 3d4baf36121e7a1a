"""The model gives the figures that another model gave for known cells, and the computed cell is even enough."""

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from hexlume.output.led_cues import COLOURS, LEGAL
from hexlume.output.lights import BRIGHTNESS, NORMAL
from hexlume_hw.light import designs, evenness
from hexlume_hw.light.cell import Box, Cell, Led, moved, trace
from hexlume_hw.light.page_glow import PAGE, glow, script
from hexlume_hw.light.sheet import Map, Sheet
from hexlume_hw.panel.stackup import PLATE_ABOVE_BOARD_MM, RECESS_DIAMETER_MM
from hexlume_hw.panel.well import HAT_PLAY_MM

pytestmark = pytest.mark.integration

APART_MM = HAT_PLAY_MM + 0.1
"""Hat and LED along x: the legs' play, and 0.1 mm that the LED's body may be smaller."""
SMALL_LED = Led(half=1.0, height=0.84, window=0.7)
"""A WS2812B-2020: its datasheet's body, 2.0 x 2.0 x 0.84 mm."""

LOW_MM = 3.35
SMALL_CENTRED = Cell(LOW_MM, SMALL_LED)
"""A low cell with a small LED at the centre, the sensor on the board's back."""
BARE_MULTIPLEXER = Box(0.0, 13.86, 7.7, 3.75, 0.0, 2.65, 0.05)
"""A multiplexer half way to the next row, as far in the cell as one stands on any panel."""
MULTIPLEXER = (
    BARE_MULTIPLEXER,
    replace(BARE_MULTIPLEXER, half_x=7.2, half_y=3.25, low=2.65, high=2.66, reflectance=0.8),
)
"""The same with its top painted white, up to 0.5 mm from its edges; the sides are black."""
NEAR_MULTIPLEXER = tuple(replace(box, y=-box.y) for box in MULTIPLEXER)
"""In a row that is chained to the left the cell is turned, and its multiplexer on the other side."""
CANDELA = (0.39, 0.66, 0.18)
"""Red, green and blue at full, straight ahead, at least: WS2812B's datasheet, 390, 660 and 180 mcd."""


def channels(cue: int, brightness: int = NORMAL) -> tuple[float, float, float]:
    """Return a cue's red, green and blue as shares of full, at one of the firmware's brightnesses."""
    colour, dim = COLOURS[cue], BRIGHTNESS[brightness] / 256 / 255
    return (colour >> 16) * dim, (colour >> 8 & 255) * dim, (colour & 255) * dim


def luminance(share: float, lit: tuple[float, float, float]) -> float:
    """Return cd/m2 where a share of the LED's light leaves a mm2.

    An LED by Lambert's law gives pi times its candela in lumen, and a sheet by the same law as many lm/m2 as pi cd/m2.
    """
    return share * 1e6 * sum(part * candela for part, candela in zip(lit, CANDELA, strict=True))


@cache
def traced(cell: Cell, rays: int = 60_000) -> Map:
    return trace(cell, rays)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("cell", "recess", "ring", "shifted"),
    [
        pytest.param(SMALL_CENTRED, 64, 1.3, 3.5, id="small LED at the centre"),
        pytest.param(designs.well(), 2.6, 1.5, 3.3, id="built cell"),
    ],
)
def test_known_cells_are_as_uneven_as_another_model_has_them(
    cell: Cell, recess: float, ring: float, shifted: float
) -> None:
    """Figures of an independent Monte Carlo of such cells: an empty recess, beside a centred and a shifted disc."""
    light = traced(cell, 400_000)
    for found, other in (
        (evenness.recess(light), recess),
        (evenness.ring(light), ring),
        (evenness.ring_out(light), ring),
        (evenness.shifted_ring_out(light), shifted),
    ):
        assert 1 / 1.5 < found / other < 1.5


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "parts",
    [(), MULTIPLEXER, pytest.param(NEAR_MULTIPLEXER, marks=pytest.mark.soak)],
    ids=["alone", "with a multiplexer", "with one on the other side"],
)
def test_a_cell_is_at_most_4_to_1_everywhere(parts: tuple[Box, ...]) -> None:
    light = traced(designs.well(parts=parts))
    assert evenness.recess(light) <= 4
    assert evenness.shifted_ring(light) <= 4
    assert evenness.ring_out(light) <= 4
    assert evenness.shifted_ring_out(light) <= 4


@pytest.mark.soak
@pytest.mark.parametrize(
    ("up", "passes"),
    [(0.3, 0.55), (-0.3, 0.38), (0.3, 0.38), (-0.3, 0.55)],
)
def test_a_cell_is_at_most_5_to_1_with_all_tolerances_at_once(up: float, passes: float) -> None:
    """A multiplexer; LED 0.5 mm off and the hat not all the way with it, hat and sheet at wrong heights, dark walls."""
    hat = designs.well(up, parts=NEAR_MULTIPLEXER, aside=0.5 - APART_MM)
    cell = replace(hat, mask=0.7, wall=0.7, height=PLATE_ABOVE_BOARD_MM - 0.3, sheet=Sheet(passes=passes))
    light = traced(moved(cell, 0.5, 0.0))
    assert evenness.recess(light) <= 5
    assert evenness.shifted_ring(light) <= 5
    assert evenness.shifted_ring_out(light) <= 5


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "cell",
    [
        replace(designs.well(), parts=()),
        replace(designs.well(), led=Led(x=-10.0)),
    ],
    ids=["no hat", "LED off centre"],
)
def test_what_spoils_a_cell_is_seen(cell: Cell) -> None:
    assert evenness.recess(traced(cell)) > 5 > evenness.recess(traced(designs.well()))


def test_light_is_neither_made_nor_lost_between_white_walls() -> None:
    """With nothing that absorbs, and a rim that sends all back, all of it leaves through the recess."""
    white = Cell(8.0, Led(reflectance=1.0), mask=1.0, wall=1.0, rim=1.0, sheet=Sheet(passes=0.5, lost=0.0))
    area = np.pi * RECESS_DIAMETER_MM**2 / 4
    assert evenness.average(traced(white)) * area == pytest.approx(1.0, abs=0.04)
    assert evenness.average(traced(replace(white, mask=0.0))) * area < 0.7


def test_a_legal_cell_is_bright_enough_for_a_lit_room() -> None:
    assert luminance(evenness.ring_average(traced(designs.well())), channels(LEGAL)) >= 60


def test_the_pages_floor_glows_as_the_built_cell_does() -> None:
    text = PAGE.read_text()
    drawn = [(float(off), float(share)) for off, share in re.findall(r"\[([\d.]+), ([\d.]+)\]", text)]
    assert script(drawn) == text
    for (off, share), (at, found) in zip(drawn, glow(traced(designs.well())), strict=True):
        assert off == at
        assert share == pytest.approx(found, rel=0.05)
