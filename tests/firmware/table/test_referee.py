"""The referee: hands' work becomes actions only when it is exactly what legal actions lead to."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import REPLACING, Game
from hexlume.games.grid import NO_CELL, HexGrid, SquareGrid
from hexlume.games.pieces import BLACK, EMPTY, WHITE, turned
from hexlume.table.layout import Layout
from hexlume.table.referee import _SWEPT, _TAKE_BACK_MS, AGREES, PUT_ON, TAKE_OFF, TURN_OVER, Referee
from hexlume_record.game.position import legal_texts, position_of

SEEDS = st.integers(0, 10_000)


def table_of(referee: Referee) -> bytearray:
    """Return the pieces on the panel exactly as the game has them."""
    board = referee.game.board
    return bytearray(EMPTY if own == NO_CELL else board[own] for own in referee.layout.to_game)


def begun(size: int = 4, panel: int = 4) -> Referee:
    game = games.start("orochi", size)
    referee = Referee(Layout(HexGrid(panel), game.grid), game)
    assert referee.follow(table_of(referee), 0) == []
    return referee


def play_randomly(game: Game, actions: int, choice: random.Random) -> None:
    for _ in range(actions):
        if game.result is None:
            game.push(choice.choice(game.legal_actions()))


def do_work(pieces: bytearray, referee: Referee, action: int) -> None:
    for cell, piece in referee.game.hand_work(action):
        pieces[referee.layout.to_panel[cell]] = piece


@given(SEEDS)
def test_what_no_sequence_of_legal_actions_leads_to_is_refused_and_shown(seed: int) -> None:
    """Anything but one placement or replacement: a disc missing and another too many, two turned over."""
    choice = random.Random(seed)
    referee = begun()
    play_randomly(referee.game, 3 + choice.randrange(25), choice)
    referee.follow(table_of(referee), 0)
    if referee.game.result is not None:
        return
    pieces = table_of(referee)
    standing = [cell for cell in range(len(pieces)) if pieces[cell]]
    empty = [cell for cell in range(len(pieces)) if not pieces[cell]]
    missing = choice.choice(standing)
    pieces[missing] = EMPTY
    if choice.random() < 0.7:
        pieces[choice.choice(empty)] = choice.choice((WHITE, BLACK))
    before = position_of(referee.game)
    assert referee.follow(pieces, 0) == []
    assert position_of(referee.game) == before
    for cell in range(len(pieces)):
        assert (referee.differs[cell] == AGREES) == (pieces[cell] == referee.expected(cell))
    assert referee.differs[missing] == PUT_ON
    assert referee.follow(table_of(referee), 0) == [] and referee.disputed == 0, "it goes on once they agree"


@given(
    SEEDS,
    st.sampled_from([("orochi", 3, {}), ("sibling", 4, {"pie": True}), ("organica", 4, {}), ("droched", 4, {})]),
)
def test_whole_games_are_followed_and_what_they_take_off_is_awaited(
    seed: int, kind: tuple[str, int, dict[str, object]]
) -> None:
    """Captured discs come off one at a time, in any order; until then nothing is taken for an action."""
    choice = random.Random(seed)
    game = games.start(*kind)
    referee = Referee(Layout(HexGrid(4), game.grid), game)
    pieces = table_of(referee)
    referee.follow(pieces, 0)
    for _ in range(150):
        if game.result is not None:
            break
        action, mover = choice.choice(game.legal_actions()), game.to_move
        if notation.is_word(action):
            game.push(action)
            continue
        do_work(pieces, referee, action)
        assert referee.follow(pieces, 0) == [(action, mover)]
        if game.result is not None:
            break
        too_many = [cell for cell in range(len(pieces)) if pieces[cell] != referee.expected(cell)]
        choice.shuffle(too_many)
        for cell in too_many:
            assert referee.differs[cell] == TAKE_OFF
            pieces[cell] = EMPTY
            assert referee.follow(pieces, 0) == []
        assert pieces == table_of(referee) and referee.disputed == 0


def chain_position() -> Referee:
    """Return hex4 after a chain began: white's e4 makes d4 over-connected (ORO-3)."""
    referee = begun()
    for action in ("Wd4", "Wc3", "Wd3", "Bb1", "Wd5", "Bb5", "We4"):
        referee.game.push_text(action)
    assert referee.game.phase == REPLACING and legal_texts(referee.game) == ["*d4"]
    referee.follow(table_of(referee), 0)
    return referee


def test_an_over_connected_disc_may_be_turned_in_place_or_lifted_first() -> None:
    """ORO-4: the replacement is a flip of the disc in hand."""
    for lifted in (False, True):
        referee = chain_position()
        centre = HexGrid(4).cell("d4")
        pieces = table_of(referee)
        if lifted:
            pieces[centre] = EMPTY
            assert referee.follow(pieces, 0) == [] and referee.differs[centre] == PUT_ON
        pieces[centre] = BLACK
        assert [referee.game.name(action) for action, _ in referee.follow(pieces, 0)] == ["*d4"]


def test_another_disc_turned_over_is_not_its_replacement() -> None:
    referee = chain_position()
    pieces = table_of(referee)
    other = HexGrid(4).cell("c3")
    pieces[other] = turned(pieces[other])
    assert referee.follow(pieces, 0) == [] and referee.differs[other] == TURN_OVER


def test_a_placement_and_its_replacement_done_at_once_are_both_logged_in_order() -> None:
    referee = chain_position()
    referee.game.pop()
    referee.follow(table_of(referee), 0)
    pieces = table_of(referee)
    pieces[HexGrid(4).cell("e4")] = WHITE
    pieces[HexGrid(4).cell("d4")] = BLACK
    assert [referee.game.name(action) for action, _ in referee.follow(pieces, 0)] == ["We4", "*d4"]


def test_a_disc_left_standing_after_a_take_back_is_not_played_again() -> None:
    referee = begun()
    pieces = table_of(referee)
    pieces[0] = WHITE
    assert referee.follow(pieces, 0)
    referee.game.pop()
    referee.wait_for_agreement()
    assert referee.follow(pieces, 0) == [] and referee.differs[0] == TAKE_OFF
    assert referee.follow(table_of(referee), 0) == []
    assert referee.follow(pieces, 0), "put on again it counts"


def test_the_position_before_ones_last_action_is_a_take_back_once_it_has_stood() -> None:
    referee = begun()
    for action in ("Wd4", "Bc3", "Be4"):
        referee.game.push_text(action)
    referee.follow(table_of(referee), 0)
    pieces = table_of(referee)
    pieces[HexGrid(4).cell("e4")] = EMPTY
    assert referee.follow(pieces, 500) == []
    assert referee.back_due(500 + _TAKE_BACK_MS - 1) == 0, "a disc lifted for a look is put back in time"
    assert referee.back_due(500 + _TAKE_BACK_MS) == 1
    pieces[HexGrid(4).cell("c3")] = EMPTY
    referee.follow(pieces, 2000)
    assert referee.back_due(2000 + _TAKE_BACK_MS) == 2, "any position of this turn or the last is understood"
    pieces[HexGrid(4).cell("d4")] = EMPTY
    referee.follow(pieces, 4000)
    assert referee.back_due(9000) == 0, "but none before"
    referee.game.push_text("Wa1")
    referee.follow(table_of(referee), 10_000)
    pieces = table_of(referee)
    pieces[HexGrid(4).cell("a1")] = EMPTY
    referee.follow(pieces, 11_000)
    assert referee.back_due(19_000) == 1
    pieces[HexGrid(4).cell("e4")] = EMPTY
    referee.follow(pieces, 20_000)
    assert referee.back_due(29_000) == 0


def test_what_a_longer_action_left_behind_does_not_keep_the_next_from_being_taken_back() -> None:
    """A step disputes two cells, the placement after it one."""
    referee = march()
    pieces = table_of(referee)
    pieces[HexGrid(4).cell("b2")], pieces[HexGrid(4).cell("c3")] = EMPTY, WHITE
    assert [referee.game.name(action) for action, _ in referee.follow(pieces, 0)] == ["b2-c3"]
    if "end" in legal_texts(referee.game):
        referee.game.push_text("end")
    referee.follow(pieces, 100)
    pieces[HexGrid(4).cell("d1")] = BLACK
    assert referee.follow(pieces, 200)
    pieces[HexGrid(4).cell("d1")] = EMPTY
    assert referee.follow(pieces, 300) == []
    assert referee.back_due(300 + _TAKE_BACK_MS) == 1


def test_a_table_swept_clean_is_no_take_back_even_where_a_long_turn_began_empty() -> None:
    """ORC-5: in the fill one player places many stones in one turn."""
    game = games.start("orcoon", 7)
    referee = Referee(Layout(SquareGrid(7), game.grid), game)
    for action in ("pass", "c3", "e5", "g7"):
        game.push_text(action)
    pieces = table_of(referee)
    referee.follow(pieces, 0)
    referee.follow(bytearray(len(pieces)), 100)
    assert referee.back_due(100 + 5 * _TAKE_BACK_MS) == 0
    pieces[game.grid.cell("g7")] = EMPTY
    referee.follow(table_of(referee), 9000)
    referee.follow(pieces, 9100)
    assert referee.back_due(9100 + _TAKE_BACK_MS) == 1


def test_taking_captured_discs_off_one_by_one_takes_nothing_back() -> None:
    """DRO-4: the placed stone itself is among them; without it the table is as it was before."""
    game = games.start("droched", 3)
    for action in ["a2", "b1", "c3", "e3", "d2", "c2", "c5", "d1", "d3", "c1", "b2", "a3", "b4"]:
        game.push_text(action)
    referee = Referee(Layout(HexGrid(4), game.grid), game)
    pieces = table_of(referee)
    referee.follow(pieces, 0)
    do_work(pieces, referee, notation.parse("c4", game.grid))
    assert referee.follow(pieces, 10)
    cell = referee.layout.to_panel[game.grid.cell("c4")]
    assert referee.expected(cell) == EMPTY and referee.disputed > 1
    pieces[cell] = EMPTY
    assert referee.follow(pieces, 20) == [] and referee.back_due(20 + 5 * _TAKE_BACK_MS) == 0


def test_putting_a_swept_board_right_takes_nothing_back() -> None:
    referee = begun()
    for action in ("Wd4", "Bc3", "Be4"):
        referee.game.push_text(action)
    whole = table_of(referee)
    referee.follow(whole, 0)
    pieces = bytearray(len(whole))
    assert len(referee.game.codes) == _SWEPT
    referee.follow(pieces, 100)
    for ms, name in ((1000, "d4"), (5000, "c3")):
        pieces[HexGrid(4).cell(name)] = whole[HexGrid(4).cell(name)]
        assert referee.follow(pieces, ms) == []
        assert referee.back_due(ms + 5 * _TAKE_BACK_MS) == 0
    assert referee.follow(whole, 9000) == [] and len(referee.game.codes) == 3


@given(SEEDS, st.sampled_from([("orochi", 3), ("sibling", 4), ("organica", 4), ("droched", 4)]))
def test_a_last_turn_put_back_by_hand_is_understood_in_every_game(seed: int, kind: tuple[str, int]) -> None:
    """What is taken back is at most a few actions, leads to what stands on the table, and changes nothing before."""
    choice = random.Random(seed)
    game = games.start(*kind)
    referee = Referee(Layout(HexGrid(4), game.grid), game)
    play_randomly(game, 3 + choice.randrange(30), choice)
    referee.follow(table_of(referee), 0)
    if game.result is not None:
        return
    played = list(game.codes)
    game.pop()
    pieces = table_of(referee)
    game.push(played[-1])
    if pieces == table_of(referee) or referee.follow(pieces, 0):
        return
    back = referee.back_due(_TAKE_BACK_MS)
    assert game.codes == played
    assert back >= 1
    for _ in range(back):
        game.pop()
    assert pieces == table_of(referee)


def march() -> Referee:
    """Return Organica with a group of four white pawns in a row (a1 b1 and more) and black's reply."""
    game = games.start("organica", 4)
    referee = Referee(Layout(HexGrid(4), game.grid), game)
    for action in ("Pb2", "end", "Pg1", "end", "Pe1"):
        game.push_text(action)
    referee.follow(table_of(referee), 0)
    return referee


@pytest.mark.parametrize("steps", [["a2-b3", "b3-c4"], ["b1-c2", "c2-c3"], ["b2-b3", "b3-a3"]])
def test_a_march_of_several_steps_done_at_once_is_logged_step_by_step(steps: list[str]) -> None:
    """ORG-7: a piece that went two cells while nobody looked went there in two steps."""
    referee = march()
    pieces, cell = table_of(referee), HexGrid(4).cell
    pieces[cell(steps[1][3:])], pieces[cell(steps[0][:2])] = pieces[cell(steps[0][:2])], EMPTY
    assert [referee.game.name(action) for action, _ in referee.follow(pieces, 0)] == steps
    assert pieces == table_of(referee)


@given(SEEDS, st.sampled_from([("organica", 4), ("orochi", 4), ("droched", 4)]))
def test_a_disc_in_a_hand_is_no_action_whatever_it_could_do_out_of_sight(seed: int, kind: tuple[str, int]) -> None:
    """One that could step to where it is lost is not taken as lost, and no sequence of steps is tried for it."""
    choice = random.Random(seed)
    game = games.start(*kind)
    referee = Referee(Layout(game.grid, game.grid), game)
    play_randomly(game, choice.randrange(40), choice)
    pieces = table_of(referee)
    referee.follow(pieces, 0)
    standing = [cell for cell in range(len(pieces)) if pieces[cell]]
    if game.result is not None or not standing:
        return
    pieces[choice.choice(standing)] = EMPTY
    game.push = game.pop = None  # type: ignore[method-assign,assignment]
    assert referee.follow(pieces, 0) == [] and referee.disputed == 1
