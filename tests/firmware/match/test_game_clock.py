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


def test_fischer_adds_when_the_turn_passes_and_not_between_actions_of_one_turn() -> None:
    """Orochi's replacements are the same player's (ORO-4, ORO-5)."""
    clock = begun("fischer 60+5")
    clock.tick(10_000)
    clock.play(BLACK, BLACK)
    assert clock.remaining(BLACK) == 50_000
    clock.tick(12_000)
    clock.play(BLACK, WHITE)
    assert clock.remaining(BLACK) == 53_000 and clock.running == WHITE


def test_delay_gives_the_first_seconds_of_every_turn_once() -> None:
    clock = begun("delay 60+3")
    clock.tick(2000)
    assert clock.remaining(BLACK) == 60_000
    clock.tick(4000)
    clock.play(BLACK, BLACK)
    clock.tick(5000)
    assert clock.remaining(BLACK) == 58_000
    clock.tick(5000)
    clock.play(BLACK, WHITE)
    clock.tick(8000)
    assert clock.remaining(WHITE) == 60_000
    clock.tick(8001)
    assert clock.remaining(WHITE) == 59_999


def test_byoyomi_keeps_a_period_made_in_time_and_loses_one_overrun() -> None:
    clock = begun("byoyomi 10+2x5")
    clock.tick(12_000)
    assert (clock.remaining(BLACK), clock.periods(BLACK)) == (3000, 1)
    clock.tick(14_000)
    clock.play(BLACK, WHITE)
    assert (clock.remaining(BLACK), clock.periods(BLACK)) == (5000, 1)
    clock.tick(15_000)
    clock.play(WHITE, BLACK)
    assert (clock.remaining(WHITE), clock.periods(WHITE)) == (9000, 2)
    clock.tick(22_000)
    assert (clock.remaining(BLACK), clock.periods(BLACK)) == (3000, 0)
    clock.tick(25_000)
    assert clock.flagged == BLACK and clock.remaining(BLACK) == 0
    clock.tick(99_000)
    assert clock.remaining(WHITE) == 9000


def test_a_flag_is_taken_back_with_the_action() -> None:
    clock = begun("fischer 10+0")
    clock.tick(2000)
    clock.play(BLACK, WHITE)
    clock.tick(12_000)
    assert clock.flagged == WHITE
    clock.tick(13_000)
    clock.take_back()
    assert clock.flagged == EMPTY and clock.running == BLACK
    assert (clock.remaining(WHITE), clock.remaining(BLACK)) == (10_000, 10_000)
    clock.tick(14_000)
    assert clock.remaining(BLACK) == 9000


def test_a_swap_exchanges_the_seats_and_their_time() -> None:
    """SIB-7: black answers with swap; the same colour is to act, for the other seat (ACT-3)."""
    clock = begun("fischer 60+0")
    clock.tick(20_000)
    clock.play(BLACK, BLACK, swaps=True)
    assert (clock.remaining(WHITE), clock.remaining(BLACK)) == (40_000, 60_000)
    clock.tick(21_000)
    assert (clock.remaining(WHITE), clock.remaining(BLACK)) == (40_000, 59_000)
    clock.take_back()
    assert (clock.remaining(WHITE), clock.remaining(BLACK)) == (60_000, 60_000) and clock.running == BLACK


def test_the_clock_stands_at_the_end_and_through_a_pause() -> None:
    clock = begun("fischer 60+0")
    clock.tick(1000)
    clock.paused = True
    clock.tick(20_000)
    assert clock.report()["running"] is None
    clock.tick(30_000)
    clock.resume()
    clock.tick(31_000)
    assert clock.remaining(BLACK) == 58_000 and clock.report()["running"] == "black"
    clock.tick(31_000)
    clock.play(BLACK, EMPTY)
    clock.tick(90_000)
    assert (clock.remaining(WHITE), clock.remaining(BLACK), clock.running) == (60_000, 58_000, EMPTY)


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
