"""The model gives the figures that another model gave for known cells, and the computed cell is even enough."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from hexlume.hardware.panel import CONTROLLER_MA, SENSOR_MA, STATUS_LEDS, led_budget_ma, panel_grid
from hexlume.output import led_cues
from hexlume.output.led_cues import COLOURS, LEGAL
from hexlume.output.lights import BRIGHTNESS, CHANNEL_MA, FULL, IDLE_MA, NORMAL
from hexlume.play.preferences import WORDS
from hexlume_hw import ORDERABLE
from hexlume_hw.checks.power import AIR_C, SUPPLY_V
from hexlume_hw.checks.temperatures import LED_K_PER_W
from hexlume_hw.light import designs, evenness
from hexlume_hw.light.cell import Box, Cell, Disc, Led, moved, trace
from hexlume_hw.light.page_glow import PAGE, glow, script
from hexlume_hw.light.sheet import Map, Sheet
from hexlume_hw.panel.stackup import PLATE_ABOVE_BOARD_MM, RECESS_DIAMETER_MM
from hexlume_hw.panel.well import HAT_PLAY_MM

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.integration

APART_MM = HAT_PLAY_MM + 0.1
"""Hat and LED along x: the legs' play, and 0.1 mm that the LED's body may be smaller."""
GREEN_MASK = 0.12
SMALL_LED = Led(half=1.0, height=0.84, window=0.7)
"""A WS2812B-2020: its datasheet's body, 2.0 x 2.0 x 0.84 mm."""

LOW_MM = 3.35
OFF_CENTRE = Cell(LOW_MM, Led(x=-10.0), (Box(0.0, 0.0, 1.2, 1.5, 0.0, 1.1, 0.05),))
"""A low cell with the LED 10 mm off centre, the sensor's black body in the middle."""
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


def current_ma(lit: tuple[float, float, float]) -> float:
    """Return what the LED draws for it."""
    return CHANNEL_MA * sum(lit)


GREEN = replace(OFF_CENTRE, mask=GREEN_MASK)


@cache
def traced(cell: Cell, rays: int = 60_000) -> Map:
    return trace(cell, rays)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("cell", "recess", "ring", "shifted"),
    [
        pytest.param(OFF_CENTRE, 340, 126, 340, id="LED off centre, white mask", marks=pytest.mark.soak),
        pytest.param(GREEN, 1640, 860, 2140, id="LED off centre, green mask", marks=pytest.mark.soak),
        pytest.param(SMALL_CENTRED, 64, 1.3, 3.5, id="small LED at the centre"),
        pytest.param(designs.well(), 2.6, 1.5, 3.3, id="built cell", marks=pytest.mark.soak),
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


def test_an_evenly_glowing_sheet_gives_an_even_ring_only_beside_a_centred_disc() -> None:
    """Beside a shifted one the ring is 2 mm wide on one side, where more comes out between the sides."""
    even = np.ones((80, 80))
    assert evenness.ring_out(even) == pytest.approx(1.0)
    assert evenness.shifted_ring(even) == 1.0
    assert evenness.shifted_ring_out(even) == pytest.approx(2.8, abs=0.05)


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
    [
        (0.3, 0.55),
        pytest.param(-0.3, 0.38, marks=pytest.mark.soak),
        pytest.param(0.3, 0.38, marks=pytest.mark.soak),
        pytest.param(-0.3, 0.55, marks=pytest.mark.soak),
    ],
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


def test_a_sheet_spreads_by_more_than_its_thickness_and_passes_what_its_maker_says() -> None:
    sheet = Sheet()
    assert sheet.passes + sheet.returned + sheet.lost == 1
    spread = sheet.spread(12.0, 0.5)
    assert spread.sum() == pytest.approx(1.0)
    assert spread.max() == spread[24, 24]
    along = (np.arange(49) - 24) * 0.5
    wide = np.sqrt((spread * (along[:, None] ** 2 + along[None, :] ** 2)).sum() / 2)
    assert sheet.thickness / 2 < wide < 2 * sheet.thickness
    assert Sheet(passes=0.6).transport_mm > sheet.transport_mm


@pytest.mark.soak
def test_a_white_disc_sends_light_back_and_a_part_throws_a_shadow() -> None:
    cell = SMALL_CENTRED
    dark, white = (traced(replace(cell, disc=Disc(reflectance=share))) for share in (0.05, 0.8))
    assert evenness.ring_average(white) > 1.1 * evenness.ring_average(dark)
    shadow = traced(replace(cell, parts=(Box(5.0, 0.0, 0.5, 3.0, 0.0, 3.0, 0.0),)))
    right, left = shadow[38:42, 58:62].mean(), shadow[38:42, 18:22].mean()
    assert right < 0.7 * left


def light_page() -> str:
    """Return the page about the light of a cell as one line."""
    return " ".join((ROOT / "docs/hardware/light.md").read_text(encoding="utf-8").split())


def test_a_led_at_full_green_lights_an_even_cell_by_its_datasheet() -> None:
    """At full green a WS2812B gives 0.66 cd; half of its light evenly over a 32 mm hexagon are 372 cd/m2."""
    assert luminance(0.5 / 887, (0.0, 1.0, 0.0)) == pytest.approx(372, abs=1)


def test_a_legal_cell_is_bright_enough_for_a_lit_room_and_the_page_has_its_current_and_heat() -> None:
    share = evenness.ring_average(traced(designs.well()))
    assert luminance(share, channels(LEGAL)) >= 60
    page, cells = light_page(), panel_grid("hex5").cells
    for brightness, name in enumerate(WORDS["brightness"]):
        lit = channels(LEGAL, brightness)
        cell_ma = IDLE_MA + current_ma(lit)
        amps = (cells * cell_ma + STATUS_LEDS * IDLE_MA) / 1000
        hottest = AIR_C + SUPPLY_V * cell_ma / 1000 * LED_K_PER_W
        row = f"{luminance(share, lit):.0f} | {cell_ma:.1f} | {amps:.2f} A, {SUPPLY_V * amps:.1f} W | {hottest:.0f}"
        assert f"| {name} | {row} |" in page


def test_the_page_has_the_brightness_of_other_cues() -> None:
    share, page = evenness.ring_average(traced(designs.well())), light_page()
    for words, cue in (
        ("the last action {} cd/m²", led_cues.LAST),
        ("a disc that may be moved {}", led_cues.MAY_MOVE),
        ("to take off {}", led_cues.TAKE_THIS_OFF),
        ("to turn over {}", led_cues.TURN_THIS_OVER),
        ("white to put on {}", led_cues.PUT_WHITE),
        ("black to put on {}", led_cues.PUT_BLACK),
        ("a choice of the menu {}", led_cues.MENU_CHOICE),
    ):
        assert words.format(f"{luminance(share, channels(cue)):.0f}") in page


def test_the_pages_floor_glows_as_the_built_cell_does() -> None:
    text = PAGE.read_text()
    drawn = [(float(off), float(share)) for off, share in re.findall(r"\[([\d.]+), ([\d.]+)\]", text)]
    assert script(drawn) == text
    for (off, share), (at, found) in zip(drawn, glow(traced(designs.well())), strict=True):
        assert off == at
        assert share == pytest.approx(found, rel=0.05)


def test_the_supply_bears_the_glow_of_every_cell_but_on_hex7_dims_it() -> None:
    """The frame of every cell legal, all sensors at their maximum, as the page tells."""
    share, page = evenness.ring_average(traced(designs.well())), light_page()
    for panel in ORDERABLE:
        grid = panel_grid(panel)
        room = led_budget_ma(grid) - IDLE_MA * (grid.cells + STATUS_LEDS)
        full, normal = (min(1, room / (grid.cells * current_ma(channels(LEGAL, level)))) for level in (FULL, NORMAL))
        assert (full == normal == 1) == (panel != "hex7")
        if panel == "hex7":
            left = luminance(share, channels(LEGAL)) * normal
            assert left >= 60
            assert f"that leaves {left:.0f} cd/m² at normal and at full" in page
            guide = (ROOT / "docs/build.md").read_text(encoding="utf-8")
            assert f"while all its 127 cells are legal: {left:.0f} cd/m²" in guide
    hex5 = panel_grid("hex5")
    draws = [
        hex5.cells * (SENSOR_MA + IDLE_MA + current_ma(channels(LEGAL, level))) + STATUS_LEDS * IDLE_MA + CONTROLLER_MA
        for level in (NORMAL, FULL)
    ]
    assert "draws {:.1f} A at normal and {:.1f} A at full".format(*(draw / 1000 for draw in draws)) in page


@pytest.mark.parametrize(
    ("words", "cell"),
    [
        ("nothing", designs.well()),
        pytest.param(
            "LED 0.5 mm off centre, its hat 0.2 mm",
            moved(designs.well(aside=0.5 - APART_MM), 0.5, 0.0),
            marks=pytest.mark.soak,
        ),
        pytest.param("hat 0.3 mm high", designs.well(0.3), marks=pytest.mark.soak),
        pytest.param("mask green instead of white", replace(designs.well(), mask=GREEN_MASK), marks=pytest.mark.soak),
        ("no hat", replace(designs.well(), parts=())),
    ],
)
def test_the_page_has_the_figures_of_the_model(words: str, cell: Cell) -> None:
    page = (ROOT / "docs/hardware/light.md").read_text(encoding="utf-8")
    found = re.search(rf"^\| {words} \| ([\d.]+):1", page, re.MULTILINE)
    assert found and float(found[1]) == pytest.approx(evenness.recess(traced(cell)), rel=0.12)
