"""The look for what the hands did, in slices: its end is that of a look without slices, and it can be stopped."""

import random
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from hexlume import games
from hexlume.games.game import Game
from hexlume.games.pieces import BLACK, BLACK_LEADER, EMPTY, WHITE, WHITE_LEADER
from hexlume.table.layout import Layout
from hexlume.table.referee import LOOKING, Referee
from hexlume_record.game.position import position_of
from tests.firmware.table.spread import Spread
from tests.firmware.table.test_referee import SEEDS, play_randomly, table_of

GAMES = [("orochi", 3), ("sibling", 3), ("organica", 4), ("droched", 3), ("hex", 5), ("orcoon", 5), ("spread", 4)]


def in_the_middle(kind: tuple[str, int], choice: random.Random, sliced: bool) -> Referee:
    """Return the referee of a game that is under way; sliced, each of its looks ends after one step."""
    name, size = kind
    game = Spread(size, {}) if name == "spread" else games.start(name, size)
    play_randomly(game, choice.randrange(25), choice)
    referee = Referee(Layout(game.grid, game.grid), game, now=count(0, 100).__next__ if sliced else None)
    referee.follow(table_of(referee), 0)
    return referee


def thrown(game: Game, choice: random.Random) -> bytearray:
    """Return the table after a few legal actions at once, and discs thrown on it and knocked off."""
    played = 0
    for _ in range(choice.choice((0, 1, 2, 3, 4))):
        if game.result is None:
            game.push(choice.choice(game.legal_actions()))
            played += 1
    pieces = bytearray(game.board)
    for _ in range(played):
        game.pop()
    for _ in range(choice.choice((0, 0, 1, 2, 4))):
        kinds = (EMPTY, WHITE, BLACK, WHITE_LEADER, BLACK_LEADER) if game.NAME == "organica" else (EMPTY, WHITE, BLACK)
        pieces[choice.randrange(len(pieces))] = choice.choice(kinds)
    return pieces


@given(SEEDS, st.sampled_from(GAMES))
def test_a_sliced_look_ends_as_one_without_slices(seed: int, kind: tuple[str, int]) -> None:
    found = []
    for sliced in (False, True):
        choice = random.Random(seed)
        referee = in_the_middle(kind, choice, sliced)
        if referee.game.result is not None:
            return
        pieces = thrown(referee.game, choice)
        played = referee.follow(pieces, 0)
        while referee.phase == LOOKING:
            assert sliced and not played
            played = referee.look(pieces, 0)
        found.append(
            (
                played,
                position_of(referee.game),
                referee.phase,
                bytes(referee.differs),
                referee.choices,
                referee.back_due(5_000),
            )
        )
    assert found[0] == found[1]


@given(SEEDS, st.sampled_from(GAMES), st.integers(0, 30))
def test_a_look_that_is_stopped_leaves_the_game_as_it_was_and_may_begin_anew(
    seed: int, kind: tuple[str, int], steps: int
) -> None:
    choice = random.Random(seed)
    referee = in_the_middle(kind, choice, True)
    game = referee.game
    if game.result is not None:
        return
    before = position_of(game), list(game.codes), game.continuation(), sorted(game.legal_actions())
    pieces = thrown(game, choice)
    referee.follow(pieces, 0)
    for _ in range(steps):
        if referee.phase == LOOKING:
            referee.look(pieces, 0)
    if referee.phase == LOOKING:
        referee.stop()
        assert (position_of(game), list(game.codes), game.continuation(), sorted(game.legal_actions())) == before
        assert referee.follow(table_of(referee), 0) == [] and not referee.disputed


def test_a_look_that_takes_too_long_is_given_up_and_the_table_is_disputed() -> None:
    choice = random.Random(1)
    referee = in_the_middle(("organica", 4), choice, True)
    cells = [cell for cell in range(referee.game.grid.cells) if referee.game.board[cell] == EMPTY]
    pieces = table_of(referee)
    for cell in cells[:2]:
        pieces[cell] = WHITE
    before = position_of(referee.game)
    assert referee.follow(pieces, 0) == [] and referee.phase == LOOKING
    assert referee.look(pieces, 10_000) == [] and referee.phase != LOOKING
    assert position_of(referee.game) == before and referee.disputed == 2


def test_more_discs_than_actions_need_no_look() -> None:
    """Where an action leaves one piece, five new ones are a mess, whatever they are."""
    referee = in_the_middle(("orcoon", 7), random.Random(3), True)
    pieces = table_of(referee)
    for cell in [cell for cell in range(len(pieces)) if pieces[cell] == EMPTY][:5]:
        pieces[cell] = WHITE
    referee.game.codes_at = None  # type: ignore[method-assign,assignment]
    referee.follow(pieces, 0)
    referee.look(pieces, 0)
    assert referee.phase != LOOKING and referee.disputed == 5
