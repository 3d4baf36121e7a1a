"""The chip back end's twin: a board whose emulated RP2040 runs real CircuitPython."""

from collections.abc import Callable

from hexlume.hardware.panel import BUZZER_PIN, LED_PIN

from ..twin import Board
from .emulator import EmulatedChip, answer_conversions
from .neopixel_decoder import NeoPixelDecoder
from .pwm_decoder import TonePwm


class ChipTwin(Board):
    """A board with an emulated chip whose flash holds CircuitPython and a drive.

    ``image.flash_image`` makes such a flash. ``on_flash_change`` is called with the first byte's
    index and the bytes of each change.
    """

    def __init__(
        self,
        panel: str,
        flash_contents: bytes,
        seed: int = 1,
        on_flash_change: Callable[[int, bytes], None] | None = None,
    ) -> None:
        self.chip = EmulatedChip(seed, flash_contents, on_flash_change)
        super().__init__(panel, self.chip, seed)
        rp2040 = self.chip.rp2040
        answer_conversions(self.chip, self.front.convert)
        NeoPixelDecoder(rp2040, int(LED_PIN[2:]), self.leds)
        rp2040.pwm = rp2040.peripherals[0x40050] = TonePwm(rp2040, int(BUZZER_PIN[2:]), self.buzzer)
