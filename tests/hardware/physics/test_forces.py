"""Side forces between discs against the dipoles' formula, and against friction."""

from math import pi

import pytest

from hexlume_hw.physics.design import DESIGN
from hexlume_hw.physics.forces import NEWTON_PER_GF, force_gf, side_forces

pytestmark = pytest.mark.integration

MOMENT_AM2 = 1.18 / (4e-7 * pi) * pi / 4 * 0.008**2 * 0.003


def test_far_apart_discs_are_dipoles() -> None:
    """Side by side F = 3 mu0 m^2 / (4 pi r^4), one above the other twice that and attracting."""
    force = 3e-7 * MOMENT_AM2**2 / 0.1**4 / NEWTON_PER_GF
    assert force_gf(DESIGN, 100.0, 0.0)[0] == pytest.approx(force, rel=0.02)
    assert force_gf(DESIGN, 0.0, 100.0)[1] == pytest.approx(-2 * force, rel=0.02)


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_friction_holds_a_disc_against_a_neighbour(kind: str) -> None:
    found = side_forces(DESIGN, kind)
    assert found.pair < found.nearest < found.surrounded < 4 * found.nearest
    assert found.nearest < found.held < found.weight
