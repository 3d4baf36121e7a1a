"""The shipped table of the magnet's field against magpylib."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hexlume_hw.panel import stackup
from hexlume_hw.physics import field_table
from hexlume_hw.physics.design import DESIGN
from hexlume_hw.physics.field import field_mt
from hexlume_hw.physics.field_table import ASIDE_MM, FAR, NEAR, StaleTable, field_rows, unpacked
from hexlume_hw.physics.make_field_table import table
from hexlume_sim.world.magnets import FieldTable

POINTS = 600
SHIPPED = Path(field_table.__file__).with_name(field_table.FILE_NAME)


def test_the_shipped_table_is_what_magpylib_computes() -> None:
    made, shipped = unpacked(table()), field_rows()
    assert shipped[:3] == made[:3] == (stackup.REMANENCE_MT, stackup.MAGNET_DIAMETER_MM, stackup.MAGNET_HEIGHT_MM)
    for row, expected in zip(shipped.near + shipped.far, made.near + made.far, strict=True):
        assert row == pytest.approx(expected, rel=1e-5, abs=1e-6)


@pytest.mark.parametrize(
    ("gaps", "within"),
    [((2.0, 4.0), 0.01), ((4.0, NEAR.last_mm), 0.003), ((NEAR.last_mm, FAR.last_mm - 0.01), 0.003)],
    ids=["as near as no disc comes", "at rest and hovering", "carried"],
)
def test_between_its_places_the_table_is_magpylibs_field(gaps: tuple[float, float], within: float) -> None:
    """On the axis, off it and far away, as a share of the field right below."""
    random = np.random.default_rng(11)
    gap = random.uniform(*gaps, POINTS)
    aside = ASIDE_MM * 0.999 * random.random(POINTS) ** 2
    exact = field_mt(DESIGN, aside, gap)
    below = field_mt(DESIGN, np.zeros(POINTS), gap)
    fields = FieldTable()
    off = [abs(fields.mt(a, g) - e) / b for a, g, e, b in zip(aside, gap, exact, below, strict=True)]
    assert max(off) < within


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda content: content[:-4], "cannot be read"),
        (lambda content: b"\x00\xff" + content, "cannot be read"),
        (lambda _: b"", "cannot be read"),
        (lambda content: _with(content, "magnet", [1180.0, "wide", 3.0]), "cannot be read"),
        (lambda content: _with(content, "fields", [[[1.0]], [[1.0]]]), "another grid"),
        (lambda content: _with(content, "magnet", [1180.0]), "another grid"),
        (lambda content: _with(content, "near", [1.0, 20.0, 0.5, 0.5]), "another grid"),
    ],
    ids=["cut", "not text", "empty", "no number", "few fields", "too few", "grid"],
)
def test_a_damaged_table_is_refused(change: Callable[[bytes], bytes], said: str) -> None:
    with pytest.raises(StaleTable, match=said):
        unpacked(change(SHIPPED.read_bytes()))


def _with(content: bytes, key: str, value: object) -> bytes:
    return json.dumps({**json.loads(content), key: value}).encode()
