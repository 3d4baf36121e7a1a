"""The board's own opponent in Droched: it removes what it can and meets what is threatened."""

from random import Random

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from hexlume import games
from hexlume.games import notation
from hexlume.games.droched.evaluation import WON, lead
from hexlume.games.droched.rules import Droched
from hexlume.games.outcome import NO_MOVES
from hexlume.games.pieces import EMPTY, WHITE, other
from tests.firmware.engine.test_engine import chosen
from tests.firmware.games.droched.test_evaluation import played

pytestmark = pytest.mark.integration

SEEDS = st.integers(0, 2**32 - 1)


def lead_made(game: Droched, code: int) -> int:
    """Return the lead that an action makes for who plays it, by playing it."""
    player = game.to_move
    game.push(code)
    made = lead(game, player)
    if game.result is not None:
        made = WON if game.result == ("W+" if player == WHITE else "B+") else -WON
    game.pop()
    return made


def gains(game: Droched, before: int) -> dict[int, int]:
    """Return what makes the lead of the player to act greater by more than the placed stone, and by how much."""
    found = {code: lead_made(game, code) - before for code in game.legal_actions()}
    return {code: gain for code, gain in found.items() if gain > 1}


def worth(game: Droched, code: int) -> tuple[int, int]:
    """Return the least and the most that an action can be worth: less one of the enemy's gains, and half of others."""
    made = lead_made(game, code)
    game.push(code)
    found = list(gains(game, -made).values()) if game.result is None else []
    game.pop()
    rest = [gain - gain // 2 for gain in found] or [0]
    made -= sum(gain // 2 for gain in found)
    return made - max(rest), made - min(rest)


@given(SEEDS, st.integers(3, 4), st.integers(6, 60))
@example(15, 3, 15)
def test_nothing_on_or_next_to_a_threat_is_better(seed: int, size: int, most: int) -> None:
    """DRO-4: what it chooses is worth as much as whatever else it was to try, by all that the enemy can gain.

    The example: an action after which the enemy can leave it no legal action.
    """
    game = played(size, seed, most)
    assume(len(game.legal_actions()) > 1)
    me = game.to_move
    game.to_move = other(me)
    threats = [notation.first(code) for code in gains(game, -lead(game, me))]
    game.to_move = me
    assume(len(threats) <= 8)
    _, best = worth(game, chosen(game, seed))
    near = {cell + offset for cell in threats for offset in (0, *game.grid.offsets[cell])}
    for code in game.legal_actions():
        if not threats or notation.first(code) in near:
            assert worth(game, code)[0] <= best, game.name(code)


@given(SEEDS)
def test_who_can_be_eliminated_is(seed: int) -> None:
    """DRO-9: white's only stone."""
    game = games.start("droched", 3)
    assert isinstance(game, Droched)
    for action in ("a2", "a1", "b1", "a3"):
        game.push_text(action)
    game._write(game.grid.cell("a3"), EMPTY)
    assert game.name(chosen(game, seed)) == "b2"


@given(SEEDS)
@example(33072)
def test_who_can_leave_the_enemy_no_legal_action_does(seed: int) -> None:
    """DRO-10: before the last action of random games, though its copy of the game does not judge this."""
    game = games.start("droched", 3)
    assert isinstance(game, Droched)
    choice = Random(seed)
    while game.result is None:
        game.push(choice.choice(sorted(game.legal_actions())))
    assume(game.outcome.reason == NO_MOVES)
    game.pop()
    assert lead_made(game, chosen(game, seed)) == WON


def test_droched_engine_answers_komi_and_take() -> None:
    """DRO-11, DRO-12: komi, seats and handicap stones."""
    game = games.start("droched", 4, {"pie": True, "handicap": 3})
    assert isinstance(game, Droched)
    for number in range(9):
        code = chosen(game, number)
        assert game.is_legal(code)
        game.push(code)
    assert sum(map(bool, game.board)) == 7
