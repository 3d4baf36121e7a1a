"""Where hands may have done one action or another, the referee waits or asks, and plays neither."""

import random

from hypothesis import given
from hypothesis import strategies as st

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.pieces import BLACK, EMPTY, WHITE
from hexlume.table.layout import Layout
from hexlume.table.referee import _TAKE_BACK_MS, AGREES, UNDECIDED, Referee
from tests.firmware.table.spread import Spread
from tests.firmware.table.test_referee import play_randomly, table_of


class DoubtfulTable:
    """A game of Spread on hex4 and the pieces that the board reads."""

    def __init__(self, masked: str = "") -> None:
        self.game = Spread(4, {})
        self.masked = bytearray(self.game.grid.cells)
        for name in masked.split():
            self.masked[self.game.grid.cell(name)] = 1
        self.referee = Referee(Layout(self.game.grid, self.game.grid), self.game, self.masked)
        self.pieces = table_of(self.referee)
        self.referee.follow(self.pieces, 0)

    def show(self, ms: int, **changes: int) -> list[str]:
        """Let the sensors read pieces on cells; return what the referee plays."""
        for name, piece in changes.items():
            self.pieces[self.game.grid.cell(name)] = piece
        return [self.game.name(action) for action, _ in self.referee.follow(self.pieces, ms)]

    def rest(self, ms: int) -> list[str]:
        """Let the hands rest until a time; return what the referee then plays."""
        settled = self.referee.back_due(ms) == UNDECIDED
        played = self.referee.follow(self.pieces, ms, settled=True) if settled else []
        return [self.game.name(action) for action, _ in played]

    @property
    def undecided(self) -> bool:
        return self.referee.back_due(self.referee._since + _TAKE_BACK_MS) == UNDECIDED

    @property
    def choices(self) -> list[str]:
        return [self.game.name(action) for action in self.referee.choices]


def test_placement_that_a_jump_could_follow_counts_when_the_other_player_goes_on() -> None:
    table = DoubtfulTable()
    table.show(100, b1=WHITE)
    assert table.show(400, f3=BLACK) == [] and table.undecided, "black's could begin a jump, too"
    assert table.rest(400 + _TAKE_BACK_MS) == ["b1", "f3"]


def test_disc_taken_off_again_within_a_second_was_no_placement() -> None:
    table = DoubtfulTable()
    table.show(100, b1=WHITE)
    assert table.show(600, b1=EMPTY) == [] and not table.undecided
    assert table.rest(5000) == [] and not table.game.codes


def test_jump_from_a_cell_that_is_not_believed_is_not_played_as_a_placement() -> None:
    table = DoubtfulTable("a2")
    assert table.show(100, b1=WHITE) == [], "nobody sees that a2 was lifted"
    assert table.choices == ["b1", "a2-b1"]
    assert table.referee.differs[table.game.grid.cell("b1")] != AGREES
    assert table.rest(100 + 5 * _TAKE_BACK_MS) == [] and not table.game.codes
    assert table.show(5000, b1=EMPTY) == [] and table.choices == [] and table.referee.disputed == 0


def test_sequence_that_begins_with_a_doubtful_action_is_not_played_either() -> None:
    table = DoubtfulTable("a2")
    assert table.show(100, b1=WHITE, f3=BLACK) == [] and table.choices == []
    assert table.rest(100 + 5 * _TAKE_BACK_MS) == [] and not table.game.codes


def test_jump_that_is_seen_counts_beside_a_cell_that_is_not_believed() -> None:
    table = DoubtfulTable("a1 a3")
    assert table.show(100, b1=WHITE, a2=EMPTY) == ["a2-b1"]


def shown(game: Game, action: int, masked: bytearray) -> bytearray:
    """Return what the board reads after an action: cells that are not believed stay as the game has them."""
    pieces = bytearray(game.board)
    for cell, piece in game.hand_work(action):
        if not masked[cell]:
            pieces[cell] = piece
    return pieces


@given(
    st.integers(0, 10_000),
    st.sampled_from(["spread", "orochi", "organica", "droched", "sibling"]),
    st.integers(0, 9),
)
def test_no_action_is_taken_for_another_whatever_cells_are_not_believed(seed: int, name: str, count: int) -> None:
    """It is played as itself, or not at all, also when the hands fill the destination first."""
    choice = random.Random(seed)
    game = Spread(4, {}) if name == "spread" else games.start(name, 4)
    play_randomly(game, choice.randrange(30), choice)
    masked = bytearray(game.grid.cells)
    for cell in choice.sample(range(game.grid.cells), count):
        masked[cell] = 1
    for action in game.legal_actions():
        if notation.is_word(action):
            continue
        referee = Referee(Layout(game.grid, game.grid), game, masked)
        before, after = bytearray(game.board), shown(game, action, masked)
        on_the_way = bytearray(before)
        referee.follow(before, 0)
        for cell, piece in reversed(game.hand_work(action)):
            if not masked[cell]:
                on_the_way[cell] = piece
            played = referee.follow(on_the_way, 0)
        assert on_the_way == after
        played = played or (
            referee.follow(after, 2 * _TAKE_BACK_MS, settled=True)
            if referee.back_due(2 * _TAKE_BACK_MS) == UNDECIDED
            else []
        )
        assert [code for code, _ in played] in ([], [action])
        assert played or any(masked[cell] for cell, _ in game.hand_work(action)) or referee.choices
        for _ in played:
            game.pop()
