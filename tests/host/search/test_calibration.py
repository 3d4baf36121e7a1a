"""Calibration of the engine's win chances."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume import games

pytest.importorskip("numba", reason="the extra engine is not installed")

from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import OF_GAME, STRONGEST, Limit, calibrate

pytestmark = pytest.mark.integration

chances = st.floats(0.001, 0.5)
"""Above a half too few digits are left for its distance from 1."""
factors = st.floats(0.05, 5.0)


def odds(chance: float) -> float:
    return math.log(chance / (1 - chance))


@given(chances, factors)
def test_log_odds_are_multiplied(chance: float, factor: float) -> None:
    assert odds(calibrate(chance, factor)) == pytest.approx(factor * odds(chance), rel=1e-4, abs=1e-9)
    assert calibrate(chance, factor) + calibrate(1 - chance, factor) == pytest.approx(1)


def test_what_is_certain_or_even_stays_so() -> None:
    for factor in (0.1, 1.0, 3.0):
        assert [calibrate(chance, factor) for chance in (0.0, 0.5, 1.0)] == [0.0, 0.5, 1.0]


def test_engine_calibrates_the_chances_and_searches_alike_with_any_factor() -> None:
    game = games.start("orochi", 4)
    found = [
        Engine(replace(STRONGEST, tuned={"orochi": OF_GAME["orochi"]._replace(calibration=factor)}), 1, 16).analyse(
            game, Limit(playouts=300)
        )
        for factor in (1.0, 0.4)
    ]
    raw, calm = ({one.action: (one.visits, one.chance) for one in analysis.candidates} for analysis in found)
    assert calm == {action: (visits, pytest.approx(calibrate(chance, 0.4))) for action, (visits, chance) in raw.items()}
    assert found[1].chance == pytest.approx(calibrate(found[0].chance, 0.4))
