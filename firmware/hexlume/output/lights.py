"""The lights: cues to pixels, within the supply's current (docs/lights.md has every cue's meaning).

Every cue differs from every other by more than its hue: by how bright it is or how it moves. No light goes
on and off more than three times a second. The NeoPixels are driven through the Adafruit library.
"""

from ..const import const
from .led_styles import BEATS, BREATHE, COLOURS, FLICKER, OF_GAPS, PERIOD_MS, SLOW_BREATHE, STEADY

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    import neopixel


IDLE_MA = const(1)
"""Current of a dark WS2812B, in mA (datasheet); the channels' current comes on top."""
CHANNEL_MA = const(20)
"""Current of one colour channel at full, in mA (datasheet)."""

FULL = 0
NORMAL = 1
DIM = 2
NIGHT = 3
BRIGHTNESS = (256, 144, 48, 16)
"""How bright the whole frame is at each level, in 256ths."""

_DIM_MS = const(600000)
_DARK_MS = const(3600000)
"""Time without a hand after which the lights go down to the level ``NIGHT``, and after which they go out."""
_DIMMED = const(4)
_DARK = const(5)
"""Levels below ``NIGHT``, while nobody is there: dimmed as far as that, and dark."""
_ANEW = const(-1)
"""No level: the next frame shows every cue anew."""
_WAKING_MS = const(300)
"""After waking every light is steady for this long, so that no hint starts in a dark part of its pattern."""

_STEP_MS = const(20)
"""Time between two frames of lights that move."""
_HURRIED_STEPS = const(5)
"""Steps between two such frames while a disc may be about to rest: a frame takes up to 12 ms."""

LEVELS = const(16)


class Lights:
    """Shows cues on a chain of NeoPixels: cells in LED order, then the status LEDs."""

    def __init__(
        self,
        pixels: "neopixel.NeoPixel",
        leds: bytearray | bytes,
        budget_ma: int,
        preferences: "Any",
        stays: bytes = b"",
    ) -> None:
        """Take the NeoPixel chain and ``leds``: the LED of each panel cell and status LED.

        ``budget_ma`` is what all LEDs may draw together; it is at least their idle current. ``preferences`` are read at
        every frame: ``brightness`` is a level from ``FULL`` to ``NIGHT``, and with ``idle`` the lights dim ``_DIM_MS``
        after the last ``wake`` and go out after ``_DARK_MS``. ``stays`` are the cues that stay lit then.
        """
        self._pixels = pixels
        self._leds = leds
        self._budget_ma = budget_ma
        self._levels = bytearray(len(COLOURS))
        self._in_use = bytearray()
        # Of each cue: its present colour, and the one in the last frame.
        self._shown = [0] * len(COLOURS)
        self._before = [0] * len(COLOURS)
        self._scaled = [0] * len(COLOURS)
        self._stale = bytearray(len(COLOURS))
        self._cues = bytearray(len(leds))
        self._version = -1
        self._scale = 256
        self._step = -1
        self._preferences = preferences
        self._stays = stays
        self._level = _ANEW
        self._touched_ms = 0
        self._waking_until = 0

    @property
    def dark(self) -> bool:
        """Return whether the lights are out because nobody has touched the board for ``_DARK_MS``."""
        return self._level == _DARK

    def wake(self, ms: int) -> None:
        """Note at time ``ms`` that somebody is there; the next frame has every light at its full brightness."""
        if self._level > NIGHT:
            self._level = _ANEW
            self._waking_until = ms + _WAKING_MS
        self._touched_ms = ms

    def _choose_level(self, ms: int) -> None:
        """Be as bright as the players prefer; dim the lights, or put them out, when it is time."""
        quiet_ms = ms - self._touched_ms if self._preferences.idle else 0
        awake = self._preferences.brightness
        chosen = _DARK if quiet_ms >= _DARK_MS else _DIMMED if quiet_ms >= _DIM_MS else awake
        if chosen != self._level:
            self._level = chosen
            # No cue is this bright, so that every one is shown anew.
            for cue in range(len(COLOURS)):
                self._levels[cue] = 255
            self._step = -1

    def show(self, cues: bytearray, version: int, ms: int, hurried: bool = False) -> bool:
        """Show the cues as they look at time ``ms``; return whether a frame was sent.

        While it is ``hurried`` lights that only move do so in large steps.
        """
        self._choose_level(ms)
        step = ms // _STEP_MS
        if version == self._version and step < self._step + (_HURRIED_STEPS if hurried else 1):
            return False
        self._step = step
        if version != self._version:
            # Those that are there, so that no time goes into others.
            self._in_use = bytearray(sorted(set(cues)))
        moved = self._animate(ms)
        if not moved and version == self._version:
            return False
        self._version = version
        changed = False
        # Not in one statement: more than three at a time would be a tuple.
        stale, shown = self._stale, self._shown
        before, scale = self._before, self._scale
        past = self._cues
        index = 0
        for cue in cues:
            if cue != past[index] or stale[cue]:
                colour = shown[cue]
                if before[past[index]] != colour:
                    changed = True
                    if scale == 256:
                        self._pixels[self._leds[index]] = colour
                past[index] = cue
            index += 1
        if moved:
            for cue in self._in_use:
                stale[cue] = 0
                before[cue] = shown[cue]
        if changed:
            self._send()
        return changed

    def _animate(self, ms: int) -> bool:
        """Bring the present colours of all cues in use up to date; return whether any changed."""
        moved = False
        pattern, now = STEADY, LEVELS
        waking = ms < self._waking_until
        brightness = BRIGHTNESS[min(self._level, NIGHT)]
        for cue in self._in_use:
            if COLOURS[cue][1] != pattern and not waking:
                pattern = COLOURS[cue][1]
                now = level(pattern, ms)
            if now == self._levels[cue]:
                continue
            self._levels[cue] = now
            colour = _at_level(COLOURS[cue][0], now, brightness)
            if self._level == _DARK and cue not in self._stays:
                colour = 0
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
        shown = self._shown
        for cue in self._cues:
            colour = shown[cue]
            if colour:
                channels += (colour >> 16) + (colour >> 8 & 255) + (colour & 255)
                lit += 1
        # What all channels together may be, in 255ths of one channel at full.
        room = max(0, self._budget_ma - IDLE_MA * len(self._cues)) * 255 // CHANNEL_MA
        scale = 256
        if channels > room:
            scale = (room - lit) * 256 // channels
        if scale != 256 or self._scale != 256:
            least = scale >= 0
            if not least:
                scale = room * 256 // channels
            scaled, pixels, leds = self._scaled, self._pixels, self._leds
            for cue in self._in_use:
                scaled[cue] = _scaled(shown[cue], scale, 256, least)
            index = 0
            for cue in self._cues:
                pixels[leds[index]] = scaled[cue]
                index += 1
        self._scale = scale
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
    beats, beat_ms, mark_ms = BEATS[pattern]
    on = phase < beats * beat_ms and phase % beat_ms < mark_ms
    if pattern == FLICKER:
        return LEVELS if on else LEVELS // 2
    return LEVELS if on != (pattern in OF_GAPS) else 0


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
