"""The board's own opponent: what it promises in every game."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume import engine, games
from hexlume.const import _PERIOD as PERIOD
from hexlume.engine import STRONG
from hexlume.games import game_class, notation
from hexlume.games.game import Game

pytestmark = pytest.mark.integration

SMALL = [
    ("orochi", 3, {}),
    ("sibling", 3, {"pie": True}),
    ("orcoon", 5, {}),
    pytest.param("organica", 4, {}, marks=pytest.mark.soak),
    ("droched", 3, {"pie": True}),
    ("droched", 3, {"handicap": 2}),
]


def chosen(game: Game, seed: int, passes: int = 100_000) -> int:
    """Return what the engine chooses, time standing still."""
    thinking = engine.start(game, random.Random(seed).randrange, lambda: 0)
    for _ in range(passes):
        if thinking.think():
            return thinking.action
    pytest.fail("it thinks for ever")


@pytest.mark.sample(2)
@pytest.mark.parametrize(("name", "size", "options"), SMALL)
@settings(max_examples=5)
@given(st.integers(0, 10_000))
def test_board_engine_chooses_a_legal_action_and_leaves_the_game_alone(
    name: str, size: int, options: dict[str, object], seed: int
) -> None:
    choice = random.Random(seed)
    game = games.start(name, size, options)
    for _ in range(choice.randrange(30)):
        if game.result is None:
            game.push(choice.choice(game.legal_actions()))
    if game.result is not None:
        game.pop()
    codes, board = list(game.codes), bytes(game.board)
    assert game.is_legal(chosen(game, seed))
    assert (game.codes, bytes(game.board)) == (codes, board)


def test_board_engine_takes_a_win_in_one() -> None:
    """ORC-6: the chain that joins one's edges ends the game."""
    game = games.start("orcoon", 5, {"pie": False})
    for action in ("c1", "a1", "c2", "a2", "c3", "a3", "c4", "e5"):
        game.push_text(action)
    assert game.name(chosen(game, 1)) == "c5"


@pytest.mark.parametrize(
    ("name", "actions", "step_ms", "began"),
    [("orochi", 0, 3, 0), ("orochi", 0, 3, PERIOD - 1_000), ("droched", 70, 5, 0), ("droched", 70, 5, PERIOD - 100)],
)
def test_time_ends_the_board_engines_thinking(name: str, actions: int, step_ms: int, began: int) -> None:
    """However slow a chip is, it plays when its time is over, also if board time wraps meanwhile."""
    choice, game, now = random.Random(5), games.start(name), [0]
    for _ in range(actions):
        game.push(choice.choice(game.legal_actions()))

    def passing() -> int:
        now[0] += step_ms
        return (began + now[0]) % PERIOD

    thinking = engine.start(game, random.Random(1).randrange, passing)
    while not thinking.think():
        assert now[0] < 10_000
    assert 4_000 < now[0] < 5_000 and game.is_legal(thinking.action)


def test_a_lower_level_thinks_less_and_plays_one_of_several_good_actions() -> None:
    game, times, actions = games.start("orochi", 3), [], []
    for level in range(STRONG + 1):
        now = [0]

        def passing(now: list[int] = now) -> int:
            now[0] += 1
            return now[0]

        found = set()
        for seed in range(6):
            now[0] = 0
            thinking = engine.start(game, random.Random(seed).randrange, passing, level)
            while not thinking.think():
                pass
            assert game.is_legal(thinking.action)
            found.add(thinking.best(4).index(thinking.action))
        times.append(now[0])
        actions.append(found)
    assert times[0] < times[1] < times[2]
    assert actions[STRONG] == {0} and len(actions[0]) > 1


def test_a_turn_ends_where_going_on_seems_no_better_and_takes_little_longer_than_one_action() -> None:
    """ORG-9: hands carry out every step, so that steps which lead nowhere keep a person waiting."""
    now, times, ended = [0], [], 0

    def passing() -> int:
        now[0] += 2
        return now[0]

    for seed in range(8):
        choice, game = random.Random(seed), games.start("organica", 4)
        game.push(notation.code(notation.PLACE_PAWN, game.grid.cell("d4")))
        now[0] = 0
        while game.to_move == game.FIRST:
            thinking = engine.start(game, choice.randrange, passing)
            while not thinking.think():
                pass
            chances = {code: thinking._chance(code) for code in thinking._candidates}
            end = notation.parse("end", game.grid)
            assert thinking.action == end or chances[thinking.action] >= chances[end] + 4
            ended += thinking.action == end
            game.push(thinking.action)
        times.append(now[0])
    assert ended >= 6 and max(times) < 5_000


def losses(name: str, size: int, count: int) -> int:
    """Return how many games of so many, colours in turn, the engine does not win against random play."""
    choice = random.Random(11)
    lost = 0
    for number in range(count):
        game = games.start(name, size)
        own = 1 + number % 2
        while game.result is None and len(game.codes) < 300:
            code = chosen(game, number) if game.to_move == own else choice.choice(game.legal_actions())
            game.push(code)
            if notation.swaps_seats(code):
                own = 3 - own
        lost += game.result != ("W+" if own == 1 else "B+")
    return lost


@pytest.mark.parametrize(("name", "size"), [pytest.param("orochi", 3, marks=pytest.mark.soak), ("orcoon", 4)])
def test_board_engine_beats_random_play(name: str, size: int) -> None:
    """Who plays at random wins half of such games, so that one loss in six says it is no engine."""
    assert losses(name, size, 6) <= 1


@pytest.mark.soak
@pytest.mark.parametrize("name", games.NAMES)
def test_board_engine_beats_random_play_at_default_sizes(name: str) -> None:
    assert losses(name, game_class(name).DEFAULT_SIZE, 20) <= 1


@pytest.mark.parametrize(("name", "strong", "weak"), [("hex", "c3", "a1")])
def test_board_engine_swaps_after_a_strong_first_disc_and_not_after_a_weak_one(
    name: str, strong: str, weak: str
) -> None:
    """ACT-3: after a swap its own colour is the other one."""
    swaps = {}
    for first in (strong, weak):
        game = games.start(name, 5, {"pie": True})
        game.push_text(first)
        swaps[first] = sum(notation.swaps_seats(chosen(game, seed)) for seed in range(20))
    assert swaps[strong] >= 16 and swaps[weak] <= 6
