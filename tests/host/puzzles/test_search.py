"""Puzzles of the engine's games, each action checked by a search that knows only the rules."""

import pytest

from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.pieces import WHITE
from hexlume_engine.puzzles.proof import same_positions
from hexlume_engine.puzzles.prover import Prover
from hexlume_engine.puzzles.puzzle import Puzzle
from hexlume_engine.puzzles.search import EASIEST, HARDEST, Source, difficulty_of, puzzles_in
from hexlume_engine.puzzles.theme import THEMES
from hexlume_engine.search.value import CHANCE, OPPOSITE
from tests.host.search.plain_search import PlainSearch, TooMany

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
        assert puzzle.value == max(values.values(), key=CHANCE.__getitem__) != "loss"
        assert len(puzzle.best) < len(values)
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
            search, game = PlainSearch(), puzzle.position()
            mover = game.to_move
            for action in (name, *answer.line):
                expected = answer.value if game.to_move == mover else OPPOSITE[str(answer.value)]
                try:
                    assert search.value_after(game, notation.parse(action, game.grid)) == expected
                except TooMany:
                    break
                game.push_text(action)
                lines += 1
    assert lines > 10


def test_position_not_proven_in_time_becomes_no_puzzle() -> None:
    game = Source("orochi", 4, {}, 1, 24).game(0)
    while len(game.codes) > 20:
        game.pop()
    assert list(puzzles_in(Prover(1), game)) == []


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
