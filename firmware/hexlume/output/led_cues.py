"""The cues: each cue's number, colour and pattern in one line, and each pattern's rhythm.

A cue is what one LED shows: a number, given in the order of the lines. docs/lights.md has every cue's meaning. The
numbers are part of fault reports (docs/protocol.md): a new cue is added at the end.
"""

from ..const import const

LEVELS = const(16)
"""How bright a pattern is at most."""
_STEADY = const((0,))
_BREATHE = const((1000, 0, 0, 0, 0, 0))
_BLINK = const((600, 1, 300, 300, LEVELS, 0))
_DOUBLE_FLASH = const((1200, 2, 300, 150, LEVELS, 0))
_SLOW_BLINK = const((1200, 1, 600, 600, LEVELS, 0))
_SLOW_BREATHE = const((2400, 0, 0, 0, 0, 0))
_FLICKER = const((340, 1, 170, 170, LEVELS, LEVELS // 2))
_TRIPLE_FLASH = const((1400, 3, 240, 120, LEVELS, 0))
_DOUBLE_GAP = const((1200, 2, 300, 150, 0, LEVELS))
_WINK = const((1400, 1, 120, 120, LEVELS, 0))
_TRIPLE_GAP = const((1400, 3, 240, 120, 0, LEVELS))
_SLOW_GAP = const((3000, 1, 400, 160, 0, LEVELS))
_SLOW_DOUBLE_GAP = const((3000, 2, 400, 160, 0, LEVELS))
_SLOW_TRIPLE_GAP = const((3000, 3, 400, 160, 0, LEVELS))
"""The patterns. A pattern begins with its period in ms, a multiple of 20, or 0 if it is steady. Then it has what the
period begins with: how many beats (none: it breathes), how long each is in ms, how long its flash or gap, and how
bright the light is in that and otherwise; times are multiples of 10."""

COLOURS: "list[int]" = []
"""The colour of each cue at full brightness (0xRRGGBB)."""
PATTERNS: "list[tuple[int, ...]]" = []
"""The pattern of each cue."""


def level(pattern: "tuple[int, ...]", ms: int) -> int:
    """Return how bright a pattern is at a time, 0 to ``LEVELS``."""
    if not pattern[0]:
        return LEVELS
    period_ms, beats, beat_ms, mark_ms, mark, rest = pattern
    phase = ms % period_ms
    if beats:
        return mark if phase < beats * beat_ms and phase % beat_ms < mark_ms else rest
    step = phase * 2 * (LEVELS - 4) // period_ms
    return 4 + min(step, 2 * (LEVELS - 4) - step)


def _cue(colour: int, *patterns: "tuple[int, ...]") -> int:
    """Add a cue for each pattern and return the first one's number."""
    for pattern in patterns:
        COLOURS.append(colour)
        PATTERNS.append(pattern)
    return len(COLOURS) - len(patterns)


NO_CUE = _cue(0x000000, _STEADY)  # dark
LEGAL = _cue(0x00A884, _STEADY)  # a turquoise glow, 60 cd/m2 at the level normal (docs/hardware/light.md)
LAST = _cue(0x204078, _STEADY)  # a calm blue, dimmer than the glow
MUST_REPLACE = _cue(0xFF7000, _BREATHE)  # amber, breathing
IN_HAND = _cue(0xFF7000, _FLICKER)  # amber, flickering and never dark
TAKE_THIS_OFF = _cue(0xFF1400, _BLINK)  # red, blinking
PUT_WHITE = _cue(0xA4A4A4, _DOUBLE_FLASH)  # dark, with two white flashes
PUT_BLACK = _cue(0x001EE8, _DOUBLE_GAP)  # blue, with two dark gaps
TURN_THIS_OVER = _cue(0xE00088, _SLOW_BLINK)  # magenta, one half on, the other off
EXCHANGE_THIS = _cue(0xE00088, _TRIPLE_FLASH)  # three magenta flashes
WINNER = _cue(0x00FF40, _SLOW_BREATHE)  # green, slowly breathing
LOSER = _cue(0x480068, _STEADY)  # dim violet
DECIDER = _cue(0x686868, _SLOW_GAP)  # white, with a gap
WHITE_TURN = _cue(0x585858, _STEADY)  # white's turn
BLACK_TURN = _cue(0x000890, _STEADY)  # black's turn: blue
ACT_READY = _cue(0x604000, _BREATHE)  # amber, breathing: the act button does something
ALL_WELL = _cue(0x003000, _STEADY)  # dim green
NOT_KEPT = _cue(0x004020, _SLOW_BREATHE)  # the board keeps what is played, no host has it yet
IN_DISPUTE = _cue(0x900000, _BLINK)  # red, blinking: discs differ from the game
MAY_MOVE = _cue(0x007878, _SLOW_BREATHE)  # a piece that may be lifted and moved
ACT_CHOSEN = _cue(0xC08000, _STEADY)  # hold the act button to do it
FAULTY = _cue(0xA02800, _WINK)  # a dark cell with a short red-orange wink: its sensor cannot be trusted
THINKING = _cue(0x602070, _FLICKER)  # violet, flickering: what comes next is still being worked out
MENU_CHOICE = _cue(0x006C48, _STEADY)  # a choice on offer
MENU_CHOSEN = _cue(0xA0B0A0, _SLOW_BLINK)  # the present choice
MENU_TOUCHED = _cue(0x404858, _FLICKER)  # to be put back as it was
MENU_BOARD = _cue(0x1C3828, _STEADY)  # a cell of the chosen board
MENU_ENGINE = _cue(0x602898, _SLOW_BREATHE)  # the engine's half of the board
MENU_LEVEL = _cue(0xA0A0A0, _STEADY)  # a level of brightness: full
_cue(0x585858, _STEADY)  # MENU_LEVEL + 1: normal
_cue(0x303030, _STEADY)  # MENU_LEVEL + 2: dim
_cue(0x181818, _STEADY)  # MENU_LEVEL + 3: night
PUT_WHITE_LEADER = _cue(0xA4A4A4, _TRIPLE_FLASH)  # as for a pawn, with three flashes
PUT_BLACK_LEADER = _cue(0x001EE8, _TRIPLE_GAP)  # as for a pawn, with three gaps
WHITE_LOW = _cue(0xA0A0A0, _BLINK)  # white's time is low
BLACK_LOW = _cue(0x0018FF, _BLINK)  # black's time is low
TIME_OVER = _cue(0xA00000, _SLOW_BREATHE)  # red, slowly breathing: the end
RESIGN_READY = _cue(0xC00000, _DOUBLE_FLASH)  # dark, with two red flashes
DRAW_READY = _cue(0x707070, _SLOW_BLINK)  # white, a half on and a half off, as a draw is shared
LEARNING = _cue(0x602870, _DOUBLE_FLASH)  # violet as THINKING is: the board is busy
# While a clock runs: WHITE_LEFT and the two after it, with a gap for each quarter of the time used.
WHITE_LEFT = _cue(0x585858, _SLOW_GAP, _SLOW_DOUBLE_GAP, _SLOW_TRIPLE_GAP)
BLACK_LEFT = _cue(0x000890, _SLOW_GAP, _SLOW_DOUBLE_GAP, _SLOW_TRIPLE_GAP)
# About the hue of what is legal, brighter: the best with a gap, ADVICE + 1, the second, with two, the third with three.
ADVICE = _cue(0x30FFB0, _SLOW_GAP, _SLOW_DOUBLE_GAP, _SLOW_TRIPLE_GAP)
LOSING = _cue(0x904800, _TRIPLE_FLASH)  # orange, dark with three flashes: games are being lost
FILLING = _cue(0x703800, _SLOW_BLINK)  # orange, one half on, the other off: little room for games is left
