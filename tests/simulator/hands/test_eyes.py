"""The eyes: they recognise every cell cue from its lights alone, at every phase."""

import pytest

from hexlume.output import led_cues, lights
from hexlume_sim.hands.eyes import MEMORY_MS, Eyes
from tests.firmware.output.test_lights import Chosen

CELL_CUES = (
    *range(led_cues.LEGAL, led_cues.WHITE_TURN),
    led_cues.MAY_MOVE,
    led_cues.FAULTY,
    led_cues.PUT_WHITE_LEADER,
    led_cues.PUT_BLACK_LEADER,
)
FRAME_MS = 20


class Chain:
    """The NeoPixel chain's colours as the eyes get them: three bytes an LED."""

    def __init__(self, leds: int) -> None:
        self.rgb = bytearray(3 * leds)

    def __setitem__(self, led: int, colour: int) -> None:
        self.rgb[3 * led : 3 * led + 3] = colour.to_bytes(3, "big")

    def show(self) -> None:
        """The frame is taken by whoever called."""


def seen(cues: bytes, begin_ms: int, look_ms: int, brightness: int, budget_ma: int = 1500) -> list[int]:
    """Return what the eyes tell of cues, of which each has an LED, after looking for a while."""
    chain = Chain(len(cues))
    shown = lights.Lights(chain, bytes(range(len(cues))), budget_ma, Chosen(brightness), bool)
    eyes = Eyes(range(len(cues)))
    for ms in range(begin_ms, begin_ms + look_ms, FRAME_MS):
        if shown.show(bytearray(cues), ms):
            eyes.add_frame(ms, bytes(chain.rgb))
    return eyes.look(begin_ms + look_ms)


@pytest.mark.sample(1)
@pytest.mark.integration
@pytest.mark.parametrize("brightness", [lights.FULL, lights.NORMAL, lights.DIM])
def test_eyes_recognise_every_cell_cue_at_every_phase(brightness: int) -> None:
    for begin_ms in range(0, 4200, 50):
        assert seen(bytes(CELL_CUES), begin_ms, int(MEMORY_MS), brightness) == list(CELL_CUES), begin_ms
