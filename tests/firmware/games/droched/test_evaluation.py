"""Who is ahead in Droched, now and after an action."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from hexlume import games
from hexlume.games import notation
from hexlume.games.droched.evaluation import WON, lead, lead_after
from hexlume.games.droched.rules import Droched
from hexlume.games.game import NOTHING
from hexlume.games.pieces import BLACK, EMPTY, WHITE, other
from hexlume_record.game.position import prison_of

SEEDS = st.integers(0, 2**32 - 1)
OPTIONS = st.sampled_from([{}, {"handicap": 2}, {"pie": True}])


def played(size: int, seed: int, most: int, options: dict[str, object] | None = None) -> Droched:
    """Return a running game after so many random actions at most."""
    random, game = Random(seed), games.start("droched", size, options or {})
    while game.result is None and len(game.codes) < most:
        game.push(random.choice(game.legal_actions()))
    if game.result is not None:
        game.pop()
    assert isinstance(game, Droched)
    return game


@given(SEEDS, st.integers(3, 6), st.integers(0, 150))
def test_what_each_holds(seed: int, size: int, most: int) -> None:
    """DRO-2, DRO-3, DRO-5: regions that make no bridge are of the only colour that touches them."""
    game = played(size, seed, most)
    grid, board, prison = game.grid, game.board, prison_of(game)
    more = board.count(WHITE) - board.count(BLACK) + prison["black"] - prison["white"]
    fresh = {cell for cell in range(grid.cells) if board[cell] == EMPTY}
    while fresh:
        region, edges, beside = [fresh.pop()], set(), set()
        for cell in region:
            edges |= {bit for bit in range(16) if grid.border[cell] >> bit & 1}  # type: ignore[union-attr]
            for offset in grid.offsets[cell]:
                if cell + offset in fresh:
                    fresh.remove(cell + offset)
                    region.append(cell + offset)
                beside.add(board[cell + offset])
        beside.discard(EMPTY)
        if len(edges) < 2 and len(beside) == 1:
            more += len(region) if beside == {WHITE} else -len(region)
    assert lead(game, WHITE) == more == -lead(game, BLACK)


@given(SEEDS, st.integers(3, 5), st.integers(0, 120), OPTIONS)
def test_the_lead_after_an_action_that_is_not_played(
    seed: int, size: int, most: int, options: dict[str, object]
) -> None:
    """DRO-4 to DRO-6, DRO-9."""
    game = played(size, seed, most, options)
    player, before, board = game.to_move, lead(game, game.to_move), bytes(game.board)
    told = {code: lead_after(game, code, before) for code in game.iter_legal() if code != NOTHING}
    assert bytes(game.board) == board and set(told) == set(game.legal_actions())
    for code, after in told.items():
        game.push(code)
        if game.outcome is not None and game.outcome.reason == "eliminated" and not game._count(other(player)):
            assert after == WON
        elif code not in (notation.code(notation.TAKE_BLACK), notation.code(notation.TAKE_WHITE)) and (
            notation.kind(code) != notation.KOMI
        ):
            assert after == lead(game, player)
        game.pop()
