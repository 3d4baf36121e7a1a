"""The lights: within the budget in every frame, and no two cues that differ by hue alone (docs/lights.md)."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume.const import _PERIOD as PERIOD
from hexlume.hardware.panel import PANEL_SIZES, led_budget_ma, led_order, panel_grid
from hexlume.output import led_cues
from hexlume.output.led_cues import _STEADY as STEADY
from hexlume.output.led_cues import COLOURS, LEVELS, PATTERNS, level
from hexlume.output.lights import (
    _DARK_MS,
    _DIM_MS,
    BRIGHTNESS,
    CHANNEL_MA,
    DIM,
    FULL,
    IDLE_MA,
    NIGHT,
    NORMAL,
    Lights,
    _dimmed,
)
from hexlume_sim.hands.eyes import PATTERN_NAMES
from tests.colour_vision import MATRICES, luminance

LEDS = 65
CELL_CUES = (
    *range(led_cues.LEGAL, led_cues.WHITE_TURN),
    led_cues.MAY_MOVE,
    led_cues.FAULTY,
    led_cues.PUT_WHITE_LEADER,
    led_cues.PUT_BLACK_LEADER,
    led_cues.ADVICE,
    led_cues.ADVICE + 1,
    led_cues.ADVICE + 2,
)
WHITE_TURN_CUES = (
    led_cues.WHITE_TURN,
    led_cues.WHITE_LEFT,
    led_cues.WHITE_LEFT + 1,
    led_cues.WHITE_LEFT + 2,
    led_cues.WHITE_LOW,
    led_cues.TIME_OVER,
)
BLACK_TURN_CUES = (
    led_cues.BLACK_TURN,
    led_cues.BLACK_LEFT,
    led_cues.BLACK_LEFT + 1,
    led_cues.BLACK_LEFT + 2,
    led_cues.BLACK_LOW,
    led_cues.TIME_OVER,
)
ACT_CUES = (led_cues.ACT_READY, led_cues.ACT_CHOSEN, led_cues.RESIGN_READY, led_cues.DRAW_READY)
STATE_CUES = (
    led_cues.ALL_WELL,
    led_cues.NOT_KEPT,
    led_cues.FILLING,
    led_cues.LOSING,
    led_cues.IN_DISPUTE,
    led_cues.THINKING,
    led_cues.LEARNING,
)
MENU_CUES = range(led_cues.MENU_CHOICE, led_cues.MENU_LEVEL + 4)


class Chain:
    """A chain of pixels that counts what it is given, like the NeoPixel library's buffer."""

    def __init__(self, leds: int = LEDS) -> None:
        self.colours = [0] * leds
        self.frames: list[list[int]] = []

    def __len__(self) -> int:
        return len(self.colours)

    def __setitem__(self, led: int, colour: int) -> None:
        self.colours[led] = colour

    def fill(self, colour: int) -> None:
        self.colours[:] = [colour] * len(self.colours)

    def show(self) -> None:
        self.frames.append(list(self.colours))


class Chosen:
    """What the lights read of the preferences."""

    def __init__(self, brightness: int = FULL, idle: int = 0) -> None:
        self.brightness = brightness
        self.idle = idle


def current_ma(frame: list[int]) -> float:
    """Return a frame's current from the datasheet's figures, in mA."""
    channels = sum((colour >> 16) + (colour >> 8 & 255) + (colour & 255) for colour in frame)
    return IDLE_MA * len(frame) + channels * CHANNEL_MA / 255


_CUES = st.lists(st.integers(0, len(COLOURS) - 1), min_size=LEDS, max_size=LEDS)


@given(_CUES, st.integers(0, 10_000), st.integers(0, len(BRIGHTNESS) - 1), st.integers(LEDS, 2000) | st.just(100_000))
def test_a_frame_shows_each_cue_where_it_belongs_and_stays_within_the_budget(
    cues: list[int], ms: int, brightness: int, budget_ma: int
) -> None:
    """By a sensible budget no lit cue vanishes: it keeps 1/255 in some channel; dark stays dark."""
    chain, leds = Chain(), bytes(reversed(range(LEDS)))
    Lights(chain, leds, budget_ma, Chosen(brightness), bool).show(bytearray(cues), ms)
    if chain.frames:
        assert current_ma(chain.frames[-1]) <= budget_ma
    for index, cue in enumerate(cues):
        colour, bright = chain.colours[leds[index]], level(PATTERNS[cue], ms) if cue != led_cues.NO_CUE else 0
        assert (colour != 0) == (bright > 0) or budget_ma < 600
        if bright == LEVELS and brightness == FULL and budget_ma == 100_000:
            assert colour == COLOURS[cue]


def test_nothing_is_sent_while_nothing_changes() -> None:
    chain = Chain()
    lights = Lights(chain, bytes(range(LEDS)), 100_000, Chosen(), bool)
    cues = bytearray([led_cues.LEGAL] * LEDS)
    assert lights.show(cues, 0)
    assert not any(lights.show(cues, ms) for ms in range(20, 3000, 20))


def test_lights_that_move_do_so_less_often_while_hurried_and_what_changes_is_shown_at_once() -> None:
    lights = Lights(Chain(), bytes(range(LEDS)), 100_000, Chosen(), bool)
    cues = bytearray([led_cues.MUST_REPLACE] * LEDS)
    frames = {
        hurried: sum(lights.show(cues, start + ms, hurried) for ms in range(0, 3000, 10))
        for hurried, start in ((False, 0), (True, 10_000))
    }
    assert 0 < frames[True] <= 30
    assert frames[True] < frames[False]
    cues[0] = led_cues.LEGAL
    assert lights.show(cues, 13_000, True)


def test_lights_that_move_go_on_when_board_time_wraps() -> None:
    chain = Chain()
    lights = Lights(chain, bytes(range(LEDS)), 100_000, Chosen(), bool)
    lights.wake(PERIOD - 100)
    cues = bytearray([led_cues.MUST_REPLACE] * LEDS)
    sent = [
        lights.show(cues, ms % PERIOD, hurried)
        for hurried in (False, True)
        for ms in range(PERIOD - 200, PERIOD + 200, 20)
    ]
    assert sum(sent[:20]) >= 9 and sum(sent[20:]) >= 3


def test_every_cue_has_a_look_and_no_light_flashes_more_than_three_times_a_second() -> None:
    """WCAG 2.2, success criterion 2.3.1: not more than three flashes in any one second."""
    assert len(COLOURS) == len(PATTERNS)
    assert set(PATTERNS) == set(PATTERN_NAMES)
    for pattern, name in PATTERN_NAMES.items():
        levels = [level(pattern, ms) for ms in range(4000)]
        assert all(0 <= one <= LEVELS for one in levels)
        rises = [ms for ms in range(1, 4000) if levels[ms] == LEVELS and levels[ms - 1] < LEVELS // 2 + 1]
        assert all(later - earlier >= 1000 for earlier, later in zip(rises, rises[3:], strict=False)), name
        period = pattern[0] or 1
        assert all(levels[ms] == levels[ms + period] for ms in range(4000 - period)), name


def visible(colour: int, brightness: int) -> int:
    """Return a cue's colour at its brightest, as it is sent at a level of brightness."""
    chain = Chain()
    lights = Lights(chain, bytes(range(LEDS)), 100_000, Chosen(brightness), bool)
    cue = next(cue for cue in range(len(COLOURS)) if COLOURS[cue] == colour)
    period = PATTERNS[cue][0] or 20
    for ms in range(0, period, 20):
        lights.show(bytearray([cue] * LEDS), ms)
    return max(frame[0] for frame in chain.frames)


@pytest.mark.parametrize("vision", MATRICES)
@pytest.mark.parametrize("brightness", range(len(BRIGHTNESS)))
def test_no_two_cues_of_cells_differ_by_hue_alone(vision: str, brightness: int) -> None:
    """Promise 4, for normal eyes and each dichromacy: pairwise another pattern, or at least 1.8 times as bright."""
    for one, two in combinations(CELL_CUES, 2):
        if PATTERNS[one] != PATTERNS[two]:
            continue
        dim, bright = sorted(luminance(visible(COLOURS[cue], brightness), vision) for cue in (one, two))
        assert dim > 0
        assert bright >= 1.8 * dim, (one, two, PATTERN_NAMES[PATTERNS[one]])


@pytest.mark.parametrize("vision", MATRICES)
@pytest.mark.parametrize("brightness", range(len(BRIGHTNESS)))
def test_discs_to_put_on_are_told_apart_by_pattern_and_by_brightness(vision: str, brightness: int) -> None:
    """White and black discs ask in opposite patterns, and white asks more than three times as brightly."""
    for asks_white, asks_black in (
        (led_cues.PUT_WHITE, led_cues.PUT_BLACK),
        (led_cues.PUT_WHITE_LEADER, led_cues.PUT_BLACK_LEADER),
    ):
        white, black = (visible(COLOURS[cue], brightness) for cue in (asks_white, asks_black))
        assert luminance(white, vision) >= 3 * luminance(black, vision) > 0
        flashes, gaps = PATTERNS[asks_white], PATTERNS[asks_black]
        assert flashes[0] == gaps[0]
        for ms in range(0, flashes[0], 10):
            assert (level(flashes, ms) > 0) != (level(gaps, ms) > 0)


def dark_gaps(pattern: tuple[int, ...]) -> list[int]:
    """Return how long each dark gap of a pattern's period is, in ms."""
    lit = [level(pattern, ms) > 0 for ms in range(2 * pattern[0])]
    begins = [ms for ms in range(1, len(lit)) if lit[ms - 1] and not lit[ms]]
    return [lit.index(True, begin) - begin for begin in begins if begin <= pattern[0]]


def test_a_leader_is_asked_for_by_three_where_a_pawn_is_by_two() -> None:
    """Flashes of white, gaps of black, of one hue for both kinds (Organica, ORG-2)."""
    for pawn, leader in (
        (led_cues.PUT_WHITE, led_cues.PUT_WHITE_LEADER),
        (led_cues.PUT_BLACK, led_cues.PUT_BLACK_LEADER),
    ):
        assert COLOURS[pawn] == COLOURS[leader]
        assert [len(dark_gaps(PATTERNS[cue])) for cue in (pawn, leader)] == [2, 3]


def test_the_turn_light_has_a_dark_gap_for_each_quarter_of_the_time_that_is_used_up() -> None:
    """Each gap lasts long enough to be counted, and the light is on for most of the time: it is still a turn."""
    for turn in (WHITE_TURN_CUES, BLACK_TURN_CUES):
        assert PATTERNS[turn[0]] == STEADY
        for used_up, cue in enumerate(turn[1:4], 1):
            colour, pattern = COLOURS[cue], PATTERNS[cue]
            gaps = dark_gaps(pattern)
            assert colour == COLOURS[turn[0]]
            assert len(gaps) == used_up
            assert all(120 <= gap <= 250 for gap in gaps)
            assert sum(gaps) < pattern[0] / 4


@pytest.mark.parametrize("vision", MATRICES)
def test_low_time_is_brighter_than_the_turn(vision: str) -> None:
    for turn in (WHITE_TURN_CUES, BLACK_TURN_CUES):
        assert luminance(COLOURS[turn[4]], vision) >= 1.8 * luminance(COLOURS[turn[0]], vision) > 0


MENU_LEVELS = tuple(range(led_cues.MENU_LEVEL, led_cues.MENU_LEVEL + 4))


@pytest.mark.parametrize("vision", MATRICES)
@pytest.mark.parametrize(
    "together",
    [
        (led_cues.MENU_CHOICE, led_cues.MENU_CHOSEN, led_cues.MENU_TOUCHED),
        (led_cues.MENU_CHOSEN, *MENU_LEVELS),
        (led_cues.MENU_CHOICE, led_cues.MENU_LEVEL, led_cues.MENU_LEVEL + 3),
        (led_cues.MENU_BOARD, led_cues.MENU_ENGINE, led_cues.MUST_REPLACE, led_cues.WHITE_TURN, led_cues.BLACK_TURN),
    ],
)
def test_no_two_cues_that_the_menu_shows_together_differ_by_hue_alone(vision: str, together: tuple[int, ...]) -> None:
    """Its rows, the row of brightness, sizes beside idle, and its previews."""
    for one, two in combinations(together, 2):
        if PATTERNS[one] != PATTERNS[two]:
            continue
        dim, bright = sorted(luminance(COLOURS[cue], vision) for cue in (one, two))
        assert bright >= 1.7 * dim > 0, (one, two)


@pytest.mark.parametrize("vision", MATRICES)
def test_what_asks_for_something_moves_and_what_offers_is_steady(vision: str) -> None:
    """An offer is bright enough for a lit room, so a request stands out by how much and how soon it changes."""
    leaders = (led_cues.PUT_WHITE_LEADER, led_cues.PUT_BLACK_LEADER)
    offer, pattern = COLOURS[led_cues.LEGAL], PATTERNS[led_cues.LEGAL]
    assert pattern == PATTERNS[led_cues.LAST] == STEADY
    for cue in (*range(led_cues.MUST_REPLACE, led_cues.WINNER), *leaders):
        colour, pattern = COLOURS[cue], PATTERNS[cue]
        assert 0 < pattern[0] <= 1400
        levels = [level(pattern, ms) ** 2 / LEVELS**2 for ms in range(pattern[0])]
        change = (max(levels) - min(levels)) * luminance(colour, vision)
        assert change >= 0.25 * luminance(offer, vision), (cue, change)


@pytest.mark.parametrize("led", [WHITE_TURN_CUES, BLACK_TURN_CUES, ACT_CUES, STATE_CUES])
def test_cues_of_one_status_led_differ_by_pattern(led: tuple[int, ...]) -> None:
    """Status LEDs have a meaning each by their place; what one LED can show differs by pattern."""
    assert len({PATTERNS[cue] for cue in led}) == len(led)


@pytest.mark.parametrize("brightness", range(len(BRIGHTNESS)))
@pytest.mark.parametrize("vision", MATRICES)
def test_every_eye_sees_each_status_cue(vision: str, brightness: int) -> None:
    """A pattern tells nothing to an eye for which its colour is black."""
    for cue in {*WHITE_TURN_CUES, *BLACK_TURN_CUES, *ACT_CUES, *STATE_CUES}:
        assert luminance(visible(COLOURS[cue], brightness), vision) > 0.2


def test_every_cue_is_among_those_that_are_compared() -> None:
    compared = {*CELL_CUES, *WHITE_TURN_CUES, *BLACK_TURN_CUES, *ACT_CUES, *STATE_CUES, *MENU_CUES}
    assert compared == set(range(led_cues.NO_CUE + 1, len(COLOURS)))


@pytest.mark.parametrize("panel", [f"{kind}{size}" for kind, sizes in PANEL_SIZES.items() for size in sizes])
def test_the_supply_is_enough_for_every_panel_with_any_cue_everywhere(panel: str) -> None:
    """A panel's LEDs with the brightest cue and one that is dimmest: within the budget, and all lit."""
    grid = panel_grid(panel)
    leds = len(led_order(grid))
    for cue in range(1, len(COLOURS)):
        chain = Chain(leds)
        lights = Lights(chain, bytes(range(leds)), led_budget_ma(grid), Chosen(), bool)
        cues = bytearray([cue] * (leds - 1) + [led_cues.LEGAL])
        for ms in range(0, PATTERNS[cue][0] + 20, 20):
            if lights.show(cues, ms):
                assert current_ma(chain.frames[-1]) <= led_budget_ma(grid)
                assert chain.colours[leds - 1] != 0


def test_a_frame_that_is_too_much_is_dimmed_as_a_whole() -> None:
    """WS2812B: 1 mA an LED at rest, 20 mA a channel at full."""
    assert current_ma([0x123456]) == pytest.approx(1 + 20 * (0x12 + 0x34 + 0x56) / 255)
    chain = Chain()
    lights = Lights(chain, bytes(range(LEDS)), 500, Chosen(), bool)
    lights.show(bytearray([led_cues.WHITE_TURN, led_cues.PUT_WHITE] * (LEDS // 2) + [led_cues.WHITE_TURN]), 0)
    assert 480 <= current_ma(chain.frames[-1]) <= 500
    steady, put_white = chain.colours[0] & 255, chain.colours[1] & 255
    share = COLOURS[led_cues.PUT_WHITE] / COLOURS[led_cues.WHITE_TURN]
    assert put_white / steady == pytest.approx(share, rel=0.1), "all LEDs are dimmed by the same share"


@pytest.mark.parametrize(
    ("colour", "strength", "dimmed"),
    [
        (0xFF8040, 1 << 16, 0xFF8040),
        (0xFF8040, 1 << 15, 0x7F4020),
        (0x020301, 1, 0x000100),
        (0x030201, 1, 0x010000),
        (0x010203, 1, 0x000001),
        (0xFF8040, 0, 0),
        (0, 1, 0),
    ],
)
def test_a_dimmed_colour_keeps_its_strongest_channel(colour: int, strength: int, dimmed: int) -> None:
    assert _dimmed(colour, strength) == dimmed


def test_each_level_of_brightness_is_darker_than_the_one_before() -> None:
    white = COLOURS[led_cues.WHITE_TURN]
    shown = [sum(visible(white, brightness).to_bytes(3, "big")) for brightness in (FULL, NORMAL, DIM, NIGHT)]
    assert shown == sorted(set(shown), reverse=True) and shown[-1] > 0


@given(_CUES, st.integers(0, 3), st.integers(0, 3000))
def test_a_change_of_brightness_leaves_nothing_of_the_old_one(cues: list[int], brightness: int, ms: int) -> None:
    chain, fresh = Chain(), Chain()
    chosen = Chosen()
    lights = Lights(chain, bytes(range(LEDS)), 700, chosen, bool)
    lights.show(bytearray(cues), ms)
    chosen.brightness = brightness
    lights.show(bytearray(cues), ms)
    Lights(fresh, bytes(range(LEDS)), 700, Chosen(brightness), bool).show(bytearray(cues), ms)
    assert chain.colours == fresh.colours


STAYS = (led_cues.FILLING, led_cues.LOSING)
"""The cues that stay lit in the dark."""
IDLE_FROM = st.integers(0, 5_000_000).map(lambda passes: 20 * passes)
"""A time in ms from which nobody is at the board."""


def idle_for(least_ms: int, most_ms: int) -> st.SearchStrategy[int]:
    """Return times in ms, each of them one at which the lights are shown anew."""
    return st.integers(least_ms // 20, most_ms // 20).map(lambda passes: 20 * passes)


def idle_lights(
    cues: list[int], ms: int, idle_ms: int, brightness: int = FULL, chosen: Chosen | None = None
) -> tuple[Lights, Chain]:
    """Return lights that have shown cues with nobody there from ``ms`` on for ``idle_ms``."""
    chain = Chain()
    lights = Lights(chain, bytes(range(LEDS)), 100_000, chosen or Chosen(brightness, idle=1), bool)
    lights.wake(ms)
    for at in (ms, ms + idle_ms):
        lights.show(bytearray(cues), at)
    return lights, chain


@pytest.mark.parametrize(
    ("idle", "dims"), [(idle_for(0, _DIM_MS - 20), False), (idle_for(_DIM_MS, _DARK_MS - 20), True)]
)
@given(st.data(), _CUES, IDLE_FROM, st.integers(0, len(BRIGHTNESS) - 1))
def test_lights_are_as_bright_as_chosen_and_from_ten_minutes_without_a_hand_on_at_the_level_night(
    idle: st.SearchStrategy[int], dims: bool, data: st.DataObject, cues: list[int], ms: int, brightness: int
) -> None:
    """So what is shown can still be told apart, by every eye."""
    chain, idle_ms = Chain(), data.draw(idle)
    chosen = Chosen(NIGHT if dims else brightness)
    Lights(chain, bytes(range(LEDS)), 100_000, chosen, bool).show(bytearray(cues), ms + idle_ms)
    lights, shown = idle_lights(cues, ms, idle_ms, brightness)
    assert shown.colours == chain.colours and not lights.dark


@given(_CUES, IDLE_FROM, idle_for(_DARK_MS, 1_000_000_000))
def test_only_the_warnings_of_lost_games_are_lit_from_sixty_minutes_without_a_hand_on(
    cues: list[int], ms: int, idle_ms: int
) -> None:
    lights, chain = idle_lights(cues, ms, idle_ms)
    assert lights.dark
    for index, cue in enumerate(cues):
        stays = cue in STAYS and level(PATTERNS[cue], ms + idle_ms) > 0
        assert bool(chain.colours[index]) == stays


@given(_CUES, IDLE_FROM, idle_for(_DIM_MS, 2 * _DARK_MS))
def test_the_first_frame_after_waking_has_every_light_on_whatever_its_pattern(
    cues: list[int], ms: int, idle_ms: int
) -> None:
    lights, chain = idle_lights(cues, ms, idle_ms)
    woken = ms + idle_ms + 20
    lights.wake(woken)
    lights.show(bytearray(cues), woken)
    assert chain.colours == [COLOURS[cue] for cue in cues]
    lights.show(bytearray(cues), woken + 300)
    fresh = Chain()
    Lights(fresh, bytes(range(LEDS)), 100_000, Chosen(), bool).show(bytearray(cues), woken + 300)
    assert chain.colours == fresh.colours, "then the patterns go on"


def test_idle_lights_send_no_more_frames_than_their_patterns_need() -> None:
    cues = [led_cues.LEGAL] * LEDS
    lights, chain = idle_lights(cues, 0, _DARK_MS)
    frames = len(chain.frames)
    assert not any(lights.show(bytearray(cues), _DARK_MS + ms) for ms in range(20, 10_000, 20))
    assert len(chain.frames) == frames


def test_lights_never_go_down_without_the_preference() -> None:
    chosen = Chosen(idle=1)
    lights, chain = idle_lights([led_cues.LEGAL] * LEDS, 0, _DARK_MS, chosen=chosen)
    chosen.idle = 0
    assert lights.show(bytearray([led_cues.LEGAL] * LEDS), _DARK_MS + 20)
    assert chain.colours[0] == COLOURS[led_cues.LEGAL] and not lights.dark
