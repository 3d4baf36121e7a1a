"""One's own mistakes as puzzles: proven where that can be, else by what the analysis found."""

import pytest

from hexlume_engine.puzzles.grading import grade
from hexlume_engine.puzzles.mistakes import mistake_puzzles
from hexlume_engine.puzzles.prover import Prover
from hexlume_engine.puzzles.puzzle import Puzzle
from hexlume_engine.review.evaluation import Choice, Evaluation, line_keys
from hexlume_engine.review.reviewed_game import ReviewedGame, save_evaluation
from hexlume_engine.review.reviewer import Reviewer
from hexlume_engine.search.factory import make_engine
from hexlume_engine.search.level import STRONGEST, Limit
from hexlume_host.store.repository import Store
from hexlume_record.game.record import FROM_PUZZLE
from hexlume_record.game.replay import replay_of
from tests.host.played_games import PlayedGame
from tests.host.search.plain_search import PlainSearch


def choice(action: str, chance: float, *line: str) -> Choice:
    return Choice(action, chance, None, 100, (action, *line))


def found(store: Store, game: int, ply: int, colour: str, *choices: Choice) -> None:
    """Keep what an analysis may have found of the position after so many actions."""
    names = [action.action for action in store.record(game).actions]
    save_evaluation(store, game, Evaluation(ply, line_keys(names)[ply], colour, None, choices, 100, 1.0))


@pytest.fixture
def game(store: Store) -> PlayedGame:
    """A game on a board too large to prove anything: white, Ann, gives away much with its second action."""
    played = PlayedGame(store, "sibling", 4)
    for action in ("a1", "g1", "g3", "b1"):
        played.act(action)
    found(store, played.number, 4, "white", choice("b3", 0.3))
    found(
        store,
        played.number,
        3,
        "white",
        choice("d4", 0.7, "d6"),
        choice("d3", 0.66),
        choice("c2", 0.6),
        choice("b1", 0.32, "b3"),
    )
    return played


def test_a_turning_point_is_a_puzzle_and_says_that_it_is_an_estimate(game: PlayedGame, store: Store) -> None:
    (puzzle,) = mistake_puzzles(store, "", None)
    assert (puzzle.actions, puzzle.played, puzzle.ply, puzzle.game) == (("a1", "g1", "g3"), "b1", 4, game.number)
    assert (puzzle.value, puzzle.best, puzzle.player) == (None, ("d4", "d3"), "ann")
    assert puzzle.themes == ("mistake",)
    assert grade(puzzle, "d3").right and not grade(puzzle, "c2").right
    verdict = grade(puzzle, "b1")
    assert not verdict.right and "estimate" in verdict.sentence and "gives away 40 %" in verdict.sentence
    assert verdict.refutation == ("b3",)


def test_everybody_has_mistakes_of_their_own(game: PlayedGame, store: Store) -> None:
    assert [puzzle.player for puzzle in mistake_puzzles(store, "ANN", None)] == ["ann"]
    assert list(mistake_puzzles(store, "Ben", None)) == []
    assert list(mistake_puzzles(store, "An", None)) == []
    looked: list[int] = []
    other = PlayedGame(store, "sibling", 4, 2).play(4)
    list(mistake_puzzles(store, "", None, looked.append))
    # Only what was analysed is looked at, and no puzzle on a board.
    assert looked == [game.number] and other.number != game.number
    store.mark(game.identity, FROM_PUZZLE)
    assert list(mistake_puzzles(store, "", None)) == []


@pytest.mark.integration
def test_mistake_is_graded_by_a_proof_where_there_is_one(store: Store, sibling_puzzles: list[Puzzle]) -> None:
    base = min(sibling_puzzles, key=lambda puzzle: -len(puzzle.actions))
    wrong = next(action for action in sorted(base.answers) if action not in base.best)
    played = PlayedGame(store, "sibling", 3)
    for action in (*base.actions, wrong):
        played.act(action)
    played.play()
    reviewed = ReviewedGame.of(replay_of(store.record(played.number)))
    reviewer = Reviewer(make_engine(STRONGEST, 1, 16), reviewed)
    for ply in range(len(reviewed.names) - 1, len(base.actions) - 1, -1):
        save_evaluation(store, played.number, reviewer.evaluate(ply, Limit(None, 400)))
    puzzles = {puzzle.ply: puzzle for puzzle in mistake_puzzles(store, "", Prover(20_000))}
    own = puzzles[len(base.actions) + 1]
    assert (own.value, own.best, own.played) == (base.value, base.best, wrong)
    assert own.themes == ("mistake", *base.themes) and own.key() != base.key()
    for puzzle in puzzles.values():
        if puzzle.value is not None:
            values = PlainSearch().values(puzzle.position())
            assert {name for name, value in values.items() if value == puzzle.value} == set(puzzle.best)
            assert puzzle.played not in puzzle.best
