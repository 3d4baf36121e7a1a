"""The engine's chances, told as sure as they may be: what is found of synthetic and of played games."""

import math
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume import games

pytest.importorskip("numba", reason="the extra engine is not installed")

from hexlume_host.engine.calibration import Expected, Expecting, fitted, interval, log_loss, play, promises
from hexlume_host.engine.engine import Engine
from hexlume_host.engine.level import OF_GAME, STRONGEST, Limit, told
from hexlume_host.engine.match import Terms

pytestmark = pytest.mark.integration

chances = st.floats(0.001, 0.5)
"""Above a half too few digits are left for its distance from 1."""
factors = st.floats(0.05, 5.0)


def odds(chance: float) -> float:
    return math.log(chance / (1 - chance))


@given(chances, factors)
def test_log_odds_are_multiplied(chance: float, sureness: float) -> None:
    assert odds(told(chance, sureness)) == pytest.approx(sureness * odds(chance), rel=1e-4, abs=1e-9)
    assert told(chance, sureness) + told(1 - chance, sureness) == pytest.approx(1)


def test_what_is_certain_or_even_stays_so() -> None:
    for sureness in (0.1, 1.0, 3.0):
        assert [told(chance, sureness) for chance in (0.0, 0.5, 1.0)] == [0.0, 0.5, 1.0]


def made(sureness: float, seed: int, count: int = 300) -> list[Expected]:
    """Return games of twenty positions that came out as likely as the chances with so much sureness tell."""
    draw = Random(seed)
    found = []
    for _ in range(count):
        expected = [draw.betavariate(0.7, 0.7) for _ in range(20)]
        found.append(Expected(expected, [float(draw.random() < told(chance, sureness)) for chance in expected]))
    return found


@pytest.mark.parametrize("sureness", [0.2, 1.0, 1.8])
def test_the_sureness_that_made_games_is_found(sureness: float) -> None:
    told_of = made(sureness, seed=3)
    low, high = interval(told_of, times=60)
    assert 0.8 * sureness < low < fitted(told_of) < high < 1.2 * sureness
    least = log_loss(told_of, fitted(told_of))
    assert least <= log_loss(told_of, 0.9 * fitted(told_of)) and least <= log_loss(told_of, 1.1 * fitted(told_of))
    assert log_loss(told_of, 1e-12) == pytest.approx(math.log(2))
    kept = [part for part in promises(told_of, sureness) if part is not None and part.positions > 200]
    assert len(kept) >= 2 and all(part.came == pytest.approx(part.promised, abs=0.05) for part in kept)


def test_promises_are_those_of_who_seemed_ahead() -> None:
    kept = promises([Expected([0.1, 0.55, 0.9, 1.0], [0.0, 0.5, 0.0, 1.0])], 1.0)
    assert [part and part.positions for part in kept] == [1, None, None, None, 3]
    assert kept[0] is not None and kept[0].came == 0.5
    assert kept[4] is not None and kept[4].came == pytest.approx(2 / 3)
    assert kept[4].promised == pytest.approx(2.8 / 3)


def test_nothing_is_found_without_a_position() -> None:
    with pytest.raises(ValueError, match="no game came to an end"):
        fitted([Expected([], [])])


@pytest.mark.parametrize("rules", ["orochi", "sibling"])
def test_a_game_is_played_and_told_by_who_was_to_act(rules: str) -> None:
    task = Expecting(Terms("", "", rules, 4, {}, 1.0, 2, 5, 0.0, 600, True), playouts=40, memory_mb=16)
    game = play(task, 0)
    assert game == play(task, 0) != play(task, 1)
    assert len(game.chances) == len(game.points) > 5
    assert all(0 <= chance <= 1 for chance in game.chances)
    # Neither game ends in a draw, and both players have been to act.
    assert set(game.points) == {0.0, 1.0}
    # Near its end it is clear who wins.
    assert abs(game.chances[-1] - game.points[-1]) < 0.5


def test_a_game_that_is_too_long_tells_nothing() -> None:
    task = Expecting(Terms("", "", "orochi", 4, {}, 1.0, 2, 5, 0.0, 10, True), playouts=10, memory_mb=16)
    assert play(task, 0) == Expected([], [])


def test_the_engine_searches_alike_and_tells_chances_by_its_sureness() -> None:
    game = games.start("orochi", 4)
    found = [
        Engine(replace(STRONGEST, tuned={"orochi": replace(OF_GAME["orochi"], sureness=sureness)}), 1, 16).analyse(
            game, Limit(playouts=300)
        )
        for sureness in (1.0, 0.4)
    ]
    raw, calm = ({one.action: (one.visits, one.chance) for one in analysis.candidates} for analysis in found)
    assert calm == {action: (visits, pytest.approx(told(chance, 0.4))) for action, (visits, chance) in raw.items()}
    assert found[1].chance == pytest.approx(told(found[0].chance, 0.4))
