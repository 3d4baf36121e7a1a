"""The lights: cues to pixels, within the supply's current (docs/lights.md has every cue's meaning).

Every cue differs from every other by more than its hue: by how bright it is or how it moves. No light goes
on and off more than three times a second. The NeoPixels are driven through the Adafruit library.
"""

from ..const import const, elapsed
from .led_cues import COLOURS, FILLING, LEVELS, LOSING, PATTERNS, level

if False:  # for type checkers only
    from typing import Any, Callable

    import neopixel


IDLE_MA = const(1)
"""Current of a dark WS2812B, in mA (datasheet); the channels' current comes on top."""
CHANNEL_MA = const(20)
"""Current of one colour channel at full, in mA (datasheet)."""

FULL, NORMAL, DIM, NIGHT = range(4)
BRIGHTNESS = const((256, 144, 48, 16))
"""How bright the whole frame is at each level, in 256ths."""

_DIM_MS = const(600000)
_DARK_MS = const(3600000)
"""Time without a hand after which the lights go down to the level ``NIGHT``, and after which they go out."""
_DIMMED = const(4)
_DARK = const(5)
"""Levels below ``NIGHT``, while nobody is there: dimmed as far as that, and dark."""
_WAKING_MS = const(300)
"""After waking every light is steady for this long, so that no hint starts in a dark part of its pattern."""

_STEP_MS = const(20)
"""Time between two frames of lights that move."""
_HURRIED_STEP_MS = const(100)
"""The same while a disc may be about to rest: a frame takes up to 12 ms."""


class Lights:
    """Shows cues on a chain of NeoPixels: cells in LED order, then the status LEDs."""

    def __init__(
        self,
        pixels: "neopixel.NeoPixel",
        leds: bytearray | bytes,
        led_budget_ma: int,
        preferences: "Any",
        keep: "Callable[[], object]",
    ) -> None:
        """Take the NeoPixel chain and ``leds``: the LED of each panel cell and status LED.

        ``led_budget_ma`` is what all LEDs may draw together; it is at least their idle current. ``preferences`` are
        read at every frame: ``brightness`` is a level from ``FULL`` to ``NIGHT``, and with ``idle`` the lights dim
        ``_DIM_MS`` after the last ``wake`` and go out after ``_DARK_MS``. ``keep`` is called before each frame is sent:
        it keeps what that confirms.
        """
        self.keep = keep
        self._pixels = pixels
        self._leds = leds
        # What all channels together may be, in 255ths of one channel at full.
        self._room = max(0, led_budget_ma - IDLE_MA * len(leds)) * 255 // CHANNEL_MA
        self._preferences = preferences
        # Of each cue: how strongly it is lit now, and its colour then.
        self._strengths = [0] * len(COLOURS)
        self._colours = [0] * len(COLOURS)
        # The cues of the last frame, and which of them there are.
        self._cues = self._used = bytearray()
        # The pixels may still show an earlier frame.
        self._shown = [-1] * len(leds)
        self._level = self._brightness = self._touched_ms = self._moved_ms = 0
        self._waking = False

    @property
    def dark(self) -> bool:
        """Return whether the lights are out because nobody has touched the board for ``_DARK_MS``."""
        return self._level == _DARK

    def wake(self, ms: int) -> None:
        """Note at time ``ms`` that somebody is there; the next frame has every light at its full brightness."""
        if self._level > NIGHT:
            self._waking = True
        self._touched_ms = ms

    def show(self, cues: bytearray, ms: int, settling: bool = False) -> bool:
        """Show the cues as they look at time ``ms``; return whether a frame was sent.

        While a disc may be ``settling``, lights that only move do so in large steps.
        """
        quiet_ms = min(elapsed(self._touched_ms, ms), _DARK_MS)
        # Nobody may come for so long that board time wraps.
        self._touched_ms = ms - quiet_ms
        self._waking = self._waking and quiet_ms < _WAKING_MS
        idle_ms = quiet_ms if self._preferences.idle else 0
        wanted = _DARK if idle_ms >= _DARK_MS else _DIMMED if idle_ms >= _DIM_MS else self._preferences.brightness
        changed = wanted != self._level or cues != self._cues
        if not changed and elapsed(self._moved_ms, ms) < (_HURRIED_STEP_MS if settling else _STEP_MS):
            return False
        self._moved_ms = ms
        if changed:
            self._level = wanted
            self._cues = bytearray(cues)
            self._fit_budget()
        if not self._animate(ms) and not changed:
            return False
        return self._send()

    def _fit_budget(self) -> None:
        """Set how bright the frame is, in 256ths: as its level says, or less if it could draw more than the budget.

        What counts is what the cues draw at their brightest: so those that move do not dim the others in turn, and
        flicker and breathe as far as without a limit.
        """
        counts = bytearray(len(COLOURS))
        for cue in self._cues:
            counts[cue] += 1
        # Which cues there are, so that no time goes into others.
        self._used = bytearray(sorted(set(self._cues)))
        channels = 0
        # A lit LED stays lit, by 1/255 of a channel at least.
        room = self._room
        for cue in self._used:
            colour = COLOURS[cue]
            if colour:
                channels += counts[cue] * ((colour >> 16) + (colour >> 8 & 255) + (colour & 255))
                room -= counts[cue]
        self._brightness = BRIGHTNESS[min(self._level, NIGHT)]
        if channels * self._brightness >> 8 > room:
            share = max(0, room) * 256 // channels
            # In steps of a 48th: one light less would else change all the others, which takes 2 ms.
            self._brightness = share - share % (share // 48 or 1)

    def _animate(self, ms: int) -> bool:
        """Bring the colours of all cues in use up to date; return whether any changed."""
        moved = False
        for cue in self._used:
            now = LEVELS if self._waking else level(PATTERNS[cue], ms)
            # Darker ones are squared, so that breathing looks even.
            strength = now * now * self._brightness
            # Who is to connect a host may not be at the board.
            if self._level == _DARK and cue != FILLING and cue != LOSING:
                strength = 0
            if strength != self._strengths[cue]:
                self._strengths[cue] = strength
                self._colours[cue] = _dimmed(COLOURS[cue], strength)
                moved = True
        return moved

    def _send(self) -> bool:
        """Send the frame if it differs from the last one; return whether it does."""
        changed = False
        frame, colours = self._shown, self._colours
        pixels, leds = self._pixels, self._leds
        index = 0
        for cue in self._cues:
            colour = colours[cue]
            if frame[index] != colour:
                frame[index] = colour
                pixels[leds[index]] = colour
                changed = True
            index += 1
        if changed:
            # Only now, when all but sending is done: a write to flash empties the cache that code is read through.
            self.keep()
            pixels.show()
        return changed


def _dimmed(colour: int, strength: int) -> int:
    """Return a colour dimmed to a strength, in 256ths of ``LEVELS`` squared, rounded down so that a budget is kept.

    A colour that is lit keeps at least 1 in its strongest channel, unless the strength is 0.
    """
    red, green, blue = colour >> 16, colour >> 8 & 255, colour & 255
    dimmed = (red * strength >> 16) << 16 | (green * strength >> 16) << 8 | blue * strength >> 16
    if dimmed or not strength or not colour:
        return dimmed
    most = max(red, green, blue)
    # One channel only, so that a lit LED costs a budget no more than 1/255 of a channel.
    return 1 << 16 if red == most else 1 << 8 if green == most else 1
