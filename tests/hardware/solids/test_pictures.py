"""The pictures: a legal position, light where the LEDs are, labels that point at what they name."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from hexlume.games import start
from hexlume.hardware.panel import panel_grid
from hexlume.output.led_cues import LAST, LEGAL
from hexlume_hw.errors import HardwareError
from hexlume_hw.render import pictures, tracer
from hexlume_hw.render.scene import Surface, Table, glow, played
from hexlume_hw.render.tracer import Camera, View, cleaned, developed
from hexlume_hw.solids.mesh import triangles
from hexlume_hw.solids.plate import plate
from hexlume_hw.solids.prism import block
from hexlume_hw.solids.regions import centres

pytestmark = pytest.mark.integration


@pytest.mark.parametrize("panel", ["hex4", "hex5", "square9"])
def test_the_position_is_one_that_can_be_played(panel: str) -> None:
    table = played(panel)
    cells = [cell for cell, _, _ in table.pieces]
    assert len(cells) == len(set(cells)) >= 10
    assert {white for _, white, _ in table.pieces} == {True, False}
    # What is lit as legal is empty, and the last action's cell is lit as such.
    assert all(cell not in cells for cell, cue in table.cues.items() if cue == LEGAL)
    assert [cell for cell, cue in table.cues.items() if cue == LAST]
    assert start("organica", 5, {}).phase == "place"


@pytest.mark.soak
def test_light_lies_in_its_cell_and_is_even_over_the_recess() -> None:
    bounds = plate("hex4").whole.bounds
    x, y = centres("hex4")[18]
    found = glow("hex4", Table(cues={18: LEGAL}), bounds, dots=1.0)
    rows, columns, _ = np.nonzero(found)
    xs, ys = bounds[0] + columns + 0.5, bounds[1] + rows + 0.5
    assert np.hypot(xs - x, ys - y).max() < 16.0
    rows, columns = np.mgrid[: found.shape[0], : found.shape[1]]
    recess = np.hypot(bounds[0] + columns + 0.5 - x, bounds[1] + rows + 0.5 - y) < 12.0
    lit = found.sum(axis=2)[recess]
    assert 0 < lit.max() <= 4 * lit.min()


def test_a_camera_sees_its_target_in_the_middle_and_what_is_right_of_it_on_the_right() -> None:
    camera = Camera((0.0, -100.0, 100.0), (0.0, 0.0, 0.0), 40.0)
    assert camera.project((0.0, 0.0, 0.0), 600, 400) == pytest.approx((300.0, 200.0))
    x, y = camera.project((10.0, 5.0, 0.0), 600, 400)
    assert x > 300 and y < 200


def test_cleaning_takes_noise_but_no_edge() -> None:
    draw = np.random.default_rng(1)
    albedo = np.full((64, 64, 3), 0.5, dtype=np.float32)
    albedo[:, 32:] = 0.1
    depth, normal = np.ones((64, 64, 1), dtype=np.float32), np.zeros((64, 64, 3), dtype=np.float32)
    noisy = (albedo * draw.uniform(0.8, 1.2, albedo.shape)).astype(np.float32)
    shown = cleaned(noisy, albedo, depth, normal)
    assert np.abs(shown - albedo).mean() < 0.3 * np.abs(noisy - albedo).mean()
    assert shown[:, :31].min() > 0.4 and shown[:, 33:].max() < 0.15
    assert 0.0 <= developed(shown).min() <= developed(shown).max() <= 1.0


def test_without_the_renderer_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "mitsuba", None)
    with pytest.raises(HardwareError, match="pip install"):
        tracer.mitsuba()


@pytest.mark.soak
def test_a_block_is_traced_in_front_of_its_table() -> None:
    surface = Surface(triangles(block(-10, -10, 0, 10, 10, 10)), "white")
    view = View((surface,), (), Camera((0.0, -60.0, 60.0), (0.0, 0.0, 5.0), 40.0), 0.0, 50.0, paper=(0.05, 0.05, 0.05))
    found = tracer.trace(view, 48, 32, 4)
    assert found.shape == (32, 48, 3)
    assert found[14:18, 22:26].mean() > 2 * found[:4, :4].mean()


def test_the_readmes_pictures_are_there_and_not_too_large() -> None:
    folder = Path(__file__).parents[3] / "docs" / "hardware" / "pictures"
    for name in ("case.png", "stack.png", "cell.png"):
        path = folder / name
        assert path.stat().st_size <= pictures.MOST_BYTES
        assert 0.6 * pictures.WIDTH <= Image.open(path).width <= pictures.WIDTH


def test_every_panel_has_a_position() -> None:
    assert all(cell < panel_grid("hex7").cells for cell, _, _ in played("hex7").pieces)
