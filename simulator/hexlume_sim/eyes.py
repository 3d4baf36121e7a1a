"""Eyes: what a person sees of the board, told from nothing but its lights.

A light is known by its hue, and by whether it is steady or moves, over the last second and a half: the look of each
cue is the firmware's own table (``hexlume.lights.COLOURS``), which is what a player has learned from the guide.
"""

from collections import deque
from collections.abc import Sequence
from itertools import pairwise
from math import log

from hexlume import lights, prompt

MEMORY_MS = 1500
"""How long a look lasts, in ms: longer than the period of every pattern that asks for something."""

_FLASH_GAP_MS = {lights.BLINK: 400.0, lights.FLICKER: 240.0, lights.DOUBLE_FLASH: 300.0, lights.SLOW_BLINK: 1000.0}
"""The shortest time between two flashes of each pattern that goes dark, in ms."""

_CELL_CUES = (*range(prompt.NO_CUE, prompt.WHITE_TURN), prompt.MAY_MOVE)


class Eyes:
    """Remembers the last second and a half of LED frames and tells each LED's cue.

    ``chain`` are the LEDs looked at: the LED index of each panel cell.
    """

    def __init__(self, chain: Sequence[int]) -> None:
        self._chain = list(chain)
        self._frames: deque[tuple[float, bytes]] = deque()

    def take_in(self, ms: float, rgb: bytes) -> None:
        """Take in a frame: three bytes (red, green, blue) an LED in chain order, as of a time in ms."""
        self._frames.append((ms, rgb))
        # The frame that was showing when the memory begins still belongs to it.
        while len(self._frames) > 1 and self._frames[1][0] < ms - MEMORY_MS:
            self._frames.popleft()

    def look(self, ms: float, over_ms: float = MEMORY_MS) -> list[int]:
        """Return the cue (``hexlume.prompt``) that each LED has shown over the last ``over_ms`` before ``ms``."""
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
                known[colours] = _cue_of(colours, [at for at, _ in window])
            cues.append(known[colours])
        return cues


def _cue_of(colours: Sequence[bytes], times: Sequence[float]) -> int:
    """Return the cue whose hue and movement are nearest to the colours an LED has shown at those times in ms."""
    if not any(map(any, colours)):
        return prompt.NO_CUE
    brightest = max(colours, key=sum)
    moves = any(colour != brightest for colour in colours)
    onsets = [times[i] for i in range(1, len(times)) if any(colours[i]) and not any(colours[i - 1])]
    gaps = [later - earlier for earlier, later in pairwise(onsets)]
    best, best_distance = prompt.NO_CUE, 9.0
    for cue in _CELL_CUES[1:]:
        colour, pattern = lights.COLOURS[cue]
        full = (colour >> 16, colour >> 8 & 255, colour & 255)
        distance = _hue_distance(brightest, full)
        # How bright it is and how it moves tell apart what is close in hue.
        distance += 0.3 * (moves != (pattern != lights.STEADY))
        if moves:
            distance += 0.3 * ((pattern in _FLASH_GAP_MS) != (not all(map(any, colours))))
        if gaps and pattern in _FLASH_GAP_MS:
            distance += 0.3 * abs(log(min(gaps) / _FLASH_GAP_MS[pattern]))
        distance += 0.2 * abs(sum(brightest) - sum(full)) / (sum(brightest) + sum(full))
        if distance < best_distance:
            best, best_distance = cue, distance
    return best


def _hue_distance(one: Sequence[int], two: Sequence[int]) -> float:
    """Return how far apart two colours are, regardless of brightness (0: the same hue, 2: opposite)."""
    most, other = max(one) or 1, max(two) or 1
    return sum(abs(a / most - b / other) for a, b in zip(one, two, strict=True))
