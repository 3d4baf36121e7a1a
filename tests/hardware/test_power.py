"""The power: within the supply at worst, and what does not bear it is found."""

from pathlib import Path

import pytest

from hexlume.lights import CHANNEL_MA, IDLE_MA
from hexlume.panel import (
    HEX_PANELS,
    SENSOR_MA,
    SQUARE_PANELS,
    STATUS_LEDS,
    SUPPLY_MA,
    led_budget_ma,
    panel_grid,
)
from hexlume_hw import power
from hexlume_hw.wiring import markdown

ROOT = Path(__file__).parents[2]
PANELS = [f"hex{size}" for size in HEX_PANELS] + [f"square{size}" for size in SQUARE_PANELS]


@pytest.mark.parametrize("panel", PANELS)
def test_every_panel_is_within_what_feeds_it(panel: str) -> None:
    assert power.problems(panel) == []
    assert power.typical(panel).total < power.worst(panel).total <= SUPPLY_MA


@pytest.mark.parametrize("panel", PANELS)
def test_the_firmwares_budget_is_what_the_supply_leaves(panel: str) -> None:
    """Promise 5: and it is enough for every LED to be lit, if dimly."""
    grid = panel_grid(panel)
    budget = led_budget_ma(grid)
    assert budget + SENSOR_MA * grid.cells < SUPPLY_MA
    leds = grid.cells + STATUS_LEDS
    assert budget >= leds * (IDLE_MA + CHANNEL_MA / 255)


def test_track_widths_are_those_of_ipc_2221() -> None:
    """Its chart for outer layers of 1 ounce and 10 K: 1 A wants 0.3 mm, 3 A 1.4 mm, 10 A 7.2 mm."""
    for current, width in ((1.0, 0.30), (3.0, 1.37), (10.0, 7.19)):
        assert power.track_mm(current) == pytest.approx(width, rel=0.03)
    assert power.track_mm(3.0, rise_k=20.0) < power.track_mm(3.0)


def test_a_square_of_copper_has_half_a_milliohm() -> None:
    assert power.track_ohms(1, 1) == pytest.approx(0.5e-3, rel=0.15)
    assert power.track_ohms(200, 2) == pytest.approx(100 * power.track_ohms(1, 1))


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("LED_RAIL_WIDTH_MM", 0.1, "too narrow"),
        ("SPINE_MM", 0.3, "too narrow"),
        ("FUSE_HOLD_MA", 2600, "more than supply, socket or fuse bear"),
        ("CABLE_V", 0.6, "the farthest LED gets"),
        ("DROPOUT_V", 1.3, "the regulator cannot give"),
        ("REGULATOR_MA", 1000, "the regulator cannot give"),
        ("REGULATOR_K_PER_W", 90.0, "the regulator reaches"),
    ],
)
def test_what_is_too_weak_is_found(monkeypatch: pytest.MonkeyPatch, name: str, value: float, told: str) -> None:
    assert power.problems("hex7") == []
    monkeypatch.setattr(power, name, value)
    assert any(told in problem for problem in power.problems("hex7"))


def test_the_table_tells_each_panel_in_a_row() -> None:
    heads, *rows = power.table(PANELS)
    assert [row[0] for row in rows] == PANELS
    assert all(len(row) == len(heads) for row in rows)
    assert rows[0][2] == str(led_budget_ma(panel_grid("hex4")))


def test_the_page_has_the_table() -> None:
    assert markdown(power.table(PANELS)) in (ROOT / "docs/hardware/circuit.md").read_text(encoding="utf-8")
