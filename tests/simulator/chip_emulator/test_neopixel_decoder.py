"""Frames from the edges of the emulated chip's data line."""

from types import SimpleNamespace
from typing import Any

from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.leds import LedChain
from hexlume_sim.chip_emulator.neopixel_decoder import NeoPixelDecoder


def test_bytes_become_colours_once_the_line_is_silent_and_what_is_beyond_is_dropped() -> None:
    chain, scheduled, alarms, listeners = LedChain(Clock(), 2), [], [], []
    clock = SimpleNamespace(
        nanos=0.0, create_alarm=lambda latch: alarms.append(latch) or SimpleNamespace(schedule=scheduled.append)
    )
    rp2040: Any = SimpleNamespace(clock=clock, gpio={16: SimpleNamespace(add_listener=listeners.append)})
    NeoPixelDecoder(rp2040, 16, chain)
    (latch,), (change,) = alarms, listeners

    def send(values: bytes) -> None:
        for bit in "".join(f"{value:08b}" for value in values):
            change(1, 0)
            clock.nanos += 690 if bit == "1" else 310
            change(0, 1)
            clock.nanos += 500

    change(0, 1)
    latch()
    assert chain.frames == 0 and not scheduled, "no bit has come"
    for sent, shown in (
        (bytes([1, 2, 3, 250, 0, 129]), [2, 1, 3, 0, 250, 129]),
        (bytes([9, 8, 7, 77]), [8, 9, 7, 0, 250, 129]),
        (bytes([4, 5, 6, 7, 8, 9, 10, 11, 12]), [5, 4, 6, 8, 7, 9]),
    ):
        send(sent)
        latch()
        assert list(chain.rgb) == shown
    assert chain.frames == 3 and scheduled == [280_000.0] * 8 * 19
