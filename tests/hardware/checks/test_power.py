"""The power: within the supply at worst, and what does not bear it is found."""

import re
from pathlib import Path

import pytest

from hexlume.hardware import panel as sensing_panel
from hexlume.hardware.panel import (
    PANEL_SIZES,
    SENSOR_MA,
    STATUS_LEDS,
    led_budget_ma,
    panel_grid,
)
from hexlume.output.lights import CHANNEL_MA, IDLE_MA
from hexlume_hw import ORDERABLE
from hexlume_hw.checks import power
from hexlume_hw.panel.wiring import markdown

ROOT = Path(__file__).parents[3]
PANELS = [f"{kind}{size}" for kind, sizes in PANEL_SIZES.items() for size in sizes]


@pytest.mark.parametrize("panel", ORDERABLE)
def test_every_orderable_panel_bears_its_worst_draw(panel: str) -> None:
    assert power.problems(panel) == []
    assert power.typical(panel).total < power.worst(panel).total <= 3000


def test_the_fuse_holds_less_in_warm_air() -> None:
    """By hand, from the datasheet's 3.3 A at 20 degrees Celsius and 2.6 A at 50."""
    assert [power.fuse_hold_ma(air_c) for air_c in (20, 35, 50)] == [3300, 2950, 2600]


@pytest.mark.parametrize(
    ("budget", "too_weak"), [(3001, {"charger", "power socket"}), (3067, {"charger", "power socket", "fuse"})]
)
def test_a_firmware_that_lets_a_panel_draw_more_than_its_parts_bear_is_found(
    monkeypatch: pytest.MonkeyPatch, budget: int, too_weak: set[str]
) -> None:
    monkeypatch.setattr(sensing_panel, "SUPPLY_MA", budget)
    parts = [re.match(rf"hex4 may draw {budget} mA, but the (.*) bears", problem) for problem in power.problems("hex4")]
    assert {part[1].split(" in air")[0] for part in parts if part} == too_weak


@pytest.mark.parametrize("panel", ["hex8", "hex9"])
def test_a_panel_whose_regulator_overheats_at_the_worst_draw_is_refused(panel: str) -> None:
    assert power.overheating(panel) in power.problems(panel)
    assert panel not in ORDERABLE


@pytest.mark.parametrize("panel", PANELS)
def test_the_firmwares_budget_is_what_the_supply_leaves(panel: str) -> None:
    """Promise 5: and it is enough for every LED to be lit, if dimly."""
    grid = panel_grid(panel)
    budget = led_budget_ma(grid)
    assert budget + SENSOR_MA * grid.cells < power.CHARGER_MA
    leds = grid.cells + STATUS_LEDS
    assert budget >= leds * (IDLE_MA + CHANNEL_MA / 255)


def test_track_widths_are_those_of_ipc_2221() -> None:
    """Its chart for outer layers of 1 ounce and 10 K: 1 A wants 0.3 mm, 3 A 1.4 mm, 10 A 7.2 mm."""
    for current, width in ((1.0, 0.30), (3.0, 1.37), (10.0, 7.19)):
        assert power.track_mm(current) == pytest.approx(width, rel=0.03)
    assert power.track_mm(3.0, rise_k=20.0) < power.track_mm(3.0)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("LED_RAIL_WIDTH_MM", 0.1, "too narrow"),
        ("SPINE_MM", 0.3, "too narrow"),
        ("CHARGER_MA", 2999, "but the charger bears 2999 mA"),
        ("CONTACT_MA", 2999, "but the power socket bears 2999 mA"),
        ("FUSE_HOLD_MA", {20: 3100, 50: 2500}, "but the fuse in air of 30 °C bears 2900 mA"),
        ("FUSE_AIR_C", 34.0, "but the fuse in air of 34 °C bears 2973 mA"),
        ("CABLE_V", 0.6, "the farthest LED gets"),
        ("DROPOUT_V", 1.3, "the regulator cannot give"),
        ("REGULATOR_MA", 1000, "the regulator cannot give"),
        ("REGULATOR_K_PER_W", 90.0, "its regulator can reach"),
    ],
)
def test_what_is_too_weak_is_found(monkeypatch: pytest.MonkeyPatch, name: str, value: object, told: str) -> None:
    assert power.problems("hex7") == []
    monkeypatch.setattr(power, name, value)
    assert any(told in problem for problem in power.problems("hex7"))


def test_the_page_has_the_table() -> None:
    text = (ROOT / "docs/hardware/circuit.md").read_text(encoding="utf-8")
    assert markdown(power.table(list(ORDERABLE))) in text
    assert f"{power.fuse_hold_ma(power.FUSE_AIR_C):,.0f} mA in air of {power.FUSE_AIR_C:.0f} °C" in text
    draw = power.worst("hex4").total
    assert f"{power.fuse_hold_ma(power.FUSE_AIR_C) - draw:.0f} mA more than the worst draw" in text
    assert power.fuse_hold_ma(32) > draw > power.fuse_hold_ma(33) and "Above 33 °C" in text
    hottest = [f"{power.junction_c(panel, power.worst(panel)):.0f}" for panel in ("hex8", "hex9")]
    assert f"on hex8 and hex9 it could reach {' and '.join(hottest)} °C" in text
