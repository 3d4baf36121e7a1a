"""The lights: cues to pixels, within the supply's current.

Every cue differs from every other by more than its hue: by how bright it is or how it
moves. The NeoPixels are driven through the Adafruit library.
"""

from . import prompt

TYPE_CHECKING = False
if TYPE_CHECKING:
    import neopixel


IDLE_MA = 1
"""Current of one WS2812B that is dark, in mA (datasheet)."""
CHANNEL_MA = 20
"""Current of one colour channel at full, in mA (datasheet)."""
BUDGET_MA = 1500
"""Current the LEDs may draw together, in mA: a 5 V 2 A supply less sensors and controller."""

LEVELS = 16

STEADY = 0
BREATHE = 1
BLINK = 2
DOUBLE_FLASH = 3
SLOW_BLINK = 4
SLOW_BREATHE = 5
FLICKER = 6

PATTERNS = ("steady", "breathe", "blink", "double flash", "slow blink", "slow breathe", "flicker")
PERIOD_MS = (0, 1000, 400, 1200, 1000, 2400, 240)
"""The period of each pattern in ms."""

COLOURS = (
    (0x000000, STEADY),  # NO_CUE
    (0x00120E, STEADY),  # LEGAL: a dim teal glow
    (0x102040, STEADY),  # LAST: a calm blue, brighter than the glow
    (0xFF7000, BREATHE),  # MUST_REPLACE: amber, breathing
    (0xFF7000, FLICKER),  # IN_HAND: amber, flickering
    (0xC00000, BLINK),  # TAKE_THIS_OFF: red, blinking
    (0x909090, DOUBLE_FLASH),  # PUT_WHITE: two white flashes
    (0x0000B0, DOUBLE_FLASH),  # PUT_BLACK: two blue flashes
    (0xA00060, SLOW_BLINK),  # TURN_THIS_OVER: magenta, on and off
    (0xA00060, DOUBLE_FLASH),  # EXCHANGE_THIS: two magenta flashes
    (0x00A028, SLOW_BREATHE),  # WINNER: green, slowly breathing
    (0x100018, STEADY),  # LOSER: dim violet
    (0x606060, STEADY),  # DECIDER: white
    (0x404040, STEADY),  # WHITE_TURN
    (0x000050, STEADY),  # BLACK_TURN
    (0x604000, BREATHE),  # ACT_READY
    (0x001800, STEADY),  # ALL_WELL
    (0x002010, SLOW_BREATHE),  # NOT_KEPT: no host, or one that has not committed the last game yet
    (0x900000, BLINK),  # IN_DISPUTE
    (0x001C1C, SLOW_BREATHE),  # MAY_MOVE: a piece that may be lifted and moved
    (0xC08000, STEADY),  # ACT_CHOSEN: hold the act button to do it
)
"""The look of each cue, in the order of ``hexlume.prompt``: colour at full (0xRRGGBB) and pattern."""


class Lights:
    """Shows cues on a chain of NeoPixels: cells in LED order, then the status LEDs.

    ``estimate_ma`` is the current of the frame that is shown, in mA.
    """

    def __init__(self, pixels: "neopixel.NeoPixel", leds: bytearray | bytes, budget_ma: int = BUDGET_MA) -> None:
        """Take the NeoPixel chain and ``leds``: the LED of each panel cell and status LED.

        ``budget_ma`` is what all LEDs may draw together; it is at least their idle current.
        """
        self._pixels = pixels
        self._leds = leds
        self._budget_ma = budget_ma
        self._ramps = tuple([_ramp(colour) for colour, _ in COLOURS])
        self._shown = [-1] * prompt.CUES
        self._stale = bytearray(prompt.CUES)
        self._cues = bytearray(len(leds))
        self._version = -1
        self._wanted = [0] * len(leds)
        self._scale = 256
        self._step = -1
        self.estimate_ma = IDLE_MA * len(leds)

    def show(self, cues: bytearray, version: int, ms: int) -> bool:
        """Show the cues as they look at time ``ms``; return whether a frame was sent."""
        step = ms // 20
        if step == self._step and version == self._version:
            return False
        self._step = step
        moved = self._animate(ms)
        if not moved and version == self._version:
            return False
        self._version = version
        changed = False
        for index in range(len(cues)):
            cue = cues[index]
            if cue != self._cues[index] or self._stale[cue]:
                self._cues[index] = cue
                colour = self._shown[cue]
                if self._wanted[index] != colour:
                    self._wanted[index] = colour
                    changed = True
                    if self._scale == 256:
                        self._pixels[self._leds[index]] = colour
        for cue in range(prompt.CUES):
            self._stale[cue] = 0
        if changed:
            self._send()
        return changed

    def _animate(self, ms: int) -> bool:
        """Bring each cue's present colour up to date; return whether any changed."""
        moved = False
        for cue in range(prompt.CUES):
            colour = self._ramps[cue][level(COLOURS[cue][1], ms)]
            if colour != self._shown[cue]:
                self._shown[cue] = colour
                self._stale[cue] = 1
                moved = True
        return moved

    def _send(self) -> None:
        """Send the frame, dimmed as a whole if it would draw more than the budget."""
        channels = 0
        for colour in self._wanted:
            channels += (colour >> 16) + (colour >> 8 & 255) + (colour & 255)
        idle = IDLE_MA * len(self._wanted)
        room = max(0, self._budget_ma - idle)
        scale = 256
        if channels * CHANNEL_MA > room * 255:
            scale = room * 255 * 256 // (channels * CHANNEL_MA)
        if scale != 256 or self._scale != 256:
            for index in range(len(self._wanted)):
                self._pixels[self._leds[index]] = _scaled(self._wanted[index], scale)
        self._scale = scale
        self.estimate_ma = idle + channels * scale * CHANNEL_MA // (255 * 256)
        self._pixels.show()


def level(pattern: int, ms: int) -> int:
    """Return how bright a pattern is at a time, 0 to ``LEVELS``."""
    if pattern == STEADY:
        return LEVELS
    period = PERIOD_MS[pattern]
    phase = ms % period
    if pattern == BREATHE or pattern == SLOW_BREATHE:
        rising = phase * 2 * (LEVELS - 4) // period
        return 4 + (rising if rising <= LEVELS - 4 else 2 * (LEVELS - 4) - rising)
    if pattern == DOUBLE_FLASH:
        return LEVELS if phase < 150 or 300 <= phase < 450 else 0
    return LEVELS if phase * 2 < period else 0


def _ramp(colour: int) -> tuple[int, ...]:
    """Return a colour at every level, darker ones squared so that breathing looks even."""
    return tuple([_scaled(colour, step * step * 256 // (LEVELS * LEVELS)) for step in range(LEVELS + 1)])


def _scaled(colour: int, scale: int) -> int:
    """Return a colour dimmed to ``scale`` 256ths, rounded down so that a budget is kept."""
    red = (colour >> 16) * scale >> 8
    green = (colour >> 8 & 255) * scale >> 8
    blue = (colour & 255) * scale >> 8
    return red << 16 | green << 8 | blue
