"""The real neopixel library on the twin's LED chain."""

from collections.abc import Callable

import pytest

from hexlume_sim.chip.digital import DigitalInOut
from hexlume_sim.chip.leds import neopixel_write
from hexlume_sim.cpython.firmware_run import Ending
from hexlume_sim.twin import Twin

PIXELS = "import board, neopixel, time\npixels = neopixel.NeoPixel(board.GP16, 41, auto_write=False)\n"


def test_neopixel_library_lights_the_intended_cell(twin: Twin, run: Callable[..., Ending]) -> None:
    run(PIXELS + "pixels[18] = (10, 20, 30)\npixels[37] = (1, 2, 3)\npixels.show()")
    assert twin.led("d4") == (10, 20, 30)
    assert twin.status_led(0) == (1, 2, 3)
    assert sum(twin.leds.rgb) == 66


def test_led_listeners_are_called_only_for_changed_frames(twin: Twin, run: Callable[..., Ending]) -> None:
    frames: list[tuple[int, bytes]] = []
    twin.leds.listeners.append(lambda us, rgb: frames.append((us, rgb)))
    run(PIXELS + "pixels.fill(5)\npixels.show()\npixels.show()\ntime.sleep(1)\npixels.fill(6)\npixels.show()")
    (first, five), (second, six) = frames
    assert five == bytes([0, 0, 5]) * 41
    assert six == bytes([0, 0, 6]) * 41
    assert second - first > 1_000_000
    assert twin.leds.frames == 3


def test_led_frame_takes_30_us_an_led_plus_the_calls_time(twin: Twin) -> None:
    line = DigitalInOut(twin.chip.pin("GP16"))
    line.switch_to_output()
    before = twin.clock.now
    neopixel_write(line, bytes(3 * 41))
    assert twin.clock.now - before == 30 * 41 + twin.clock.costs.frame


@pytest.mark.parametrize(
    ("pin", "length", "message"),
    [
        ("GP16", 126, "42 LEDs is longer than the chain of 41"),
        ("GP16", 4, "ends within"),
        ("GP15", 3, "GP15 has no LEDs"),
    ],
)
def test_led_frames_of_impossible_length_are_refused(twin: Twin, pin: str, length: int, message: str) -> None:
    line = DigitalInOut(twin.chip.pin(pin))
    line.switch_to_output()
    with pytest.raises(ValueError, match=message):
        neopixel_write(line, bytes(length))


def test_short_led_frame_leaves_the_other_leds_unchanged(twin: Twin) -> None:
    line = DigitalInOut(twin.chip.pin("GP16"))
    line.switch_to_output()
    neopixel_write(line, bytes([9] * 123))
    neopixel_write(line, bytes([1, 1, 1]))
    assert twin.leds.rgb == bytes([1] * 3 + [9] * 120)


def test_leds_stay_lit_when_the_program_ends(twin: Twin, run: Callable[..., Ending]) -> None:
    ending = run(PIXELS + "pixels.fill(7)\npixels.show()")
    assert ending == Ending("code.py came to its end.", False)
    assert twin.led("a1") == (0, 0, 7)
