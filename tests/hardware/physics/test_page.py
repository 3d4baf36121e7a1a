"""docs/hardware/physics.md: its tables are the computed ones, and its plots are there and always drawn alike."""

import re
from pathlib import Path

import pytest

from hexlume_hw.physics.page import PAGE, renewed
from hexlume_hw.physics.plots import PLOTS, draw_plots
from hexlume_hw.physics.tables import TABLES

pytestmark = pytest.mark.integration


@pytest.mark.soak
def test_the_pages_tables_are_computed() -> None:
    """If this fails, look at what changed, then: python -m hexlume_hw.physics.page."""
    text = PAGE.read_text(encoding="utf-8")
    assert set(re.findall(r"<!-- table: ([a-z ]+) -->", text)) == set(TABLES)
    assert renewed(text) == text


def test_the_page_shows_every_plot() -> None:
    shown = re.findall(r"!\[[^]]+\]\(plots/([a-z]+)\.svg\)", PAGE.read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(PLOTS)
    assert sorted(path.stem for path in (PAGE.parent / "plots").glob("*.svg")) == sorted(PLOTS)


@pytest.mark.soak
def test_the_pages_plots_are_drawn_alike(tmp_path: Path) -> None:
    for path in draw_plots(tmp_path):
        assert path.read_bytes() == (PAGE.parent / "plots" / path.name).read_bytes()
