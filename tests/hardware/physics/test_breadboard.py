"""The breadboard's prediction against magpylib, and what its readings tell apart, as docs/ladder.md says."""

import re
from pathlib import Path
from random import Random

import pytest

from hexlume_hw.physics.breadboard import (
    NO_SENSOR,
    NOTHING,
    POLARITY,
    SITUATIONS,
    STEPS,
    SWITCH,
    UNKNOWN,
    Reading,
    Situation,
    diagnose,
    draw,
)
from hexlume_hw.physics.sensor import MIDDLE

PAGE = Path(__file__).parents[3] / "docs" / "ladder.md"
BY_SITUATION = pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.what)


def rates(situation: Situation, draws: int) -> tuple[float, float]:
    """Return how often a cause is named first, and first or second, in percent."""
    random = Random(2026)
    found = [diagnose(draw(situation, random)) for _ in range(draws)]
    first = sum(one.cause == situation.cause for one in found)
    return 100 * first / draws, 100 * sum(situation.cause in (one.cause, one.other) for one in found) / draws


def promised(situation: Situation) -> tuple[float, float]:
    """Return the rates that the page has."""
    row = re.search(rf"\| {re.escape(situation.what)} \| ([\d.]+) \| ([\d.]+) \|", PAGE.read_text(encoding="utf-8"))
    assert row is not None, situation.what
    return float(row[1]), float(row[2])


@pytest.mark.soak
@BY_SITUATION
def test_ten_thousand_draws_are_named_as_often_as_the_page_says(situation: Situation) -> None:
    for got, promise in zip(rates(situation, 10_000), promised(situation), strict=True):
        assert got == pytest.approx(promise, abs=0.06)


def good() -> Reading:
    """Return a reading of the right pair, white side up first."""
    return draw(SITUATIONS[0], Random(5))


def test_the_side_that_lay_up_first_is_known_by_the_sign_of_the_field() -> None:
    reading = good()
    assert diagnose(reading).order and diagnose(reading).white_up
    other = Reading(reading.rest, tuple(2 * reading.rest - counts for counts in reading.counts))
    assert diagnose(other).order and not diagnose(other).white_up
    assert all(abs(one) < 3 for one in diagnose(reading).sigma)


@pytest.mark.parametrize("place", range(len(STEPS)))
def test_a_magnet_with_the_wrong_side_up_is_named(place: int) -> None:
    reading = good()
    counts = list(reading.counts)
    counts[place] = 2 * reading.rest - counts[place]
    assert diagnose(Reading(reading.rest, tuple(counts))).cause == POLARITY


@pytest.mark.parametrize(
    ("rest", "cause"), [(3.0, SWITCH), (4090.0, SWITCH), (745.0, NO_SENSOR), (1900.0, NO_SENSOR), (2120.0, NOTHING)]
)
def test_an_output_that_rests_elsewhere_or_feels_nothing_is_named(rest: float, cause: str) -> None:
    assert diagnose(Reading(rest, (rest,) * len(STEPS))).cause == cause


def test_readings_that_fit_nothing_are_not_given_a_cause() -> None:
    rest = float(MIDDLE)
    reading = Reading(rest, (rest + 60, rest + 1400, rest - 1400, rest + 300))
    assert diagnose(reading).cause == UNKNOWN and not diagnose(reading).order
