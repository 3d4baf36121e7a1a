"""The prompt: what the table shows of a game, an action in progress, a dispute and the end."""

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.grid import HexGrid
from hexlume.games.pieces import BLACK, BLACK_LEADER, EMPTY, WHITE, WHITE_LEADER
from hexlume.hardware.panel import BLACK_TURN_LED, WHITE_TURN_LED
from hexlume.output import led_cues
from hexlume.table import prompt
from hexlume.table.layout import Layout
from hexlume.table.legal import LegalActions
from hexlume.table.referee import Referee
from hexlume_record.game.position import legal_texts
from tests.firmware.play.lesson_hands import PUT

GRID = HexGrid(4)


class Shown:
    """A game on a hex4 panel with what the prompt shows of it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.referee = Referee(Layout(GRID, game.grid), game)
        self.prompt = prompt.Prompt(GRID.cells)
        self.quiet = False
        self.referee.follow(self.table(), 0)

    def table(self) -> bytearray:
        return bytearray(self.referee.expected(cell) for cell in range(GRID.cells))

    def cues(self, pieces: bytearray | None = None) -> dict[str, int]:
        """Return the cues that are shown while ``pieces`` stand on the table, by panel cell."""
        self.referee.follow(self.table() if pieces is None else pieces, 0)
        legal = LegalActions(self.game, self.referee.layout, bytearray(GRID.cells), self.game.iter_legal)
        while not legal.gather(50):
            pass
        self.prompt.compose(self.referee, legal, quiet=self.quiet)
        return {GRID.name(cell): cue for cell, cue in enumerate(self.prompt.cues[: GRID.cells]) if cue}


def after(name: str, *actions: str, size: int = 4) -> Shown:
    game = games.start(name, size)
    for action in actions:
        game.push_text(action)
    return Shown(game)


CHAIN = ("Wd4", "Wc3", "Wd3", "Bb1", "Wd5", "Bb5", "We4")


def test_legal_cells_glow_and_the_last_action_is_marked() -> None:
    cues = after("orochi", "Wd4").cues()
    assert cues.pop("d4") == led_cues.LAST
    assert len(cues) == 36 and set(cues.values()) == {led_cues.LEGAL}


def test_only_the_over_connected_disc_asks_to_be_turned_over() -> None:
    """ORO-4."""
    cues = after("orochi", *CHAIN).cues()
    assert {name: cue for name, cue in cues.items() if cue != led_cues.LAST} == {"d4": led_cues.MUST_REPLACE}


def test_a_piece_in_hand_shows_just_where_it_may_step() -> None:
    """ORG-7: the cells beside it that are empty."""
    shown = after("organica", "Pb2")
    pieces = shown.table()
    pieces[GRID.cell("b2")] = EMPTY
    cues = shown.cues(pieces)
    assert cues.pop("b2") == led_cues.IN_HAND
    legal = [action for action in legal_texts(shown.game) if action.startswith("b2-")]
    assert legal and sorted(cues) == sorted(action[3:] for action in legal)
    assert set(cues.values()) == {led_cues.LEGAL}


def test_wrong_disc_is_to_be_taken_off_before_anything_is_offered() -> None:
    """Also where a disc might be placed: a disc in a hand would leave its cell empty."""
    shown = after("orochi", "Wd4")
    pieces = shown.table()
    pieces[GRID.cell("e4")] = WHITE_LEADER
    assert shown.cues(pieces) == {"d4": led_cues.LAST, "e4": led_cues.TAKE_THIS_OFF}


def test_cells_that_glowed_go_on_glowing_until_the_legal_actions_are_known() -> None:
    shown = after("orochi", "Wd4")
    glowing = {name for name, cue in shown.cues().items() if cue == led_cues.LEGAL}
    shown.game.push_text("We4")
    shown.referee.follow(shown.table(), 0)
    shown.prompt.compose(shown.referee, None)
    cues = {GRID.name(cell): cue for cell, cue in enumerate(shown.prompt.cues[: GRID.cells]) if cue}
    assert cues == {**dict.fromkeys(glowing, led_cues.LEGAL), "e4": led_cues.LAST}


class Left:
    """A clock with some quarters of its time left."""

    flagged = 0

    def __init__(self, quarters: int, low: bool = False) -> None:
        self._quarters = quarters
        self._low = low

    def low(self, colour: int) -> bool:
        return self._low

    def share(self, colour: int, of: int) -> int:
        return self._quarters


@pytest.mark.parametrize(
    ("actions", "turn", "left"),
    [((), led_cues.WHITE_TURN, led_cues.WHITE_LEFT), (("Wd4",), led_cues.BLACK_TURN, led_cues.BLACK_LEFT)],
)
def test_turn_light_shows_whose_turn_it_is_and_each_quarter_of_the_time_used_up(
    actions: tuple[str, ...], turn: int, left: int
) -> None:
    shown = after("orochi", *actions)
    led = GRID.cells + (BLACK_TURN_LED if actions else WHITE_TURN_LED)
    seen = []
    for clock in (None, Left(4), Left(3), Left(2), Left(1), Left(0), Left(4, low=True)):
        shown.prompt.status(shown.game, clock, 0, 0)
        seen.append(shown.prompt.cues[led])
        assert sum(map(bool, shown.prompt.cues[GRID.cells :])) == 1, "the other player's is dark"
    low = led_cues.BLACK_LOW if actions else led_cues.WHITE_LOW
    assert seen == [turn, turn, left, left + 1, left + 2, left + 2, low]


def test_without_hints_nothing_is_offered_but_what_must_be_done_is_shown() -> None:
    shown = after("orochi", *CHAIN)
    shown.quiet = True
    assert shown.cues()["d4"] == led_cues.MUST_REPLACE
    shown = after("orochi", "Wd4")
    shown.quiet = True
    assert shown.cues() == {"d4": led_cues.LAST}


@example(126, "organica")
@given(st.integers(0, 10_000), st.sampled_from(["orochi", "organica", "droched"]))
def test_by_following_the_lights_any_mess_is_put_right(seed: int, name: str) -> None:
    """Every difference is shown in its turn: wrong discs first, then piece by piece, until none is left."""
    choice = random.Random(seed)
    game = games.start(name, 4)
    for _ in range(choice.randrange(25)):
        if game.result is None:
            game.push(choice.choice(game.legal_actions()))
    if game.result is not None:
        game.pop()
    shown = Shown(game)
    shown.referee.wait_for_agreement()
    pieces = bytearray(
        choice.choice((EMPTY, WHITE, BLACK, WHITE_LEADER, BLACK_LEADER)) if choice.random() < 0.4 else piece
        for piece in shown.table()
    )
    codes = list(game.codes)
    for _ in range(2 * GRID.cells + 2):
        if pieces == shown.table():
            break
        cues = shown.cues(pieces)
        asked = {name: cue for name, cue in cues.items() if cue in FIXES}
        assert asked, "the lights always show what to do next"
        if shown.referee.disputed >= prompt._MANY:
            kinds = {"off" if cue not in PUT else cue for cue in asked.values()}
            assert len(kinds) == 1, "one kind at a time"
        name = choice.choice(sorted(asked))
        cell = GRID.cell(name)
        assert asked[name] not in PUT or PUT[asked[name]] == shown.referee.expected(cell), "each kind has its light"
        pieces[cell] = FIXES[asked[name]](pieces[cell], shown.referee.expected(cell))
        # Only discs are moved here; an action without a place cannot be taken for one.
        assert game.codes == codes or notation.is_word(game.codes[-1])
    assert pieces == shown.table()


FIXES = {
    led_cues.TAKE_THIS_OFF: lambda seen, expected: EMPTY,
    **dict.fromkeys(
        (led_cues.TURN_THIS_OVER, led_cues.EXCHANGE_THIS, led_cues.IN_HAND, *PUT), lambda seen, expected: expected
    ),
}


def test_the_end_shows_the_two_groups_and_the_last_empty_hex() -> None:
    """ORO-7."""
    choice = random.Random(4)
    game = games.start("orochi", 4)
    while game.result is None:
        game.push(choice.choice(game.legal_actions()))
    winner, loser, decider = game.final_groups()
    cues = Shown(game).cues()
    for cells, cue in ((winner, led_cues.WINNER), (loser, led_cues.LOSER), (decider, led_cues.DECIDER)):
        assert sorted(name for name, shown in cues.items() if shown == cue) == sorted(map(GRID.name, cells))
