"""docs/hardware/physics.md: its tables are the computed ones, and its plots are there and always drawn alike."""

import re
import sys
from pathlib import Path

import pytest

from hexlume_hw.physics.page import main, renewed
from hexlume_hw.physics.plots import PLOTS, draw_plots
from hexlume_hw.physics.tables import TABLES

pytestmark = pytest.mark.integration

PAGE = Path(__file__).parents[3] / "docs" / "hardware" / "physics.md"


@pytest.mark.soak
def test_the_pages_tables_are_computed() -> None:
    """If this fails, look at what changed, then: python -m hexlume_hw.physics.page docs/hardware/physics.md."""
    text = PAGE.read_text(encoding="utf-8")
    assert set(re.findall(r"<!-- table: ([a-z ]+) -->", text)) == set(TABLES)
    assert renewed(text) == text


def test_the_page_shows_every_plot() -> None:
    shown = re.findall(r"!\[[^]]+\]\(plots/([a-z]+)\.svg\)", PAGE.read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(PLOTS)
    assert sorted(path.stem for path in (PAGE.parent / "plots").glob("*.svg")) == sorted(PLOTS)


@pytest.mark.soak
def test_plots_are_drawn_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("bands", "pitches", "tolerances"):
        monkeypatch.delitem(PLOTS, name)
    one, other = draw_plots(tmp_path / "one"), draw_plots(tmp_path / "other")
    assert [path.name for path in one] == ["fields.svg", "lowering.svg"]
    for path, again in zip(one, other, strict=True):
        assert path.read_bytes() == again.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([], 2, "Name the page"),
        (["no-such-page.md"], 1, "no-such-page.md cannot be read: No such file or directory."),
        (["bad.md"], 1, "bad.md asks for a table 'weights': there are bands, sensors"),
    ],
    ids=["no page", "missing", "unknown table"],
)
def test_mistakes_are_reported_in_a_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    code: int,
    said: str,
) -> None:
    (tmp_path / "bad.md").write_text("<!-- table: weights -->\n<!-- end -->\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["page.py", *arguments])
    assert main() == code
    assert capsys.readouterr().err.startswith(said)
