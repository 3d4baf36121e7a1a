"""Side forces between discs against the dipoles' formula, and against friction."""

from dataclasses import replace
from math import pi

import pytest

from hexlume_hw.panel.stackup import DISC_HEIGHT_MM
from hexlume_hw.physics.design import DESIGN
from hexlume_hw.physics.forces import NEWTON_PER_GF, complaints, disc_weight_g, force_gf, side_forces

pytestmark = pytest.mark.integration

MOMENT_AM2 = 1.18 / (4e-7 * pi) * pi / 4 * 0.008**2 * 0.003


def test_far_apart_discs_are_dipoles() -> None:
    """Side by side F = 3 mu0 m^2 / (4 pi r^4), one above the other twice that and attracting."""
    force = 3e-7 * MOMENT_AM2**2 / 0.1**4 / NEWTON_PER_GF
    assert force_gf(DESIGN, 100.0, 0.0)[0] == pytest.approx(force, rel=0.02)
    assert force_gf(DESIGN, 0.0, 100.0)[1] == pytest.approx(-2 * force, rel=0.02)


def test_known_pairs() -> None:
    """Between equal 8 x 3 mm magnets 32 mm apart 0.6 gf; 10 x 3 mm at 25 mm 4.4 gf."""
    assert force_gf(DESIGN, 32.0, 0.0)[0] == pytest.approx(0.6, abs=0.05)
    assert force_gf(replace(DESIGN, magnet_diameter_mm=10.0), 25.0, 0.0)[0] == pytest.approx(4.4, abs=0.3)


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_friction_holds_a_disc_against_a_neighbour(kind: str) -> None:
    found = side_forces(DESIGN, kind)
    assert found.pair < found.nearest < found.surrounded < 4 * found.nearest
    assert found.nearest < found.held < found.weight


def test_a_disc_weighs_what_its_hollow_halves_and_its_magnet_weigh() -> None:
    """By hand, in mm: faces of 2 mm, walls of 1.2 mm (2.45 mm with the spigot), bosses of 1.2 mm round the magnet."""
    half = DISC_HEIGHT_MM / 2 - 2.0
    faces = 2 * 2.0 * pi * 12.5**2
    walls = half * pi * (12.5**2 - 11.3**2 + 12.5**2 - 10.05**2) + 2.0 * pi * (11.25**2 - 10.05**2)
    bosses = 2 * (half * pi * 5.25**2 - 1.5 * pi * 4.05**2)
    # Chamfered edges and the marks' grooves take off less than 8 %.
    plastic = 1.24e-3 * (faces + walls + bosses)
    magnet = 7.5e-3 * 3.0 * pi * 4.0**2
    assert 0.92 * plastic + magnet < disc_weight_g() < plastic + magnet
    assert disc_weight_g() == pytest.approx(5.7, abs=0.05)


def test_larger_magnets_make_discs_creep() -> None:
    assert complaints(DESIGN) == []
    assert "they creep" in complaints(replace(DESIGN, magnet_diameter_mm=12.0, pitch_mm=28.0))[0]
