"""Calibration of win chances: the factor of synthetic and of played games, and its use by the engine."""

import math
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume import games

pytest.importorskip("numba", reason="the extra engine is not installed")

from hexlume_engine.search.calibration import CalibrationRun, GameChances, fit, interval, log_loss, play, reliability
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import OF_GAME, STRONGEST, Limit, calibrate
from hexlume_engine.search.match import Terms

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


def made(factor: float, seed: int, count: int = 300) -> list[GameChances]:
    """Return games of twenty positions whose results are as likely as the chances calibrated by a factor."""
    draw = Random(seed)
    found = []
    for _ in range(count):
        expected = [draw.betavariate(0.7, 0.7) for _ in range(20)]
        found.append(GameChances(expected, [float(draw.random() < calibrate(chance, factor)) for chance in expected]))
    return found


@pytest.mark.sample(1)
@pytest.mark.parametrize("factor", [0.2, 1.0, 1.8])
def test_fit_finds_the_factor_that_synthetic_games_were_made_with(factor: float) -> None:
    synthetic = made(factor, seed=3)
    low, high = interval(synthetic, times=60)
    assert 0.8 * factor < low < fit(synthetic) < high < 1.2 * factor
    least = log_loss(synthetic, fit(synthetic))
    assert least <= log_loss(synthetic, 0.9 * fit(synthetic)) and least <= log_loss(synthetic, 1.1 * fit(synthetic))
    assert log_loss(synthetic, 1e-12) == pytest.approx(math.log(2))
    bins = [one for one in reliability(synthetic, factor) if one is not None and one.positions > 200]
    assert len(bins) >= 2 and all(one.result == pytest.approx(one.chance, abs=0.05) for one in bins)


def test_reliability_is_that_of_the_player_who_seemed_ahead() -> None:
    bins = reliability([GameChances([0.1, 0.55, 0.9, 1.0], [0.0, 0.5, 0.0, 1.0])], 1.0)
    assert [one and one.positions for one in bins] == [1, None, None, None, 3]
    assert bins[0] is not None and bins[0].result == 0.5
    assert bins[4] is not None and bins[4].result == pytest.approx(2 / 3)
    assert bins[4].chance == pytest.approx(2.8 / 3)


def test_nothing_is_found_without_a_position() -> None:
    with pytest.raises(ValueError, match="no game came to an end"):
        fit([GameChances([], [])])


@pytest.mark.sample(1)
@pytest.mark.parametrize("rules", ["orochi", "sibling"])
def test_game_has_the_chances_and_results_of_the_player_to_act(rules: str) -> None:
    task = CalibrationRun(Terms("", "", rules, 4, {}, 1.0, 2, 5, 0.0, 600, True), playouts=40, memory_mb=16)
    game = play(task, 0)
    assert game == play(task, 0) != play(task, 1)
    assert len(game.chances) == len(game.points) > 5
    assert all(0 <= chance <= 1 for chance in game.chances)
    # Neither game ends in a draw, and both players have been to act.
    assert set(game.points) == {0.0, 1.0}
    # Near its end it is clear who wins.
    assert abs(game.chances[-1] - game.points[-1]) < 0.5


def test_game_that_is_too_long_has_no_chances() -> None:
    task = CalibrationRun(Terms("", "", "orochi", 4, {}, 1.0, 2, 5, 0.0, 10, True), playouts=10, memory_mb=16)
    assert play(task, 0) == GameChances([], [])


def test_engine_calibrates_the_chances_and_searches_alike_with_any_factor() -> None:
    game = games.start("orochi", 4)
    found = [
        Engine(replace(STRONGEST, tuned={"orochi": replace(OF_GAME["orochi"], calibration=factor)}), 1, 16).analyse(
            game, Limit(playouts=300)
        )
        for factor in (1.0, 0.4)
    ]
    raw, calm = ({one.action: (one.visits, one.chance) for one in analysis.candidates} for analysis in found)
    assert calm == {action: (visits, pytest.approx(calibrate(chance, 0.4))) for action, (visits, chance) in raw.items()}
    assert found[1].chance == pytest.approx(calibrate(found[0].chance, 0.4))
