"""The fold: the same events make the same match, whoever folds them, and say what each has changed."""

import copy
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume import games
from hexlume.games import notation, outcome
from hexlume.games.game import IllegalAction
from hexlume.games.game_clock import RUNNING, UNTIMED
from hexlume.games.pieces import BLACK, EMPTY, WHITE, other
from hexlume_host.game.events import ABANDON, ACTION, CONCLUDE, RESULT, UNDO
from hexlume_host.game.match import Event, Match
from hexlume_host.game.position import position_of

SIZES = {"orochi": 3, "sibling": 3, "orcoon": 4, "organica": 4, "droched": 3, "hex": 5}
OPTIONS: dict[str, dict[str, Any]] = {"sibling": {"pie": True}, "droched": {"pie": True}}
"""Options that make a game's players exchange their seats now and then."""
ENDINGS = ("resign", "draw", "flag")
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["act"] * 8 + ["take up", "undo", "undo", *ENDINGS, "abandon"]),
        st.integers(0, 9000),
    ),
    max_size=40,
)
CONTROLS = st.sampled_from(["none", "fischer 20+5", "delay 30+4", "byoyomi 10+3x5"])


def seen(match: Match) -> dict[str, Any]:
    """Return all that a match shows and that decides how it goes on."""
    found: dict[str, Any] = {
        "position": position_of(match.game),
        "actions": match.game.actions(),
        "count": match.count,
        "concluded": match.game.concluded,
        "abandoned": match.abandoned,
        "clock": None,
    }
    by_time = match.game.outcome is not None and match.game.outcome.reason == outcome.TIME
    if match.clock is not None and not match.abandoned and not by_time:
        # Nobody's time counts in a game that was left. After a fall of the flag the loser has none, which the
        # conclusion says; who takes that back goes on without a clock.
        clock = match.clock
        times = [(clock.remaining(colour), clock.periods(colour)) for colour in (WHITE, BLACK)]
        found["clock"] = times, clock.running, clock.flagged, clock._delay, clock._begun
    return found


class Play:
    """A game played live: its ``events`` as ``Match.apply`` returned them, and its ``states`` after each."""

    def __init__(self, name: str, control: str, seed: int) -> None:
        self.match = Match(games.start(name, SIZES[name], OPTIONS.get(name, {})), control)
        self.choice = random.Random(seed)
        self.events: list[Event] = []
        self.states = [copy.deepcopy(seen(self.match))]
        self.ms = 0

    def take(self, what: str, passed: int) -> None:
        """Take a step, if it can be taken; an action takes ``passed`` ms."""
        match, game = self.match, self.match.game
        if match.abandoned:
            return
        if what == "undo" and (match.count or game.concluded):
            self.apply(Event(UNDO))
        elif what == "abandon":
            self.apply(Event(ABANDON))
        elif game.result is not None:
            return
        elif what in ("act", "take up"):
            if what == "act" and match.clock is not None:
                self.ms += passed
                match.clock.tick(self.ms)
            code = self.choice.choice(sorted(game.legal_actions()))
            self.apply(Event(ACTION, code, game.to_move, UNTIMED if what == "take up" else RUNNING))
            if game.outcome is not None:
                self.apply(Event(RESULT, game.outcome.result, game.outcome.reason))
        elif what == "resign":
            self.apply(Event(CONCLUDE, outcome.RESULTS[other(game.to_move)], outcome.RESIGNED))
        elif what == "draw":
            self.apply(Event(CONCLUDE, outcome.RESULTS[EMPTY], outcome.DRAW_AGREED))
        elif what == "flag":
            self.apply(Event(CONCLUDE, outcome.RESULTS[other(game.to_move)], outcome.TIME))

    def apply(self, event: Event) -> None:
        self.events.append(self.match.apply(event).event)
        self.states.append(copy.deepcopy(seen(self.match)))


@given(st.sampled_from(sorted(SIZES)), CONTROLS, STEPS, st.integers(0, 1 << 30))
def test_a_match_made_again_of_its_events_is_the_one_that_was_played(
    name: str, control: str, steps: list[tuple[str, int]], seed: int
) -> None:
    """Position, history, ending and clock, after each event."""
    play = Play(name, control, seed)
    for what, passed in steps:
        play.take(what, passed)
    again = Match(games.start(name, SIZES[name], OPTIONS.get(name, {})), control)
    for event, state in zip(play.events, play.states[1:], strict=True):
        again.apply(event)
        assert seen(again) == state


def timed(name: str = "orochi", control: str = "fischer 60+10") -> Match:
    return Match(games.start(name, 3), control)


def act(match: Match, text: str, left: int = RUNNING) -> Any:
    """Play an action; return the change."""
    return match.apply(Event(ACTION, notation.parse(text, match.game.grid), match.game.to_move, left))


def test_an_action_has_what_its_colour_has_left_after_it_with_the_increment() -> None:
    match = timed()
    assert match.clock is not None
    assert act(match, "Wc3").event.left == 70_000
    match.clock.tick(5_000)
    assert act(match, "Ba1").event.left == 55_000, "black's first turn has two actions"
    match.clock.tick(8_000)
    assert act(match, "Wb1").event.left == 62_000


def test_an_action_within_a_turn_has_what_is_left_of_the_free_time_too() -> None:
    """Sibling's second turn places two discs (SIB-4)."""
    match, again = timed("sibling", "delay 60+5"), timed("sibling", "delay 60+5")
    assert match.clock is not None and again.clock is not None
    for passed in (0, 3_000, 7_000):
        match.clock.tick(passed)
        code = min(match.game.legal_actions())
        again.apply(match.apply(Event(ACTION, code, match.game.to_move, RUNNING)).event)
        assert seen(again) == seen(match)


def test_what_was_taken_up_leaves_the_clock_standing() -> None:
    match = timed()
    assert match.clock is not None
    for text in ("Wc3", "Ba1"):
        assert act(match, text, UNTIMED).event.left == UNTIMED
        match.clock.tick(60_000)
    assert match.clock.remaining(WHITE) == match.clock.remaining(BLACK) == 60_000 and match.clock.running == EMPTY
    match.apply(Event(UNDO))
    assert match.game.actions() == ["Wc3"]


def test_a_flag_that_is_taken_back_takes_the_clock_away() -> None:
    match = timed()
    act(match, "Wc3")
    assert match.apply(Event(CONCLUDE, "W+", outcome.TIME, 0)).ends_game and match.game.result == "W+"
    match.apply(Event(UNDO))
    assert match.game.result is None and match.game.actions() == ["Wc3"] and match.clock is None


@pytest.mark.parametrize(
    "event",
    [
        Event(ACTION, notation.NO_ACTION, WHITE, UNTIMED),
        Event(ACTION, notation.code(notation.PLACE_WHITE, 999), WHITE, UNTIMED),
        Event(ACTION, notation.code(notation.PLACE_WHITE, 0), BLACK, UNTIMED),
        Event(RESULT, "W+", "larger-group", UNTIMED),
    ],
)
def test_an_event_that_does_not_fit_is_refused_and_changes_nothing(event: Any) -> None:
    match = timed()
    before = seen(match)
    with pytest.raises(IllegalAction):
        match.apply(event)
    assert seen(match) == before


def test_nothing_is_taken_back_at_the_start() -> None:
    match = timed()
    before = seen(match)
    match.apply(Event(UNDO))
    assert seen(match) == before


@given(st.sampled_from(sorted(SIZES)), st.integers(0, 1 << 30))
def test_a_change_tells_of_every_cell_once_and_of_the_end(name: str, seed: int) -> None:
    """What was placed, moved, turned over and captured is exactly where the board differs."""
    choice = random.Random(seed)
    match = Match(games.start(name, SIZES[name], OPTIONS.get(name, {})))
    for _ in range(60):
        game = match.game
        before, colour = bytes(game.board), game.to_move
        change = match.apply(Event(ACTION, choice.choice(sorted(game.legal_actions())), colour, RUNNING))
        origin, target = change.moved
        told = {*change.turned, *change.captured, *change.placed, origin, target} - {-1}
        assert told == {cell for cell in range(game.grid.cells) if before[cell] != game.board[cell]}
        assert all(before[cell] != EMPTY != game.board[cell] for cell in change.turned)
        assert all(game.board[cell] == EMPTY or cell == target for cell in change.captured)
        assert change.ends_game == (game.result is not None)
        if change.ends_game:
            break
        assert change.ends_turn or game.to_move == colour
