"""The fold: the same events make the same match, live, from flash and from the wire, wherever the power is cut."""

import copy
import random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume import games
from hexlume.games import IllegalAction, notation, outcome
from hexlume.games.pieces import BLACK, EMPTY, WHITE, other
from hexlume.match.events import ABANDON, ACTION, CONCLUDE, KINDS, RESULT, UNDO, number_of, pack_event, unpack_event
from hexlume.match.game_clock import RUNNING, UNTIMED
from hexlume.match.match import Change, Match
from hexlume.play.game_log import GameLog, replayed
from hexlume_record.game.position import position_of
from tests.firmware.journal.journal_board import JournalBoard

SIZES = {"orochi": 3, "sibling": 3, "orcoon": 4, "organica": 4, "droched": 3, "hex": 5}
OPTIONS: dict[str, dict[str, Any]] = {"sibling": {"pie": True}, "droched": {"pie": True}}
"""Options that make a game's players exchange their seats now and then."""
ENDINGS = ("resign", "draw", "flag")
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["act"] * 8 + ["take up", "undo", "undo", *ENDINGS, "pause", "resume", "abandon"]),
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
        "clock": None,
    }
    if match.clock is not None:
        clock = match.clock
        times = [(clock.remaining(colour), clock.periods(colour)) for colour in (WHITE, BLACK)]
        found["clock"] = times, clock.running, clock.flagged, clock._delay, clock._begun
    return found


class States(GameLog):
    """Keeps how the match stood after each event, by the number of events."""

    def __init__(self, link: Any, board: JournalBoard) -> None:
        super().__init__(link, board.journal, int)
        self.states: dict[int, dict[str, Any]] = {}

    def begin(self, match: Match, ms: int, lesson: int = 0) -> None:
        super().begin(match, ms, lesson)
        self.states[1] = copy.deepcopy(seen(match))

    def apply(self, event: Any, ms: int) -> Change:
        change = super().apply(event, ms)
        # Nobody's time counts in a game that was left.
        left = self.states.get(self.record.count - 1) if event[0] == ABANDON else None
        self.states[self.record.count] = left or copy.deepcopy(seen(self.match))
        return change


class Play:
    """A game played live, step by step, with a journal; the events are as ``Match.apply`` returned them."""

    def __init__(self, name: str, control: str, seed: int) -> None:
        self.board = JournalBoard().start()
        link: Any = SimpleNamespace(begin=lambda _: None)
        self.log = States(link, self.board)
        self.states = self.log.states
        self.choice = random.Random(seed)
        self.ms = 0
        self.log.begin(Match(games.start(name, SIZES[name], OPTIONS.get(name, {})), control), 0)

    @property
    def match(self) -> Match:
        return self.log.match

    def take(self, what: str, passed: int) -> None:
        """Take a step, if it can be taken, after ``passed`` ms."""
        self.ms += passed
        match, game, clock = self.match, self.match.game, self.match.clock
        if self.log.record.count > 1 and self.log.record.event(self.log.record.count - 1)[0] == ABANDON:
            return
        if clock is not None:
            clock.tick(self.ms)
        if what == "pause" and clock is not None:
            clock.paused = True
        elif what == "resume" and clock is not None and game.result is None:
            clock.resume()
        elif what == "undo" and (match.count or game.concluded):
            self.log.apply((UNDO, 0, 0, UNTIMED), self.ms)
        elif what == "abandon":
            self.log.apply((ABANDON, 0, 0, UNTIMED), self.ms)
        elif game.result is not None:
            return
        elif what in ("act", "take up"):
            code = self.choice.choice(sorted(game.legal_actions()))
            self.log.apply((ACTION, code, game.to_move, UNTIMED if what == "take up" else RUNNING), self.ms)
        elif what == "resign":
            self.conclude(other(game.to_move), outcome.RESIGNED)
        elif what == "draw":
            self.conclude(EMPTY, outcome.DRAW_AGREED)
        elif what == "flag":
            self.conclude(other(game.to_move), outcome.TIME)

    def conclude(self, winner: int, reason: str) -> None:
        self.log.apply((CONCLUDE, outcome.RESULTS[winner], reason, RUNNING), self.ms)

    def after_power_cut(self) -> Match:
        """Return what the flash makes of the game now."""
        self.log.keep()
        (kept,) = self.board.copy().start().kept()
        return replayed(kept)


@given(st.sampled_from(sorted(SIZES)), CONTROLS, STEPS, st.integers(0, 40), st.integers(0, 1 << 30))
def test_a_match_made_again_from_flash_after_any_event_is_the_one_that_went_on(
    name: str, control: str, steps: list[tuple[str, int]], cut: int, seed: int
) -> None:
    """Position, history, ending and clock; also after the events that follow."""
    play = Play(name, control, seed)
    for what, passed in steps[:cut]:
        play.take(what, passed)
    again, count = play.after_power_cut(), play.log.record.count
    assert seen(again) == play.states[count]
    for what, passed in steps[cut:]:
        play.take(what, passed)
    for seq in range(count, play.log.record.count):
        again.apply(play.log.record.event(seq))
        assert seen(again) == play.states.get(seq + 1, seen(again))
    assert seen(again) == play.states[play.log.record.count]


def timed(name: str = "orochi", control: str = "fischer 60+10") -> Match:
    return Match(games.start(name, 3), control)


def act(match: Match, text: str, left: int = RUNNING) -> Any:
    """Play an action; return the change."""
    return match.apply((ACTION, notation.parse(text, match.game.grid), match.game.to_move, left))


def test_an_action_has_what_its_colour_has_left_after_it_with_the_increment() -> None:
    match = timed()
    assert match.clock is not None
    assert act(match, "Wc3").event[3] == 70_000
    match.clock.tick(5_000)
    assert act(match, "Ba1").event[3] == 55_000, "black's first turn has two actions"
    match.clock.tick(8_000)
    assert act(match, "Wb1").event[3] == 62_000


def test_what_was_taken_up_leaves_the_clock_standing() -> None:
    match = timed()
    assert match.clock is not None
    for text in ("Wc3", "Ba1"):
        assert act(match, text, UNTIMED).event[3] == UNTIMED
        match.clock.tick(60_000)
    assert match.clock.remaining(WHITE) == match.clock.remaining(BLACK) == 60_000 and match.clock.running == EMPTY
    match.apply((UNDO, 0, 0, UNTIMED))
    assert match.game.actions() == ["Wc3"]
    act(match, "Ba1")
    match.clock.tick(67_000)
    act(match, "Bb1", UNTIMED)
    assert match.clock.remaining(BLACK) == 60_000, "what has passed since the last event is nobody's"


def test_a_flag_that_is_taken_back_takes_the_clock_away() -> None:
    match = timed()
    act(match, "Wc3")
    assert match.apply((CONCLUDE, "W+", outcome.TIME, 0)).ends_game and match.game.result == "W+"
    match.apply((UNDO, 0, 0, UNTIMED))
    assert match.game.result is None and match.game.actions() == ["Wc3"] and match.clock is None


@pytest.mark.parametrize(
    "event",
    [
        (ACTION, notation.NO_ACTION, WHITE, UNTIMED),
        (ACTION, notation.code(notation.PLACE_WHITE, 999), WHITE, UNTIMED),
        (ACTION, notation.code(notation.PLACE_WHITE, 0), BLACK, UNTIMED),
        (RESULT, "W+", "larger-group", UNTIMED),
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
    match.apply((UNDO, 0, 0, UNTIMED))
    assert seen(match) == before


@given(st.sampled_from(sorted(SIZES)), CONTROLS, st.integers(0, 1 << 30), st.integers(1, 30))
def test_actions_that_were_tried_one_after_another_change_what_they_change_when_they_are_played(
    name: str, control: str, seed: int, actions: int
) -> None:
    choice = random.Random(seed)
    played, tried = (Match(games.start(name, SIZES[name], OPTIONS.get(name, {})), control) for _ in range(2))
    changes = []
    for _ in range(actions):
        if played.game.result is None:
            code = choice.choice(sorted(played.game.legal_actions()))
            changes.append(played.apply((ACTION, code, played.game.to_move, RUNNING)))
            tried.game.push(code)
    for change in changes:
        assert vars(tried.apply(change.event)) == vars(change)
    assert seen(tried) == seen(played)


@given(st.sampled_from(sorted(SIZES)), st.integers(0, 1 << 30))
def test_a_change_tells_of_every_cell_once_and_of_the_end(name: str, seed: int) -> None:
    """What was placed, moved, turned over and captured is exactly where the board differs."""
    choice = random.Random(seed)
    match = Match(games.start(name, SIZES[name], OPTIONS.get(name, {})))
    for _ in range(60):
        game = match.game
        before, colour = bytes(game.board), game.to_move
        change = match.apply((ACTION, choice.choice(sorted(game.legal_actions())), colour, RUNNING))
        origin, target = change.moved
        told = {*change.turned, *change.captured, *change.placed, origin, target} - {-1}
        assert told == {cell for cell in range(game.grid.cells) if before[cell] != game.board[cell]}
        assert all(before[cell] != EMPTY != game.board[cell] for cell in change.turned)
        assert all(game.board[cell] == EMPTY or cell == target for cell in change.captured)
        assert change.ends_game == (game.result is not None)
        if change.ends_game:
            break
        assert change.ends_turn or game.to_move == colour


def test_a_step_is_reported_as_a_move_and_a_placement_is_not() -> None:
    match = Match(games.start("organica", 4))
    grid = match.game.grid
    placed, origin, target = (grid.cell(name) for name in ("d4", "a2", "a3"))
    for text, moved, found in (("Pd4", (-1, -1), [placed]), ("a2-a3", (origin, target), [])):
        change = match.apply((ACTION, notation.parse(text, grid), match.game.to_move, RUNNING))
        assert (change.moved, change.placed) == (moved, found)


EVENTS = st.one_of(
    st.tuples(st.just(ACTION), st.integers(0, (1 << 25) - 1), st.sampled_from([WHITE, BLACK])),
    st.tuples(st.sampled_from([RESULT, CONCLUDE]), st.sampled_from(outcome.RESULTS), st.text("ab-", max_size=90)),
    st.tuples(st.sampled_from([UNDO, ABANDON]), st.just(0), st.just(0)),
)


@given(EVENTS, st.integers(UNTIMED, (1 << 29) - 1))
def test_an_event_in_flash_is_read_as_it_was_written(event: tuple[str, Any, Any], left: int) -> None:
    timed_kind = event[0] in (ACTION, CONCLUDE, RESULT)
    whole = (*event, left if timed_kind and left >= 0 else UNTIMED)
    assert unpack_event(number_of(whole), pack_event(whole)) == whole


@given(st.integers(0, len(KINDS) - 1), st.binary(max_size=12))
def test_any_bytes_are_read_as_an_event_or_refused(number: int, payload: bytes) -> None:
    try:
        kind, *_ = unpack_event(number, payload)
    except (IndexError, ValueError):
        return
    assert kind == KINDS[number]
