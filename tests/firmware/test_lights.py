"""The lights: within the budget in every frame, and no two cues that differ by hue alone."""

from hypothesis import given
from hypothesis import strategies as st

from hexlume import prompt
from hexlume.lights import CHANNEL_MA, COLOURS, IDLE_MA, LEVELS, PATTERNS, Lights, level

LEDS = 65


class Chain:
    """A chain of pixels that counts what it is given, like the NeoPixel library's buffer."""

    def __init__(self) -> None:
        self.colours = [0] * LEDS
        self.frames: list[list[int]] = []

    def __setitem__(self, led: int, colour: int) -> None:
        self.colours[led] = colour

    def show(self) -> None:
        self.frames.append(list(self.colours))


def current_ma(frame: list[int]) -> float:
    """Return a frame's current from the datasheet's figures, in mA."""
    channels = sum((colour >> 16) + (colour >> 8 & 255) + (colour & 255) for colour in frame)
    return IDLE_MA * len(frame) + channels * CHANNEL_MA / 255


CUES = st.lists(st.integers(0, prompt.CUES - 1), min_size=LEDS, max_size=LEDS)


@given(st.lists(CUES, min_size=1, max_size=4), st.integers(LEDS * IDLE_MA, 2000), st.integers(0, 5000))
def test_every_frame_stays_within_the_budget_and_no_lit_cue_is_dropped(
    cues: list[list[int]], budget_ma: int, start_ms: int
) -> None:
    chain = Chain()
    lights = Lights(chain, bytes(range(LEDS)), budget_ma)
    for version, frame_cues in enumerate(cues):
        for step in range(6):
            sent = lights.show(bytearray(frame_cues), version, start_ms + 1000 * version + 40 * step)
            if sent:
                assert current_ma(chain.frames[-1]) <= budget_ma
                assert current_ma(chain.frames[-1]) <= lights.estimate_ma + 1


@given(CUES, st.integers(0, 10_000))
def test_a_frame_shows_each_cue_where_it_belongs(cues: list[int], ms: int) -> None:
    chain = Chain()
    leds = bytes(reversed(range(LEDS)))
    lights = Lights(chain, leds, 100_000)
    lights.show(bytearray(cues), 1, ms)
    for index, cue in enumerate(cues):
        lit = chain.colours[leds[index]] != 0
        assert not lit or cue != prompt.NO_CUE
        if cue != prompt.NO_CUE and level(COLOURS[cue][1], ms) == LEVELS:
            assert chain.colours[leds[index]] == COLOURS[cue][0]


def test_nothing_is_sent_while_nothing_changes() -> None:
    chain = Chain()
    lights = Lights(chain, bytes(range(LEDS)))
    cues = bytearray([prompt.LEGAL] * LEDS)
    assert lights.show(cues, 1, 0)
    assert not any(lights.show(cues, 1, ms) for ms in range(20, 3000, 20))


def test_every_cue_has_a_look_and_no_two_differ_by_hue_alone() -> None:
    """Promise 4: cell cues differ pairwise by pattern, or else by brightness (a factor of 1.5 or more)."""
    assert len(COLOURS) == prompt.CUES
    cell_cues = [*range(prompt.LEGAL, prompt.WHITE_TURN), prompt.MAY_MOVE]

    def luminance(colour: int) -> float:
        return 0.2126 * (colour >> 16) + 0.7152 * (colour >> 8 & 255) + 0.0722 * (colour & 255)

    for one in cell_cues:
        for two in cell_cues:
            if one >= two or COLOURS[one][1] != COLOURS[two][1]:
                continue
            bright, dim = sorted((luminance(COLOURS[one][0]), luminance(COLOURS[two][0])), reverse=True)
            assert bright >= 1.5 * dim, (one, two, PATTERNS[COLOURS[one][1]])
