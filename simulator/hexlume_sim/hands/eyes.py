"""Eyes: recognise the board's cues by the lights alone, as a person does.

A light is recognised by its hue and by its movement over the last second and a half. The appearance
of each cue is the firmware's own table (``hexlume.output.led_cues.COLOURS``), which a player
learns from the guide.
"""

from collections import deque
from collections.abc import Sequence
from itertools import pairwise
from math import log
from typing import NamedTuple

from hexlume.output import led_cues

MEMORY_MS = 1500
"""Duration of a look, in ms: longer than the period of any pattern that asks for something."""

PATTERN_NAMES = {
    led_cues._STEADY: "steady",
    led_cues._BREATHE: "breathe",
    led_cues._BLINK: "blink",
    led_cues._DOUBLE_FLASH: "double flash",
    led_cues._SLOW_BLINK: "slow blink",
    led_cues._SLOW_BREATHE: "slow breathe",
    led_cues._FLICKER: "flicker",
    led_cues._TRIPLE_FLASH: "triple flash",
    led_cues._DOUBLE_GAP: "double gap",
    led_cues._WINK: "wink",
    led_cues._TRIPLE_GAP: "triple gap",
    led_cues._SLOW_GAP: "slow gap",
    led_cues._SLOW_DOUBLE_GAP: "slow double gap",
    led_cues._SLOW_TRIPLE_GAP: "slow triple gap",
}
"""The patterns in words, for pictures and tests."""

_SMOOTH = (led_cues._BREATHE, led_cues._SLOW_BREATHE)
_SMOOTH_SHADES = 3
"""Min number of shades of a breathing light. A flashing light has at most two."""

_CELL_CUES = (
    *range(led_cues.NO_CUE, led_cues.WHITE_TURN),
    led_cues.MAY_MOVE,
    led_cues.FAULTY,
    led_cues.PUT_WHITE_LEADER,
    led_cues.PUT_BLACK_LEADER,
)


class Eyes:
    """Stores the last second and a half of LED frames and recognises each LED's cue.

    ``chain`` are the LEDs to look at: the LED index of each panel cell.
    """

    def __init__(self, chain: Sequence[int]) -> None:
        self._chain = list(chain)
        self._frames: deque[tuple[float, bytes]] = deque()

    def add_frame(self, ms: float, rgb: bytes) -> None:
        """Add a frame at a time in ms: three bytes (red, green, blue) an LED in chain order."""
        self._frames.append((ms, rgb))
        # The frame that was showing at the start of the memory is part of it.
        while len(self._frames) > 1 and self._frames[1][0] < ms - MEMORY_MS:
            self._frames.popleft()

    def look(self, ms: float, over_ms: float = MEMORY_MS) -> list[int]:
        """Return each LED's cue (``hexlume.output.led_cues``) during ``over_ms`` up to ``ms``."""
        window: list[tuple[float, bytes]] = []
        for at, rgb in reversed(self._frames):
            window.append((at, rgb))
            if at <= ms - over_ms:
                break
        window.reverse()
        known: dict[tuple[bytes, ...], int] = {}
        cues = []
        for led in self._chain:
            colours = tuple(rgb[3 * led : 3 * led + 3] for _, rgb in window)
            if colours not in known:
                known[colours] = _cue_of(colours, [*(max(at, ms - over_ms) for at, _ in window), ms])
            cues.append(known[colours])
        return cues


class _Rhythm(NamedTuple):
    """The timing of a pattern, as expected by an eye that knows it."""

    dark: float
    """Share of the time in which it is dark, 0 to 1."""
    gap_ms: float
    """Min interval between two flashes, in ms; 0 for a pattern that is never dark."""
    flash_ms: float
    """Length of the shortest flash, in ms; 0 for a pattern that is never dark."""


def _rhythm(pattern: tuple[int, ...]) -> _Rhythm:
    """Return a pattern's rhythm, from the firmware's own definition."""
    period = pattern[0] or 1
    lit = [led_cues.level(pattern, ms) > 0 for ms in range(2 * period)]
    onsets = [ms for ms in range(1, 2 * period) if lit[ms] and not lit[ms - 1]]
    gaps = [later - earlier for earlier, later in pairwise(onsets)] or [period if onsets else 0]
    ends = [ms for ms in range(1, 2 * period) if lit[ms - 1] and not lit[ms]]
    flashes = [min(end - onset for end in ends if end > onset) for onset in onsets if onset < ends[-1]] or [0]
    return _Rhythm(1 - sum(lit) / len(lit), float(min(gaps)), float(min(flashes)))


_RHYTHMS = {pattern: _rhythm(pattern) for pattern in PATTERN_NAMES}


def _cue_of(colours: Sequence[bytes], times: Sequence[float]) -> int:
    """Return the cue whose hue and movement are nearest to an LED's colours.

    ``times`` are the start times of the colours in ms, followed by the end of the look.
    """
    if not any(map(any, colours)):
        return led_cues.NO_CUE
    brightest = max(colours, key=sum)
    moves = any(colour != brightest for colour in colours)
    # The colours of an earlier cue do not count as shades.
    shades = {colour for colour in colours if any(colour) and _hue_distance(colour, brightest) < 0.4}
    onsets = [times[i] for i in range(1, len(colours)) if any(colours[i]) and not any(colours[i - 1])]
    gaps = [later - earlier for earlier, later in pairwise(onsets)]
    ends = [times[i] for i in range(1, len(colours)) if any(colours[i - 1]) and not any(colours[i])]
    flashes = [min(end - onset for end in ends if end > onset) for onset in onsets if ends and onset < ends[-1]]
    dark_ms = sum(times[i + 1] - times[i] for i in range(len(colours)) if not any(colours[i]))
    dark = dark_ms / max(1.0, times[-1] - times[0])
    best, best_distance = led_cues.NO_CUE, 9.0
    for cue in _CELL_CUES[1:]:
        colour, pattern = led_cues.COLOURS[cue], led_cues.PATTERNS[cue]
        rhythm = _RHYTHMS[pattern]
        full = (colour >> 16, colour >> 8 & 255, colour & 255)
        distance = _hue_distance(brightest, full)
        # Brightness and movement distinguish cues of similar hue.
        distance += 0.3 * (moves != (pattern != led_cues._STEADY))
        if moves:
            distance += 0.3 * ((rhythm.dark > 0) != (not all(map(any, colours))))
            distance += 0.3 * ((pattern in _SMOOTH) != (len(shades) >= _SMOOTH_SHADES))
            distance += 0.3 * abs(dark - rhythm.dark)
        if gaps and rhythm.gap_ms:
            distance += 0.3 * abs(log(min(gaps) / rhythm.gap_ms))
        if flashes and rhythm.flash_ms:
            distance += 0.3 * abs(log(min(flashes) / rhythm.flash_ms))
        distance += 0.2 * abs(sum(brightest) - sum(full)) / (sum(brightest) + sum(full))
        if distance < best_distance:
            best, best_distance = cue, distance
    return best


def _hue_distance(one: Sequence[int], two: Sequence[int]) -> float:
    """Return the difference of two hues, regardless of brightness: 0 (same) to 2 (opposite)."""
    most, other = max(one) or 1, max(two) or 1
    return sum(abs(a / most - b / other) for a, b in zip(one, two, strict=True))
