"""The game clock: no time appears or vanishes, and a take-back restores it to the millisecond."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume.games.pieces import BLACK, EMPTY, WHITE, other
from hexlume.match.game_clock import GameClock, TimeControl, TimeControlError

BASES, STEPS = st.integers(1, 86400), st.integers(1, 600)
CONTROLS = st.one_of(
    st.builds("fischer {}+{}".format, BASES, st.integers(0, 600)),
    st.builds("delay {}+{}".format, BASES, STEPS),
    st.builds("byoyomi {}+{}x{}".format, st.integers(0, 86400), st.integers(1, 99), STEPS),
)
SHORT = st.sampled_from(["fischer 20+5", "fischer 30+0", "delay 20+3", "byoyomi 10+3x5", "byoyomi 0+2x6"])
STEPS_TAKEN = st.lists(
    st.tuples(
        st.sampled_from(["think", "think", "wait", "play", "play", "again", "swap", "back", "pause", "resume"]),
        st.integers(0, 4000),
    ),
    max_size=60,
)


@given(CONTROLS)
def test_every_time_control_is_read_as_it_is_written(text: str) -> None:
    assert TimeControl(text).text == text


def test_the_examples_mean_what_they_say() -> None:
    fischer, delay, byoyomi = TimeControl("fischer 300+5"), TimeControl("delay 300+3"), TimeControl("byoyomi 600+3x30")
    assert (fischer.base_ms, fischer.step_ms, fischer.reserve_ms) == (300_000, 5000, 300_000)
    assert (delay.base_ms, delay.step_ms) == (300_000, 3000)
    assert (byoyomi.base_ms, byoyomi.periods, byoyomi.step_ms, byoyomi.reserve_ms) == (600_000, 3, 30_000, 690_000)
    assert TimeControl("none").text == "none"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "'' is no time control: name one like none, fischer 300"),
        ("chess", "'chess' is no time control"),
        ("fischer", "'fischer' is no time control"),
        ("none 5", "'none 5' is no time control"),
        ("fischer 300", "'fischer 300' is no time control"),
        ("fischer 0+5", "fischer begins with 1 to 86400 seconds, not '0'"),
        ("fischer 05+5", "not '05'"),
        ("fischer 300+-5", "fischer goes on with 0 to 600 seconds, not '-5'"),
        ("delay 300+0", "delay goes on with 1 to 600 seconds, not '0'"),
        ("byoyomi 600+30", "byoyomi has 1 to 99 periods, not '30'|byoyomi goes on with"),
        ("byoyomi 600+0x30", "byoyomi has 1 to 99 periods, not '0'"),
        ("fischer 999999+5", "not '999999'"),
        ("fischer \u0663+5", "fischer begins with"),
    ],
)
def test_a_wrong_one_is_refused_with_one_sentence(text: str, why: str) -> None:
    with pytest.raises(TimeControlError, match=why.replace("+", r"\+")) as caught:
        TimeControl(text)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 200


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        control = TimeControl(text)
    except TimeControlError:
        return
    assert TimeControl(control.text).text == control.text


class Watch:
    """A clock under random use, with what it should show kept apart from it."""

    def __init__(self, text: str) -> None:
        self.clock = GameClock(TimeControl(text))
        self.ms = 0
        self.mover = WHITE

    def seen(self) -> tuple[object, ...]:
        clock = self.clock
        return (
            clock.remaining(WHITE),
            clock.remaining(BLACK),
            clock.periods(WHITE),
            clock.periods(BLACK),
            clock.running,
            clock.flagged,
            clock._delay,
        )

    def reserve(self) -> list[int]:
        clock = self.clock
        return [clock.remaining(colour) + clock.periods(colour) * clock.control.step_ms for colour in (WHITE, BLACK)]

    def play(self, what: str) -> None:
        mover = self.mover
        # A swap leaves the same colour to act, now the other player.
        self.mover = other(mover) if what == "play" else mover
        self.clock.tick(self.ms)
        self.clock.play(mover, self.mover, what == "swap")


@given(SHORT, STEPS_TAKEN)
def test_time_is_used_by_the_player_to_move_and_by_nobody_else(text: str, steps: list[tuple[str, int]]) -> None:
    """While the clock runs, free delay and reserve go down by exactly what passes; otherwise nothing moves."""
    watch = Watch(text)
    clock = watch.clock
    for what, passed in steps:
        before, delay, runs = watch.reserve(), clock._delay, not clock.paused and not clock.flagged
        if what in ("think", "wait"):
            watch.ms += passed
            clock.tick(watch.ms, what == "wait")
            after = watch.reserve()
            used = [old - new for old, new in zip(before, after, strict=True)]
            if not runs or what == "wait":
                assert used == [0, 0] and clock._delay == delay
            else:
                idle = other(clock.running) - 1
                assert used[idle] == 0
                if clock.flagged:
                    assert after[1 - idle] == 0 and 0 <= used[1 - idle] <= passed
                else:
                    assert used[1 - idle] + delay - clock._delay == passed
        elif what in ("play", "again", "swap"):
            mover = watch.mover
            watch.play(what)
            after = watch.reserve()
            if what == "swap":
                after.reverse()
            assert after[other(mover) - 1] == before[other(mover) - 1]
            gained = after[mover - 1] - before[mover - 1]
            assert 0 <= gained <= clock.control.step_ms
            if what == "again" or before[mover - 1] == 0 or clock.control.kind == "delay":
                assert gained == 0
            elif clock.control.kind == "fischer":
                assert gained == clock.control.step_ms
        elif what == "pause":
            clock.paused = True
        elif what == "resume" and clock.paused:
            watch.ms += passed
            clock.tick(watch.ms)
            clock.resume()
            assert watch.reserve() == before


@given(SHORT, STEPS_TAKEN)
def test_a_take_back_restores_what_both_had_before_the_action(text: str, steps: list[tuple[str, int]]) -> None:
    watch = Watch(text)
    clock = watch.clock
    history: list[tuple[tuple[object, ...], int]] = [(watch.seen(), WHITE)]
    for what, passed in steps:
        if what in ("play", "again", "swap"):
            watch.play(what)
            history.append((watch.seen(), watch.mover))
        elif what == "back":
            if len(history) > 1:
                clock.take_back()
                history.pop()
            seen, watch.mover = history[-1]
            if len(history) == 1:
                assert clock.paused and clock.running == EMPTY
            assert watch.seen() == seen
        elif what == "pause":
            clock.paused = True
        elif what == "resume":
            clock.resume()
        else:
            watch.ms += passed
            clock.tick(watch.ms, what == "wait")
    while len(history) > 1:
        clock.take_back()
        history.pop()
        assert watch.seen() == history[-1][0]


def begun(text: str) -> GameClock:
    """Return a clock that white's first action started at 0 ms: black's runs."""
    clock = GameClock(TimeControl(text))
    clock.tick(0)
    clock.play(WHITE, BLACK)
    return clock


def test_the_clock_stands_until_the_first_action() -> None:
    clock = GameClock(TimeControl("fischer 300+5"))
    clock.tick(60_000)
    clock.tick(70_000)
    clock.resume()
    clock.tick(80_000)
    assert clock.remaining(WHITE) == 300_000 and clock.paused and clock.running == EMPTY
    clock.tick(90_000)
    clock.play(WHITE, BLACK)
    clock.tick(91_000)
    assert (clock.remaining(WHITE), clock.remaining(BLACK)) == (305_000, 299_000)


def play(clock: GameClock, steps: str) -> None:
    """Go to each second and do what stands behind it: end or go on with a turn, swap, pause, take back."""
    for step in steps.split():
        mover = clock.running
        if step == "turn":
            clock.play(mover, other(mover))
        elif step == "again":
            clock.play(mover, mover)
        elif step == "swap":
            clock.play(mover, mover, swaps=True)
        elif step == "end":
            clock.play(mover, EMPTY)
        elif step == "back":
            clock.take_back()
        elif step == "pause":
            clock.paused = True
        elif step == "resume":
            clock.resume()
        else:
            clock.tick(round(1000 * float(step)))


@pytest.mark.parametrize(
    ("text", "steps", "white", "black", "running"),
    [
        # Fischer adds when the turn passes, and not between the actions of one (ORO-4, ORO-5).
        ("fischer 60+5", "10 again", (65, 0), (50, 0), "black"),
        ("fischer 60+5", "10 again 12 turn", (65, 0), (53, 0), "white"),
        # A delay is free once in a turn.
        ("delay 60+3", "2", (60, 0), (60, 0), "black"),
        ("delay 60+3", "4 again 5", (60, 0), (58, 0), "black"),
        ("delay 60+3", "4 again 5 turn 8", (60, 0), (58, 0), "white"),
        ("delay 60+3", "4 again 5 turn 8.001", (59.999, 0), (58, 0), "white"),
        # A period of byoyomi that is made in time is kept, one overrun is lost.
        ("byoyomi 10+2x5", "12", (10, 2), (3, 1), "black"),
        ("byoyomi 10+2x5", "12 14 turn", (10, 2), (5, 1), "white"),
        ("byoyomi 10+2x5", "12 14 turn 15 turn 22", (9, 2), (3, 0), "black"),
        ("byoyomi 10+2x5", "12 14 turn 15 turn 22 25 99", (9, 2), (0, 0), None),
        # A flag is taken back with the action.
        ("fischer 10+0", "2 turn 12 13", (0, 0), (8, 0), None),
        ("fischer 10+0", "2 turn 12 13 back", (10, 0), (10, 0), "black"),
        ("fischer 10+0", "2 turn 12 13 back 14", (10, 0), (9, 0), "black"),
        # A swap exchanges the seats' time; the same colour is to act (SIB-7, ACT-3).
        ("fischer 60+5", "20 swap", (45, 0), (65, 0), "black"),
        ("fischer 60+0", "20 swap", (40, 0), (60, 0), "black"),
        ("fischer 60+0", "20 swap 21", (40, 0), (59, 0), "black"),
        ("fischer 60+0", "20 swap 21 back", (60, 0), (60, 0), "black"),
        # It stands through a pause and at the end.
        ("fischer 60+0", "10 turn pause back 30", (60, 0), (60, 0), None),
        ("fischer 60+0", "1 pause 20", (60, 0), (59, 0), None),
        ("fischer 60+0", "1 pause 20 30 resume 31", (60, 0), (58, 0), "black"),
        ("fischer 60+0", "1 pause 20 30 resume 31 end 90", (60, 0), (58, 0), None),
    ],
)
def test_seconds_and_periods_left_after_each_step(
    text: str, steps: str, white: tuple[float, int], black: tuple[float, int], running: str | None
) -> None:
    clock = begun(text)
    play(clock, steps)
    left = [(clock.remaining(colour) / 1000, clock.periods(colour)) for colour in (WHITE, BLACK)]
    assert left == [white, black] and clock.report()["running"] == running
    assert clock.flagged == (WHITE if white == (0, 0) else BLACK if black == (0, 0) else EMPTY)


def test_low_time_is_warned_of_once_and_every_last_second() -> None:
    clock = begun("fischer 60+0")
    warned = []
    for ms in range(0, 60_100, 20):
        clock.tick(ms)
        if clock.warn():
            warned.append(60_000 - ms)
        assert clock.low(BLACK) == (60_000 - ms <= 15_000) and not clock.low(WHITE)
    assert warned == [15_000, *range(10_000, -1, -1000)]
    assert clock.flagged == BLACK


def test_low_time_that_was_warned_of_is_not_warned_of_again_in_the_next_turn() -> None:
    clock = begun("fischer 60+0")
    clock.tick(45_000)
    assert clock.low(BLACK) and clock.warn()
    clock.play(BLACK, WHITE)
    assert not clock.warn(), "white has plenty"
    clock.tick(46_000)
    clock.play(WHITE, BLACK)
    assert clock.low(BLACK) and not clock.warn()


def test_a_byoyomi_period_used_up_is_warned_of() -> None:
    clock = begun("byoyomi 0+3x20")
    clock.tick(8000)
    assert not clock.warn()
    clock.tick(20_000)
    assert clock.periods(BLACK) == 1 and clock.warn() and not clock.warn()
    clock.tick(45_500)
    assert clock.low(BLACK) and clock.warn()
    clock.tick(50_500)
    assert clock.warn()


@given(SHORT, st.integers(0, 60_000), st.integers(1, 8))
def test_the_share_goes_from_all_to_none_with_the_time(text: str, passed: int, steps: int) -> None:
    clock = begun(text)
    assert clock.share(BLACK, steps) == steps
    before = clock.share(BLACK, steps)
    clock.tick(passed)
    assert clock.share(BLACK, steps) <= before
    assert (clock.share(BLACK, steps) == 0) == (clock.flagged == BLACK)


def test_many_increments_stay_within_a_small_integer() -> None:
    clock = GameClock(TimeControl("fischer 86400+600"))
    colour = WHITE
    for _ in range(2500):
        clock.tick(0)
        clock.play(colour, other(colour))
        colour = other(colour)
    assert clock.remaining(WHITE) == clock.remaining(BLACK) == (1 << 29) - 1
