"""The lights: cues to pixels, within the supply's current (docs/lights.md has every cue's meaning).

Every cue differs from every other by more than its hue: by how bright it is or how it moves. No light goes
on and off more than three times a second. The NeoPixels are driven through the Adafruit library.
"""

from .constant import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    import neopixel


IDLE_MA = const(1)
"""Current of one WS2812B that is dark, in mA (datasheet); it is drawn beside the channels' as well."""
CHANNEL_MA = const(20)
"""Current of one colour channel at full, in mA (datasheet)."""

FULL = 0
NORMAL = 1
DIM = 2
NIGHT = 3
BRIGHTNESS_NAMES = ("full", "normal", "dim", "night")
"""The levels of brightness, by their number."""
BRIGHTNESS = (256, 144, 72, 32)
"""How bright the whole frame is at each level, in 256ths."""

LEVELS = const(16)

STEADY = const(0)
BREATHE = const(1)
BLINK = const(2)
DOUBLE_FLASH = const(3)
SLOW_BLINK = const(4)
SLOW_BREATHE = const(5)
_FLICKER = const(6)
_TRIPLE_FLASH = const(7)
_DOUBLE_GAP = const(8)
_WINK = const(9)
_TRIPLE_GAP = const(10)
_SLOW_GAP = const(11)
_SLOW_DOUBLE_GAP = const(12)
_SLOW_TRIPLE_GAP = const(13)

PERIOD_MS = (0, 1000, 600, 1200, 1200, 2400, 340, 1400, 1200, 1400, 1400, 3000, 3000, 3000)
"""The period of each pattern in ms."""
_SMOOTH = (0, 0, 0)
_BEATS = (
    _SMOOTH,  # STEADY
    _SMOOTH,  # BREATHE
    (1, 300, 300),  # BLINK
    (2, 300, 150),  # DOUBLE_FLASH
    (1, 600, 600),  # SLOW_BLINK
    _SMOOTH,  # SLOW_BREATHE
    (1, 170, 170),  # _FLICKER
    (3, 240, 120),  # _TRIPLE_FLASH
    (2, 300, 150),  # _DOUBLE_GAP
    (1, 120, 120),  # _WINK
    (3, 240, 120),  # _TRIPLE_GAP
    (1, 400, 160),  # _SLOW_GAP
    (2, 400, 160),  # _SLOW_DOUBLE_GAP
    (3, 400, 160),  # _SLOW_TRIPLE_GAP
)
"""What a pattern's period begins with: how many beats, how long each is in ms, and how long its flash or gap."""
_OF_GAPS = (_DOUBLE_GAP, _TRIPLE_GAP, _SLOW_GAP, _SLOW_DOUBLE_GAP, _SLOW_TRIPLE_GAP)

COLOURS = (
    (0x000000, STEADY),  # NO_CUE
    (0x00120E, STEADY),  # LEGAL: a dim teal glow
    (0x102040, STEADY),  # LAST: a calm blue, brighter than the glow
    (0xFF7000, BREATHE),  # MUST_REPLACE: amber, breathing
    (0xFF7000, _FLICKER),  # IN_HAND: amber, flickering and never dark
    (0xD01000, BLINK),  # TAKE_THIS_OFF: red, blinking
    (0x909090, DOUBLE_FLASH),  # PUT_WHITE: dark, with two white flashes
    (0x0014C0, _DOUBLE_GAP),  # PUT_BLACK: blue, with two dark gaps
    (0xA00060, SLOW_BLINK),  # TURN_THIS_OVER: magenta, one half on, the other off
    (0xA00060, _TRIPLE_FLASH),  # EXCHANGE_THIS: three magenta flashes
    (0x00A028, SLOW_BREATHE),  # WINNER: green, slowly breathing
    (0x100018, STEADY),  # LOSER: dim violet
    (0x606060, STEADY),  # DECIDER: white
    (0x404040, STEADY),  # WHITE_TURN
    (0x000050, STEADY),  # BLACK_TURN
    (0x604000, BREATHE),  # ACT_READY
    (0x001800, STEADY),  # ALL_WELL
    (0x002010, SLOW_BREATHE),  # NOT_KEPT: the board keeps what is played, no host has it yet
    (0x900000, BLINK),  # IN_DISPUTE
    (0x001C1C, SLOW_BREATHE),  # MAY_MOVE: a piece that may be lifted and moved
    (0xC08000, STEADY),  # ACT_CHOSEN: hold the act button to do it
    (0x601800, _WINK),  # FAULTY: a dark cell with a short red-orange wink: its sensor cannot be trusted
    (0x301038, _FLICKER),  # THINKING: violet, flickering: what comes next is still being worked out
    (0x003020, STEADY),  # MENU_CHOICE
    (0xA0B0A0, SLOW_BLINK),  # MENU_CHOSEN: the present choice
    (0x404858, _FLICKER),  # MENU_TOUCHED: to be put back as it was
    (0x102018, STEADY),  # MENU_BOARD: a cell of the chosen board
    (0x602898, SLOW_BREATHE),  # MENU_ENGINE: the engine's half of the board
    (0x808080, STEADY),  # MENU_LEVEL, full
    (0x404040, STEADY),  # normal
    (0x1C1C1C, STEADY),  # dim
    (0x0A0A0A, STEADY),  # night
    (0x909090, _TRIPLE_FLASH),  # PUT_WHITE_LEADER: as for a pawn, with three flashes
    (0x0014C0, _TRIPLE_GAP),  # PUT_BLACK_LEADER: as for a pawn, with three gaps
    (0x808080, BLINK),  # WHITE_LOW
    (0x0000A0, BLINK),  # BLACK_LOW
    (0xA00000, SLOW_BREATHE),  # TIME_OVER: red, slowly breathing: the end
    (0xC00000, DOUBLE_FLASH),  # RESIGN_READY: dark, with two red flashes
    (0x707070, SLOW_BLINK),  # DRAW_READY: white, a half on and a half off, as a draw is shared
    (0x602870, DOUBLE_FLASH),  # LEARNING: violet as THINKING is: the board is busy
    (0x404040, _SLOW_GAP),  # WHITE_LEFT_3: a gap for each quarter of the time that is used up
    (0x404040, _SLOW_DOUBLE_GAP),  # WHITE_LEFT_2
    (0x404040, _SLOW_TRIPLE_GAP),  # WHITE_LEFT_1
    (0x000050, _SLOW_GAP),  # BLACK_LEFT_3
    (0x000050, _SLOW_DOUBLE_GAP),  # BLACK_LEFT_2
    (0x000050, _SLOW_TRIPLE_GAP),  # BLACK_LEFT_1
    (0x00B090, _SLOW_GAP),  # ADVICE, the best: the hue of what is legal, much brighter, with a gap
    (0x005040, _SLOW_GAP),  # the second
    (0x00241C, _SLOW_GAP),  # the third
    (0x904800, _TRIPLE_FLASH),  # LOSING: orange, dark with three flashes: nothing keeps what is played
)
"""The look of each cue, in the order of ``hexlume.prompt``: colour at full (0xRRGGBB) and pattern."""
_PATTERN_OF = bytes([pattern for _, pattern in COLOURS])


class Lights:
    """Shows cues on a chain of NeoPixels: cells in LED order, then the status LEDs.

    ``estimate_ma`` is the current of the frame that is shown, in mA, never less than it is.
    """

    def __init__(
        self,
        pixels: "neopixel.NeoPixel",
        leds: bytearray | bytes,
        budget_ma: int,
        brightness: int = FULL,
    ) -> None:
        """Take the NeoPixel chain and ``leds``: the LED of each panel cell and status LED.

        ``budget_ma`` is what all LEDs may draw together; it is at least their idle current.
        """
        self._pixels = pixels
        self._leds = leds
        self._budget_ma = budget_ma
        self._levels = bytearray(len(COLOURS))
        self._in_use = bytearray()
        # Of each cue: its present colour, and the one in the last frame.
        self._shown = [0] * len(COLOURS)
        self._before = [0] * len(COLOURS)
        self._stale = bytearray(len(COLOURS))
        self._cues = bytearray(len(leds))
        self._version = -1
        self._scale = 256
        self._step = -1
        self.estimate_ma = IDLE_MA * len(leds)
        self.brightness = brightness

    @property
    def brightness(self) -> int:
        """The level of brightness (``FULL`` ... ``NIGHT``); set at any time, the next frame has it.

        Setting it raises ``ValueError`` for a level that there is not.
        """
        return self._brightness

    @brightness.setter
    def brightness(self, brightness: int) -> None:
        if not 0 <= brightness < len(BRIGHTNESS):
            raise ValueError("the brightness is a level from 0 (full) to %d (night)" % (len(BRIGHTNESS) - 1))
        self._brightness = brightness
        # No cue is at this level, so that the next pass shows every one anew.
        for cue in range(len(COLOURS)):
            self._levels[cue] = 255
        self._step = -1

    def show(self, cues: bytearray, version: int, ms: int) -> bool:
        """Show the cues as they look at time ``ms``; return whether a frame was sent."""
        step = ms // 20
        if step == self._step and version == self._version:
            return False
        self._step = step
        if version != self._version:
            self._find_cues(cues)
        moved = self._animate(ms)
        if not moved and version == self._version:
            return False
        self._version = version
        changed = False
        stale, shown, before, scale = self._stale, self._shown, self._before, self._scale
        index = 0
        for cue in cues:
            if cue != self._cues[index] or stale[cue]:
                colour = shown[cue]
                if before[self._cues[index]] != colour:
                    changed = True
                    if scale == 256:
                        self._pixels[self._leds[index]] = colour
                self._cues[index] = cue
            index += 1
        if moved:
            for cue in self._in_use:
                stale[cue] = 0
                before[cue] = shown[cue]
        if changed:
            self._send()
        return changed

    def _find_cues(self, cues: bytearray) -> None:
        """Find the cues that are there, so that no time goes into others."""
        found = bytearray(len(COLOURS))
        for cue in cues:
            found[cue] = 1
        self._in_use = bytearray([cue for cue in range(len(COLOURS)) if found[cue]])

    def _animate(self, ms: int) -> bool:
        """Bring the present colours of all cues in use up to date; return whether any changed."""
        moved = False
        pattern, now = STEADY, LEVELS
        for cue in self._in_use:
            if _PATTERN_OF[cue] != pattern:
                pattern = _PATTERN_OF[cue]
                now = level(pattern, ms)
            if now == self._levels[cue]:
                continue
            self._levels[cue] = now
            colour = _at_level(COLOURS[cue][0], now, BRIGHTNESS[self._brightness])
            if colour != self._shown[cue]:
                self._shown[cue] = colour
                self._stale[cue] = 1
                moved = True
        return moved

    def _send(self) -> None:
        """Send the frame, dimmed as a whole if it would draw more than the budget.

        A lit LED stays lit: 1/255 of its strongest channel is left at least, unless the budget hasn't even that.
        """
        channels = lit = 0
        for cue in self._cues:
            colour = self._shown[cue]
            if colour:
                channels += (colour >> 16) + (colour >> 8 & 255) + (colour & 255)
                lit += 1
        idle = IDLE_MA * len(self._cues)
        # What all channels together may be, in 255ths of one channel at full.
        room = max(0, self._budget_ma - idle) * 255 // CHANNEL_MA
        scale = 256
        if channels > room:
            scale = (room - lit) * 256 // channels
        if scale != 256 or self._scale != 256:
            least = scale >= 0
            if not least:
                scale = room * 256 // channels
            channels = 0
            for index in range(len(self._cues)):
                colour = _scaled(self._shown[self._cues[index]], scale, 256, least)
                channels += (colour >> 16) + (colour >> 8 & 255) + (colour & 255)
                self._pixels[self._leds[index]] = colour
        self._scale = scale
        self.estimate_ma = idle + (channels * CHANNEL_MA + 254) // 255
        self._pixels.show()


def level(pattern: int, ms: int) -> int:
    """Return how bright a pattern is at a time, 0 to ``LEVELS``."""
    if pattern == STEADY:
        return LEVELS
    period_ms = PERIOD_MS[pattern]
    phase = ms % period_ms
    if pattern == BREATHE or pattern == SLOW_BREATHE:
        step = phase * 2 * (LEVELS - 4) // period_ms
        return 4 + (step if step <= LEVELS - 4 else 2 * (LEVELS - 4) - step)
    beats, beat_ms, mark_ms = _BEATS[pattern]
    on = phase < beats * beat_ms and phase % beat_ms < mark_ms
    if pattern == _FLICKER:
        return LEVELS if on else LEVELS // 2
    return LEVELS if on != (pattern in _OF_GAPS) else 0


def _at_level(colour: int, step: int, brightness: int) -> int:
    """Return a colour at a level, darker ones squared so that breathing looks even; only level 0 is dark."""
    return _scaled(colour, step * step * brightness, 256 * LEVELS * LEVELS, step > 0)


def _scaled(colour: int, scale: int, of: int, least: bool) -> int:
    """Return a colour dimmed to ``scale`` parts of ``of``, rounded down so that a budget is kept.

    With ``least`` a colour that is lit keeps at least 1 in its strongest channel.
    """
    red, green, blue = colour >> 16, colour >> 8 & 255, colour & 255
    scaled = (red * scale // of) << 16 | (green * scale // of) << 8 | blue * scale // of
    if scaled or not least or not colour:
        return scaled
    most = max(red, green, blue)
    # One channel only, so that a lit LED costs a budget no more than 1/255 of a channel.
    return 1 << 16 if red == most else 1 << 8 if green == most else 1
