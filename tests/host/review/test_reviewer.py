"""A short real game, analysed: interrupted and gone on with, taken back, kept in the store."""

from collections.abc import Callable

import pytest

from hexlume import games
from hexlume.games.pieces import WHITE
from hexlume_engine.review.evaluation import Choice, Evaluation, line_keys
from hexlume_engine.review.reviewed_game import ReviewedGame, save_evaluation
from hexlume_engine.review.reviewer import Reviewer
from hexlume_engine.review.turning_points import turning_points
from hexlume_engine.search.engine import Engine
from hexlume_engine.search.level import Limit
from hexlume_engine.search.value import CHANCE
from hexlume_host.store.repository import Store
from hexlume_record.errors import RecordError
from hexlume_record.game.position import legal_texts
from hexlume_record.game.replay import replay_of
from tests.host.played_games import PlayedGame
from tests.host.search.plain_search import PlainSearch

pytestmark = pytest.mark.integration

SubjectOf = Callable[[int], ReviewedGame]
MakeEngine = Callable[[], Engine]
LIMIT = Limit(None, 2_000)


def analyse(store: Store, reviewed: ReviewedGame, engine: Engine, limit: Limit = LIMIT, most: int = 1000) -> list[int]:
    """Do what the command does, for so many plies at most; return the plies that were thought about."""
    plies = reviewed.plan(reviewed.evaluations(store), limit)
    reviewer = Reviewer(engine, reviewed)
    for ply in plies[:most]:
        save_evaluation(store, reviewed.id, reviewer.evaluate(ply, limit))
    return plies[:most]


def test_a_small_game_is_judged_as_plain_search_judges_it(
    store: Store, subject_of: SubjectOf, make_engine: MakeEngine
) -> None:
    """ORO-8 on seven cells is solved from its start: the curve is certain, what was given away is the game."""
    plain = PlainSearch()
    for seed in range(3):
        reviewed = subject_of(PlayedGame(store, "orochi", 2, seed).play().number)
        analyse(store, reviewed, make_engine(), Limit(None, 100_000))
        points = reviewed.eval_graph(reviewed.evaluations(store))
        game = games.start("orochi", 2)
        for point in points:
            if point.ply:
                game.push_text(point.action)
            assert point.proven
            if game.result is None:
                chance = CHANCE[plain.value(game)]
                assert point.white == (chance if game.to_move == WHITE else 1 - chance), point
        swings = {point.ply for point in points if point.gave_away}
        turned = [point for turn in turning_points(points) for point in turn.points]
        assert {point.ply for point in turned} == swings
        for point in turned:
            assert point.better
            assert point.better[0].proven in ("win", "draw")


def test_review_goes_on_where_it_was_interrupted(store: Store, subject_of: SubjectOf, make_engine: MakeEngine) -> None:
    reviewed = subject_of(PlayedGame(store, "sibling", 3, 2).play(8).number)
    first = analyse(store, reviewed, make_engine(), most=3)
    assert first == [8, 7, 6]
    known = reviewed.evaluations(store)
    points = reviewed.eval_graph(known)
    assert [point.white is not None for point in points] == [False] * 6 + [True] * 3
    rest = analyse(store, reviewed, make_engine())
    assert rest == [5, 4, 3, 2, 1, 0]
    after = reviewed.evaluations(store)
    assert {ply: after[ply] for ply in first} == known
    assert analyse(store, reviewed, make_engine()) == []
    # More thought is asked of what is not certain.
    more = analyse(store, reviewed, make_engine(), Limit(None, 2_500), most=2)
    assert all(not after[ply].proven for ply in more)


def test_a_resigned_game_is_judged_to_where_it_stood(
    store: Store, subject_of: SubjectOf, make_engine: MakeEngine
) -> None:
    reviewed = subject_of(PlayedGame(store, "droched", 4, 1).play(3).resign().number)
    assert reviewed.result is None
    assert analyse(store, reviewed, make_engine(), Limit(None, 20)) == [3, 2, 1, 0]


def test_games_that_cannot_be_analysed_say_why(store: Store, subject_of: SubjectOf) -> None:
    with pytest.raises(RecordError, match="Nobody has acted in game 1: there is nothing to analyse"):
        subject_of(PlayedGame(store, "orochi", 3).number)
    problem = PlayedGame(store, "orcoon", 4, 2).play(2)
    problem.tell("action", action="z9", colour="white")
    replay = replay_of(store.record(problem.number))
    assert len(ReviewedGame.of(replay).actions) == 2


def test_what_was_taken_back_is_no_part_of_it(store: Store, subject_of: SubjectOf) -> None:
    played = PlayedGame(store, "sibling", 3, 5).play(5)
    reviewed = subject_of(played.number)
    found = (Choice("a1", 0.5, None, 9, ("a1",)),)
    for ply, key in enumerate(line_keys(reviewed.names)):
        save_evaluation(store, reviewed.id, Evaluation(ply, key, "white", None, found, 9, 1.0))
    played.undo()
    played.undo()
    played.act(next(action for action in legal_texts(played.game) if action != reviewed.names[3]))
    now = subject_of(played.number)
    # Up to the action taken back all is known; the position after the new one is not.
    assert sorted(now.evaluations(store)) == [0, 1, 2, 3]
    assert now.plan(now.evaluations(store), Limit(1.0)) == [4]
    save_evaluation(store, now.id, Evaluation(4, line_keys(now.names)[4], "white", None, found, 9, 1.0))
    assert sorted(now.evaluations(store)) == [0, 1, 2, 3, 4]
