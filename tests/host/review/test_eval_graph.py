"""The evaluation graph: no action raises its player's chance, and the turning points tell the largest drops."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_engine.review.eval_graph import Point, eval_graph
from hexlume_engine.review.evaluation import Choice, Evaluation, line_keys
from hexlume_engine.review.text import (
    chance_words,
    curve_lines,
    percent,
    position_sentence,
    summary_sentence,
    turning_sentence,
)
from hexlume_engine.review.turning_points import (
    BLUNDER,
    LEAST_LOSS,
    MISSED_WIN,
    MISTAKE,
    MOST_TURNING_POINTS,
    turning_points,
)
from hexlume_engine.search.level import Limit
from hexlume_engine.search.value import CHANCE
from hexlume_record.game.record import SEAT_SWAPS, seats_swapped

COLOURS = st.sampled_from(["white", "black"])
CHANCES = st.floats(0, 1)


@st.composite
def choices(draw, action):
    proven = draw(st.sampled_from([None, None, None, "win", "loss", "draw"]))
    chance = CHANCE[proven] if proven else draw(CHANCES)
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
def test_turning_points_are_few_different_and_real(line):
    points = eval_graph(*line)
    found = turning_points(points)
    assert len(found) <= MOST_TURNING_POINTS
    assert [turn.points[0].ply for turn in found] == sorted({turn.points[0].ply for turn in found})
    named = [point for turn in found for point in turn.points]
    assert len({point.ply for point in named}) == len(named)
    assert all((point.gave_away or 0) >= LEAST_LOSS for point in named)
    told = [(turn.colour, turn.before, turn.after, turn.decided) for turn in found]
    assert len(set(told)) == len(told)
    assert sum(turn.decided for turn in found) <= 1
    worst = max((point.gave_away or 0 for point in points), default=0)
    assert (worst >= LEAST_LOSS) == bool(found)
    for turn in found:
        for point in turn.points:
            assert point.action not in {choice.action for choice in point.better}
            assert (turn.colour, point.colour) == (point.colour, turn.colour)
        assert turning_sentence(turn).startswith(f"{turn.points[0].ply}. {turn.points[0].action} ({turn.severity}")


def position(ply, colour, chance, *better, proven=None):
    """An evaluation of a position whose best actions, other than the one that was played, are worth ``chance``."""
    found = tuple(Choice(action, chance, proven, 900, (action, "e6")) for action in better)
    return Evaluation(ply, "", colour, proven, found, 1000, 1.0)


def test_a_lost_win_is_a_blunder_that_decided_and_earlier_ones_are_one_turning_point():
    actions = [("b4", "white"), ("c4", "black"), ("d4", "white"), ("e4", "black"), ("f4", "white")]
    positions = {
        ply: position(ply, colour, 1.0, better, proven="win")
        for ply, (colour, better) in enumerate(
            [("white", "c3"), ("black", "d3"), ("white", "e3"), ("black", "f3"), ("white", "g3")]
        )
    }
    points = eval_graph(actions, "B+", positions)
    found = turning_points(points)
    assert [([point.ply for point in turn.points], turn.severity, turn.decided) for turn in found] == [
        ([1, 3], BLUNDER, False),
        ([2, 4], BLUNDER, False),
        ([5], BLUNDER, True),
    ]
    assert [turning_sentence(turn) for turn in found] == [
        "1. b4 (blunder, 2 times): White had a won game 2 times. After 1. b4 and 3. d4 black wins."
        " Better: 1. c3 and 3. e3.",
        "2. c4 (blunder, 2 times): Black had a won game 2 times. After 2. c4 and 4. e4 white wins."
        " Better: 2. d3 and 4. f3.",
        "5. f4 (blunder): White had a won game. After f4 black wins. Better was g3: it wins. For example g3 e6."
        " This decided the game.",
    ]
    assert summary_sentence(points, found) == "The game was won for white from the start. The game turned 5 times."


def test_a_missed_win_and_a_mistake_are_told_apart():
    chances = {0: position(0, "white", 0.9, "c3"), 1: position(1, "black", 0.75, "d3", "e3")}
    points = eval_graph([("b4", "white"), ("c4", "black")], None, {**chances, 2: position(2, "white", 0.5, "f3")})
    found = turning_points(points)
    assert [turn.severity for turn in found] == [MISSED_WIN, MISTAKE]
    assert [turning_sentence(turn) for turn in found] == [
        "1. b4 (missed win): White was winning. After b4 black is better. Better was c3. For example c3 e6.",
        "2. c4 (mistake): Black was better. After c4 the game is even. Better was d3 or e3. For example d3 e6.",
    ]
    assert summary_sentence(points, found) == "The game was winning for white from the start. The game turned 2 times."


@pytest.mark.parametrize(
    ("chance", "words"), [(0, "0 %"), (0.001, "1 %"), (0.62, "62 %"), (0.9999, "99 %"), (1, "100 %")]
)
def test_only_what_is_certain_is_told_as_certain(chance, words):
    assert percent(chance) == words


@pytest.mark.parametrize(
    ("proven", "chance", "sentence", "words"),
    [
        ("win", 1.0, "White wins, for certain.", "a certain win"),
        ("draw", 0.5, "The game is drawn, for certain.", "a certain draw"),
        ("loss", 0.0, "White loses, for certain.", "0 %"),
        (None, 0.62, "White is to act. Chance to win: 62 %.", "62 %"),
    ],
)
def test_a_position_is_called_won_drawn_or_lost_as_it_is_proven(proven, chance, sentence, words):
    assert position_sentence("white", chance, proven) == sentence
    assert chance_words(Choice("a1", chance, proven, 9, ("a1",))) == words


def test_more_thought_is_asked_for_only_where_it_may_help():
    found = Evaluation(0, "", "white", None, (Choice("a1", 0.5, None, 9, ("a1",)),), 100, 1.0)
    assert found.suffices(Limit(1.0))
    assert not found.suffices(Limit(2.0))
    assert found.suffices(Limit(None, 100))
    assert not found.suffices(Limit(None, 101))
    assert replace(found, proven="loss").suffices(Limit(1000.0))


def test_the_curve_is_as_high_as_the_chance_and_empty_where_nothing_is_known():
    points = [Point(ply, "", "", True, white, False, None, ()) for ply, white in enumerate((None, 0.0, 0.5, 1.0))]
    assert curve_lines(points, 11) == [
        "100 % │      ██",
        *["      │      ██"] * 3,
        " 50 % │    ████",
        *["      │    ████"] * 2,
        "  0 % │  ▁▁████",
        "       0      3",
    ]
