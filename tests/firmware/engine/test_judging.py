"""Who seems to be ahead, by the rules' own terms."""

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.organica.rules import _LEADERS as LEADERS
from hexlume.games.organica.rules import Organica
from hexlume.games.pieces import BLACK, EMPTY, WHITE, is_leader, leader
from hexlume.games.placing import lacking

SEEDS = st.integers(0, 2**32 - 1)


def played(name: str, size: int, seed: int, most: int) -> Game:
    """Return a game after so many random actions at most."""
    random, game = Random(seed), games.start(name, size, {"pie": False} if name == "orcoon" else {})
    while game.result is None and len(game.codes) < most:
        game.push(random.choice(game.legal_actions()))
    return game


JUDGED = [name for name in games.NAMES if hasattr(games.part(name, "evaluation"), "lead")]


@pytest.mark.parametrize("name", JUDGED)
@settings(max_examples=8, deadline=None)
@given(SEEDS)
def test_a_lead_of_one_is_the_others_lag(name: str, seed: int) -> None:
    game = played(name, 5, seed, Random(seed).randrange(60))
    lead = games.part(name, "evaluation").lead
    assert lead(game, WHITE) == -lead(game, BLACK)


def fewest(board: list[list[int]], colour: int, diagonals: "tuple[tuple[int, int], ...]" = ()) -> int:
    """Return the fewest empty points on a way between a colour's edges through them and its own points."""
    size = len(board)
    across = board if colour == BLACK else [list(column) for column in zip(*board, strict=True)]
    price = {(row, at): {EMPTY: 1, colour: 0}.get(across[row][at]) for row, at in product(range(size), repeat=2)}
    paid = {(0, at): cost for at in range(size) if (cost := price[0, at]) is not None}
    changed = True
    while changed:
        changed = False
        for (row, at), so_far in list(paid.items()):
            for step_row, step_at in ((1, 0), (-1, 0), (0, 1), (0, -1), *diagonals):
                near = row + step_row, at + step_at
                cost = price.get(near)
                if cost is not None and so_far + cost < paid.get(near, size * size):
                    paid[near] = so_far + cost
                    changed = True
    return min((cost for (row, _), cost in paid.items() if row == size - 1), default=size * size)


@pytest.mark.parametrize(("name", "diagonals"), [("orcoon", ()), ("hex", ((1, -1), (-1, 1)))])
@given(SEEDS, st.integers(5, 9), st.integers(0, 60))
def test_discs_lacking_to_join_the_edges(
    name: str, diagonals: "tuple[tuple[int, int], ...]", seed: int, size: int, most: int
) -> None:
    """ORC-1, ORC-6, HEX-3, HEX-4."""
    game = played(name, size, seed, most)
    board = [list(game.board[row * size : (row + 1) * size]) for row in range(size)]
    for colour in (WHITE, BLACK):
        assert lacking(game, colour) == fewest(board, colour, diagonals)
    if game.result is not None and game.final_groups()[0]:
        assert lacking(game, WHITE if game.result == "W+" else BLACK) == 0


@given(SEEDS, st.integers(0, 200))
def test_organica_is_judged_by_the_leaders_left(seed: int, most: int) -> None:
    """ORG-12, ORG-13."""
    game = played("organica", 4, seed, most)
    again, kept = games.start("organica", 4), [LEADERS, LEADERS]
    assert isinstance(again, Organica)
    for code in game.codes:
        before, hand = bytes(again.board), bytes(again._hand)
        again.push(code)
        # A piece that left is one that stood there, or the one that the action brought.
        brought = 0 if notation.is_word(code) else notation.second(code) or notation.first(code)
        piece = before[notation.first(code)] or leader(WHITE if hand[3] > again._hand[3] else BLACK)
        for cell in [cell for cell, piece_before in again._last_changes()[1:] if is_leader(piece_before)]:
            kept[(piece if cell == brought and not notation.is_word(code) else before[cell]) - leader(WHITE)] -= 1
        assert [again.leaders(colour) for colour in (WHITE, BLACK)] == kept


@given(SEEDS, st.integers(0, 200))
def test_pieces_in_groups_that_may_move(seed: int, most: int) -> None:
    """ORG-6."""
    game = played("organica", 4, seed, most)
    for colour in (WHITE, BLACK):
        cells = [cell for cell in range(game.grid.cells) if game.board[cell] in (colour, leader(colour))]
        assert len(game.large_groups(colour)) == sum(len(game._group(cell)) >= 3 for cell in cells)
