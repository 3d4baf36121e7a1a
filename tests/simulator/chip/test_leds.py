"""The real neopixel library on the twin's LED chain."""

from collections.abc import Callable

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


def test_led_frame_takes_30_us_an_led_plus_the_calls_time(twin: Twin) -> None:
    line = DigitalInOut(twin.chip.pin("GP16"))
    line.switch_to_output()
    before = twin.clock.now
    neopixel_write(line, bytes(3 * 41))
    assert twin.clock.now - before == 30 * 41 + twin.clock.costs.frame
