"""The evaluation graph: no action raises its player's chance, and the turning points are the largest drops."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_host.engine.level import Limit
from hexlume_host.game.record import SEAT_SWAPS, seats_swapped
from hexlume_host.review.eval_graph import LEAST_SWING, MOST_TURNING_POINTS, eval_graph, turning_points
from hexlume_host.review.evaluation import PROVEN_CHANCE, Choice, Evaluation, line_keys
from hexlume_host.review.text import curve_lines, percent, summary_sentence, turning_sentence

COLOURS = st.sampled_from(["white", "black"])
CHANCES = st.floats(0, 1)


@st.composite
def choices(draw, action):
    proven = draw(st.sampled_from([None, None, None, "win", "loss", "draw"]))
    chance = PROVEN_CHANCE[proven] if proven else draw(CHANCES)
    return Choice(action, chance, proven, draw(st.integers(0, 10_000)), (action, "b2", "c3"))


@st.composite
def lines(draw):
    """A line of actions with a result or none, and evaluations of any of its positions."""
    count = draw(st.integers(1, 12))
    actions = [(draw(st.sampled_from([f"a{at + 1}"] * 6 + list(SEAT_SWAPS))), draw(COLOURS)) for at in range(count)]
    result = draw(st.sampled_from([None, "W+", "B+", "0"]))
    keys = line_keys([action for action, _ in actions])
    evaluations = {}
    for ply in range(count + (result is None)):
        if draw(st.integers(0, 4)) == 0:
            continue
        names = ["d4", "e5", *([actions[ply][0]] if ply < count else [])]
        found = [draw(choices(name)) for name in draw(st.permutations(names))]
        colour = actions[ply][1] if ply < count else draw(COLOURS)
        certain = {choice.proven for choice in found}
        proven = "win" if "win" in certain else None
        if None not in certain and proven is None:
            proven = "draw" if "draw" in certain else "loss"
        found.sort(key=lambda choice: {"win": 0, None: 1, "draw": 1, "loss": 2}[choice.proven])
        evaluations[ply] = Evaluation(ply, keys[ply], colour, proven, tuple(found), 100, 1.0)
    return actions, result, evaluations


@given(lines())
def test_no_action_raises_the_chance_of_who_plays_it(line):
    actions, result, evaluations = line
    points = eval_graph(actions, result, evaluations)
    assert [point.ply for point in points] == list(range(len(actions) + 1))
    for before, point in pairwise(points):
        if before.white is None or point.white is None:
            continue
        # ``white`` is who has white at the end: after an odd number of swaps still to come, that is black now.
        swapped = seats_swapped(action for action, _ in actions[point.ply - 1 :])
        sign = 1 if (point.colour == "white") != swapped else -1
        assert point.gave_away is not None
        assert point.gave_away >= 0
        assert sign * (before.white - point.white) == pytest.approx(point.gave_away, abs=1e-9)


@given(lines())
def test_turning_points_are_the_largest_swings_in_order(line):
    actions, result, evaluations = line
    points = eval_graph(actions, result, evaluations)
    found = turning_points(points)
    assert [point.ply for point in found] == sorted({point.ply for point in found})
    assert len(found) <= MOST_TURNING_POINTS
    assert all((point.gave_away or 0) >= LEAST_SWING for point in found)
    others = [point.gave_away for point in points if point not in found and point.gave_away is not None]
    if others and max(others) >= LEAST_SWING:
        assert len(found) == MOST_TURNING_POINTS
        assert max(others) <= min(point.gave_away or 0 for point in found)
    for point in found:
        assert point.action not in {choice.action for choice in point.better}
        assert turning_sentence(point).startswith(f"{point.ply}. {point.colour} {point.action} gave away ")


@given(lines(), st.integers(10, 120))
def test_the_curve_is_as_wide_as_there_is_room(line, width):
    points = eval_graph(*line)
    rows = curve_lines(points, width)
    assert len(rows) == 9
    assert all(len(row) <= max(15, width) for row in rows)


@given(lines())
def test_what_is_not_known_is_told_as_that(line):
    actions, result, _ = line
    points = eval_graph(actions, result, {})
    assert [point.white is None for point in points] == [True] * len(actions) + [result is None]
    assert turning_points(points) == []
    assert summary_sentence(points, []) == "Nothing is analysed yet."


def test_a_turning_point_in_words():
    found = Evaluation(0, line_keys([])[0], "black", None, (Choice("d5", 0.62, None, 900, ("d5", "e6")),), 1000, 1.0)
    own = Choice("c4", 0.31, None, 90, ("c4",))
    points = eval_graph([("c4", "black")], None, {0: replace(found, choices=(*found.choices, own))})
    (point,) = turning_points(points)
    assert turning_sentence(point) == "1. black c4 gave away 31 %: d5 was better (62 %), e.g. d5 e6."
    assert points[0].white == pytest.approx(0.38)


@pytest.mark.parametrize(
    ("chance", "words"), [(0, "0 %"), (0.001, "1 %"), (0.62, "62 %"), (0.9999, "99 %"), (1, "100 %")]
)
def test_only_what_is_certain_is_told_as_certain(chance, words):
    assert percent(chance) == words


def test_more_thought_is_asked_for_only_where_it_may_help():
    found = Evaluation(0, "", "white", None, (Choice("a1", 0.5, None, 9, ("a1",)),), 100, 1.0)
    assert found.suffices(Limit(1.0))
    assert not found.suffices(Limit(2.0))
    assert found.suffices(Limit(None, 100))
    assert not found.suffices(Limit(None, 101))
    assert replace(found, proven="loss").suffices(Limit(1000.0))
