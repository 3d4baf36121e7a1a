"""The parts' temperatures: every kind within its limit at the worst draw, and the page tells them."""

from pathlib import Path

import pytest

from hexlume.output.lights import CHANNEL_MA
from hexlume_hw import ORDERABLE
from hexlume_hw.checks import power, temperatures
from hexlume_hw.panel.parts import KINDS
from hexlume_hw.panel.wiring import markdown

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("panel", ORDERABLE)
def test_every_kind_of_part_stays_inside_its_limit_at_the_worst_draw(panel: str) -> None:
    found = temperatures.warmths(panel)
    # The Pico's two sockets are one part here.
    assert sorted(one.kind for one in found) == sorted(set(KINDS) - {"pico_21_40"})
    for one in found:
        assert power.AIR_C <= one.hottest_c <= one.limit_c, one
    assert temperatures.problems(panel) == []


def test_the_mosfet_and_the_fuse_warm_by_the_whole_current() -> None:
    """By hand, 3 A: 9 x 35 mohm x 1.4 x 125 K/W = 55 K and 9 x 55 mohm x 70 K/W = 35 K."""
    found = {one.kind: one.rise_k for one in temperatures.warmths("hex7")}
    assert found["p_mosfet"] == pytest.approx(55.1, abs=0.1) and found["fuse"] == pytest.approx(34.7, abs=0.1)


@pytest.mark.parametrize(
    ("name", "value", "part"),
    [
        ("FUSE_OHMS", 0.1, "3.3 A"),
        ("MOSFET_OHMS", 0.1, "FDS4435BZ"),
        ("CHANNEL_MA", 2 * CHANNEL_MA, "WS2812B"),
        ("CONTACT_MA", 2000, "USB-C"),
        ("AIR_C", 60.0, "WS2812B"),
    ],
)
def test_a_part_that_gets_too_hot_is_named(name: str, value: float, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(temperatures, name, value)
    assert any(part in problem and "above its limit" in problem for problem in temperatures.problems("hex4"))


def test_a_regulator_that_overheats_is_named() -> None:
    assert [problem for problem in temperatures.problems("hex9") if "MIC29300" in problem]


def test_the_page_has_the_table() -> None:
    text = (ROOT / "docs/hardware/circuit.md").read_text(encoding="utf-8")
    assert markdown(temperatures.table("hex7")) in text
