"""Puzzles of the engine's games, each action checked by a search that knows only the rules."""

import pytest

from hexlume import games
from hexlume.games.game import Game
from hexlume.games.pieces import WHITE
from hexlume_engine.puzzles.proof import same_positions
from hexlume_engine.puzzles.prover import Prover
from hexlume_engine.puzzles.puzzle import Puzzle
from hexlume_engine.puzzles.search import EASIEST, HARDEST, Source, difficulty_of, puzzles_in
from hexlume_engine.puzzles.theme import THEMES
from hexlume_record.game.position import legal_texts
from tests.host.puzzles.conftest import made
from tests.host.puzzles.plain_search import VALUE, PlainSearch, TooMany

pytestmark = pytest.mark.integration


def checked(puzzles: list[Puzzle]) -> int:
    """Check every puzzle whose lines can all be gone through; return how many these are."""
    searched = 0
    for puzzle in puzzles:
        game = puzzle.position()
        try:
            values = PlainSearch().values(game)
        except TooMany:
            continue
        searched += 1
        assert puzzle.value == max(values.values(), key=VALUE.__getitem__)
        # What leads to the identical position is one action; every other one is worse.
        (right,) = [group for group in same_positions(game) if game.name(group[0]) in puzzle.best]
        assert {name for name, value in values.items() if value == puzzle.value} == set(puzzle.best)
        assert set(puzzle.best) == set(map(game.name, right))
        assert {name: answer.value for name, answer in puzzle.answers.items()} == values
    return searched


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "kind",
    ["small_orochi", "sibling_puzzles", "orcoon_puzzles", pytest.param("orochi_puzzles", marks=pytest.mark.soak)],
)
def test_puzzle_has_exactly_one_best_action(kind: str, request: pytest.FixtureRequest) -> None:
    assert checked(request.getfixturevalue(kind)) >= 1


def test_droched_puzzle_has_exactly_one_best_action(droched_puzzles: list[Puzzle]) -> None:
    for puzzle in droched_puzzles:
        game = puzzle.position()
        # Lines go on for long there: what is over at once is seen at once.
        for name, answer in puzzle.answers.items():
            assert (answer.value == puzzle.value) == (name in puzzle.best)
            if not answer.line:
                game.push_text(name)
                assert game.result is not None
                game.pop()


def wins_within(game: Game, mover: int, depth: int) -> bool:
    """Return whether somebody can win within so many actions, by going through them all."""
    if game.result is not None:
        return game.result == ("W+" if mover == WHITE else "B+")
    if depth == 0:
        return False
    some = any if game.to_move == mover else all
    return some(_after(game, action, mover, depth - 1) for action in game.legal_actions())


def _after(game: Game, action: int, mover: int, depth: int) -> bool:
    game.push(action)
    found = wins_within(game, mover, depth)
    game.pop()
    return found


def test_in_organica_one_action_wins_soon_and_no_other_as_soon(organica_puzzles: list[Puzzle]) -> None:
    assert len({puzzle.best for puzzle in organica_puzzles}) >= 2
    for puzzle in organica_puzzles:
        game = puzzle.position()
        mover, depth = game.to_move, puzzle.within
        assert 1 <= depth <= 3 and not wins_within(game, mover, depth - 1)
        winning = [action for action in game.legal_actions() if _after(game, action, mover, depth - 1)]
        assert sorted(map(game.name, winning)) == sorted(puzzle.best)
        for name, answer in puzzle.answers.items():
            game = puzzle.position()
            for action in (name, *answer.line):
                game.push_text(action)
            if name in puzzle.best:
                assert game.result == ("W+" if mover == WHITE else "B+") and len(answer.line) < depth
            elif answer.line:
                # The reply keeps it from winning as soon.
                assert not wins_within(game, mover, depth - 2)


def test_puzzle_lines_are_legal_and_hold_the_proven_value(sibling_puzzles: list[Puzzle]) -> None:
    lines = 0
    for puzzle in sibling_puzzles:
        for name, answer in puzzle.answers.items():
            search = PlainSearch()
            game = puzzle.position()
            white = {"win": 2, "loss": 0}[str(answer.value)]
            white = white if puzzle.colour == "white" else 2 - white
            for action in (name, *answer.line):
                game.push_text(action)
                try:
                    assert search.white(game) == white
                    lines += 1
                except TooMany:
                    break
    assert lines > 10


@pytest.mark.soak
def test_the_same_seed_finds_the_same_puzzles(orcoon_puzzles: list[Puzzle]) -> None:
    assert made("orcoon", 4, range(1, 5), {"pie": False}) == orcoon_puzzles
    assert len({puzzle.key() for puzzle in orcoon_puzzles}) == len(orcoon_puzzles) > 0


def test_games_of_one_seed_differ() -> None:
    games_played = [Source("orochi", 2, {}, 1, 24).game(number) for number in range(4)]
    assert len({tuple(game.actions()) for game in games_played}) > 1


def test_position_not_proven_in_time_becomes_no_puzzle() -> None:
    game = Source("orochi", 4, {}, 1, 24).game(0)
    while len(game.codes) > 20:
        game.pop()
    assert list(puzzles_in(Prover(1), game)) == []


def test_lost_position_or_one_without_a_choice_becomes_no_puzzle() -> None:
    prover = Prover(20_000)
    seen = set()
    for number in range(6):
        game = games.start("sibling", 3, {})
        for action in Source("sibling", 3, {}, 1, 24).game(number).actions()[:-1]:
            game.push_text(action)
        while len(game.codes) > 12:
            value, choices = prover.value(game), len(same_positions(game))
            if value == "loss" or choices == 1:
                seen.add((value, choices == 1))
                assert prover.prove(game) is None
            game.pop()
    assert ("loss", False) in seen and ("win", True) in seen


def test_actions_that_lead_to_the_identical_position_are_one() -> None:
    game = games.start("orcoon", 4, {"pie": False})
    groups = same_positions(game)
    assert sorted(code for group in groups for code in group) == sorted(game.legal_actions())
    # Symmetric ones are different positions.
    assert all(len(group) == 1 for group in groups)


def test_themes_and_difficulty(
    orochi_puzzles: list[Puzzle], orcoon_puzzles: list[Puzzle], small_orochi: list[Puzzle]
) -> None:
    for puzzle in (*orochi_puzzles, *orcoon_puzzles, *small_orochi):
        assert set(puzzle.themes) <= set(THEMES)
        assert EASIEST <= puzzle.difficulty <= HARDEST
        game = puzzle.position()
        game.push_text(puzzle.best[0])
        assert ("win-at-once" in puzzle.themes) == (game.result == ("W+" if puzzle.colour == "white" else "B+"))
        if "win-at-once" in puzzle.themes:
            assert puzzle.measures["depth"] == 1
        assert ("replacement" in puzzle.themes) == puzzle.best[0].startswith("*")
        assert ("chain" in puzzle.themes) == (game.phase == "replace")


def test_a_defence_is_where_anything_else_loses_to_the_next_action(small_orochi: list[Puzzle]) -> None:
    seen = set()
    for puzzle in small_orochi:
        losing = []
        for name in puzzle.answers:
            if name in puzzle.best:
                continue
            game = puzzle.position()
            seat = game.to_move
            game.push_text(name)
            wins = {1: "W+", 2: "B+"}[3 - seat]
            if game.result is None and game.to_move != seat:
                replies = []
                for reply in legal_texts(game):
                    game.push_text(reply)
                    replies.append(game.result == wins)
                    game.pop()
                losing.append(any(replies))
            else:
                losing.append(game.result == wins)
        assert ("defence" in puzzle.themes) == all(losing)
        seen.add(all(losing))
    assert seen


@pytest.mark.parametrize(
    ("choices", "depth", "playouts", "difficulty"),
    [
        (2, 1, 24, 1),
        (2, 3, 24, 1),
        (7, 3, 24, 2),
        (21, 4, 96, 3),
        (21, 7, 400, 4),
        (2, None, None, 5),
        (22, 12, None, 5),
    ],
)
def test_difficulty_grows_with_choices_depth_and_playouts(
    choices: int, depth: int | None, playouts: int | None, difficulty: int
) -> None:
    assert difficulty_of(choices, depth, playouts) == difficulty
