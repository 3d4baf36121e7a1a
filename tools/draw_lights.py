"""Draws the pictures of docs/lights.md: each cue as it looks and over three seconds, to docs/pictures/lights/*.svg.

    .venv/bin/python tools/draw_lights.py            draw them all
    .venv/bin/python tools/draw_lights.py --check    only tell which pictures are not what would be drawn now

Colours and patterns are the firmware's own (``hexlume.output.led_cues``), so the pictures cannot tell anything else.
"""

import sys
from itertools import groupby
from math import cos, pi, sin
from pathlib import Path

from hexlume.output import led_cues
from hexlume.output.led_cues import COLOURS, LEVELS, PATTERNS
from hexlume_sim.hands.eyes import PATTERN_NAMES

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "lights"

CELLS = {
    "legal": led_cues.LEGAL,
    "may-move": led_cues.MAY_MOVE,
    "last": led_cues.LAST,
    "must-replace": led_cues.MUST_REPLACE,
    "in-hand": led_cues.IN_HAND,
    "take-off": led_cues.TAKE_THIS_OFF,
    "put-white": led_cues.PUT_WHITE,
    "put-black": led_cues.PUT_BLACK,
    "put-white-leader": led_cues.PUT_WHITE_LEADER,
    "put-black-leader": led_cues.PUT_BLACK_LEADER,
    "turn-over": led_cues.TURN_THIS_OVER,
    "exchange": led_cues.EXCHANGE_THIS,
    "faulty": led_cues.FAULTY,
    "winner": led_cues.WINNER,
    "loser": led_cues.LOSER,
    "decider": led_cues.DECIDER,
    "advice-best": led_cues.ADVICE,
    "advice-second": led_cues.ADVICE + 1,
    "advice-third": led_cues.ADVICE + 2,
}
"""The cues of cells, by the names of their pictures."""
STATUS = {
    "white-turn": led_cues.WHITE_TURN,
    "black-turn": led_cues.BLACK_TURN,
    "white-left-3": led_cues.WHITE_LEFT,
    "white-left-2": led_cues.WHITE_LEFT + 1,
    "white-left-1": led_cues.WHITE_LEFT + 2,
    "white-low": led_cues.WHITE_LOW,
    "black-left-3": led_cues.BLACK_LEFT,
    "black-left-2": led_cues.BLACK_LEFT + 1,
    "black-left-1": led_cues.BLACK_LEFT + 2,
    "black-low": led_cues.BLACK_LOW,
    "time-over": led_cues.TIME_OVER,
    "act-ready": led_cues.ACT_READY,
    "act-chosen": led_cues.ACT_CHOSEN,
    "resign-ready": led_cues.RESIGN_READY,
    "draw-ready": led_cues.DRAW_READY,
    "all-well": led_cues.ALL_WELL,
    "not-kept": led_cues.NOT_KEPT,
    "filling": led_cues.FILLING,
    "losing": led_cues.LOSING,
    "in-dispute": led_cues.IN_DISPUTE,
    "thinking": led_cues.THINKING,
    "learning": led_cues.LEARNING,
}
"""The cues of the status LEDs, by the names of their pictures."""
MENU = {
    "menu-choice": led_cues.MENU_CHOICE,
    "menu-chosen": led_cues.MENU_CHOSEN,
    "menu-touched": led_cues.MENU_TOUCHED,
    "menu-board": led_cues.MENU_BOARD,
    "menu-engine": led_cues.MENU_ENGINE,
    "menu-full": led_cues.MENU_LEVEL,
    "menu-normal": led_cues.MENU_LEVEL + 1,
    "menu-dim": led_cues.MENU_LEVEL + 2,
    "menu-night": led_cues.MENU_LEVEL + 3,
}
"""The cues of the menu, by the names of their pictures."""

STRIP_MS = 3000
STEP_MS = 10
STRIP_WIDTH, HEIGHT, LAMP = 240, 44, 44
MARGIN = 6
PLATE = "#2b3036"
DARK = "#0c0e10"


def looks(cue: int, ms: int) -> str:
    """Return the colour (``#rrggbb``) in which a screen shows a cue at a time in ms; ``DARK`` for an LED that is off.

    An LED's value is linear light; the eye and the screen are not, so dim lights are lifted (gamma 2.2).
    """
    colour, pattern = COLOURS[cue], PATTERNS[cue]
    level = led_cues.level(pattern, ms)
    if level == 0:
        return DARK
    share = level * level / LEVELS**2
    channels = (colour >> 16, colour >> 8 & 255, colour & 255)
    return "#" + "".join(f"{round(255 * (share * channel / 255) ** (1 / 2.2)):02x}" for channel in channels)


def runs(cue: int, length_ms: int) -> list[tuple[int, int, str]]:
    """Return a cue's course over a time: from, to (ms) and colour of every stretch that looks the same."""
    found = []
    for colour, group in groupby(range(0, length_ms, STEP_MS), key=lambda ms: looks(cue, ms)):
        times = list(group)
        found.append((times[0], times[-1] + STEP_MS, colour))
    return found


def _animation(cue: int) -> str:
    """Return what makes the lamp change for ever as the LED does; nothing for a steady one."""
    period = PATTERNS[cue][0]
    if not period:
        return ""
    course = runs(cue, period)
    values = ";".join(colour for _, _, colour in course)
    times = ";".join(f"{begin / period:.4f}".rstrip("0").rstrip(".") for begin, _, _ in course)
    return (
        f'<animate attributeName="fill" calcMode="discrete" dur="{period}ms" repeatCount="indefinite"'
        f' keyTimes="{times}" values="{values}"/>'
    )


def drawn(name: str) -> str:
    """Return a cue's picture as SVG: at the left the lamp as it changes, at the right three seconds from left to right.

    Raises ``KeyError`` for a name that no cue has.
    """
    on_cell = name not in STATUS
    cue = (CELLS | STATUS | MENU)[name]
    width = LAMP + STRIP_WIDTH + 3 * MARGIN
    middle, radius = HEIGHT / 2, 17.0
    brightest = max((looks(cue, ms) for ms in range(0, STRIP_MS, STEP_MS)), key=_light)
    if on_cell:
        corners = [(MARGIN + LAMP / 2 + radius * sin(k * pi / 3), middle - radius * cos(k * pi / 3)) for k in range(6)]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
        lamp = f'<polygon points="{points}" fill="{brightest}" stroke="#59616a">{_animation(cue)}</polygon>'
    else:
        centre = f'cx="{MARGIN + LAMP / 2:g}" cy="{middle:g}"'
        lamp = f'<circle {centre} r="8" fill="{brightest}" stroke="#59616a">{_animation(cue)}</circle>'
    left = LAMP + 2 * MARGIN
    strip = [
        f'<rect x="{left + begin * STRIP_WIDTH / STRIP_MS:g}" y="12" width="{(end - begin) * STRIP_WIDTH / STRIP_MS:g}"'
        f' height="16" fill="{colour}" shape-rendering="crispEdges"/>'
        for begin, end, colour in runs(cue, STRIP_MS)
    ]
    # Without its outline a strip that begins or ends dark would look shorter than it is.
    outline = f'<rect x="{left}" y="12" width="{STRIP_WIDTH}" height="16" fill="none" stroke="#59616a"/>'
    ticks = [
        f'<path d="M{left + second * STRIP_WIDTH / 3:g} 30v6" stroke="#8b949e" fill="none"/>' for second in range(4)
    ]
    pattern = PATTERN_NAMES[PATTERNS[cue]]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" height="{HEIGHT}"'
            ' role="img">',
            f"<title>{name.replace('-', ' ')}: {pattern}</title>",
            f'<rect width="{width}" height="{HEIGHT}" rx="6" fill="{PLATE}"/>',
            lamp,
            *strip,
            outline,
            *ticks,
            "</svg>\n",
        ]
    )


def _light(colour: str) -> int:
    return sum(bytes.fromhex(colour[1:]))


def main(arguments: list[str]) -> int:
    """Draw or check all pictures; returns the exit status."""
    if arguments not in ([], ["--check"]):
        print(f"{arguments[0]} is no option: there is only --check", file=sys.stderr)
        return 2
    stale = []
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name in (*CELLS, *STATUS, *MENU):
        path, picture = PICTURES / f"{name}.svg", drawn(name)
        if path.is_file() and path.read_text(encoding="utf-8") == picture:
            continue
        stale.append(path.name)
        if not arguments:
            path.write_text(picture, encoding="utf-8")
    told = "not as they would be drawn now" if arguments else "drawn anew"
    print(f"{told}: {', '.join(stale)}" if stale else "all pictures are as they should be")
    return 1 if stale and arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
