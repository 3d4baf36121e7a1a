"""The cues: each cue's number, colour and pattern in one line, and each pattern's rhythm.

A cue is what one LED shows: a number, given in the order of the lines. docs/lights.md has every cue's meaning. The
numbers are part of fault reports (docs/protocol.md): a new cue is added at the end.
"""

from ..const import const

STEADY = const(0)
BREATHE = const(1)
BLINK = const(2)
DOUBLE_FLASH = const(3)
SLOW_BLINK = const(4)
SLOW_BREATHE = const(5)
FLICKER = const(6)
_TRIPLE_FLASH = const(7)
_DOUBLE_GAP = const(8)
_WINK = const(9)
_TRIPLE_GAP = const(10)
_SLOW_GAP = const(11)
_SLOW_DOUBLE_GAP = const(12)
_SLOW_TRIPLE_GAP = const(13)

PERIOD_MS = (0, 1000, 600, 1200, 1200, 2400, 340, 1400, 1200, 1400, 1400, 3000, 3000, 3000)
"""The period of each pattern in ms, a multiple of 20."""
LEVELS = 16
"""How bright a pattern is at most."""
_SMOOTH = const((0, 0, 0, 0, 0))
BEATS = (
    _SMOOTH,  # STEADY
    _SMOOTH,  # BREATHE
    (1, 300, 300, LEVELS, 0),  # BLINK
    (2, 300, 150, LEVELS, 0),  # DOUBLE_FLASH
    (1, 600, 600, LEVELS, 0),  # SLOW_BLINK
    _SMOOTH,  # SLOW_BREATHE
    (1, 170, 170, LEVELS, LEVELS // 2),  # FLICKER
    (3, 240, 120, LEVELS, 0),  # _TRIPLE_FLASH
    (2, 300, 150, 0, LEVELS),  # _DOUBLE_GAP
    (1, 120, 120, LEVELS, 0),  # _WINK
    (3, 240, 120, 0, LEVELS),  # _TRIPLE_GAP
    (1, 400, 160, 0, LEVELS),  # _SLOW_GAP
    (2, 400, 160, 0, LEVELS),  # _SLOW_DOUBLE_GAP
    (3, 400, 160, 0, LEVELS),  # _SLOW_TRIPLE_GAP
)
"""What a pattern's period begins with: how many beats, how long each is in ms, how long its flash or gap, and how
bright the light is in that and otherwise; times are multiples of 10."""

COLOURS: "list[int]" = []
"""The colour of each cue at full brightness (0xRRGGBB)."""
PATTERNS = bytearray()
"""The pattern of each cue."""


def _cue(colour: int, pattern: int) -> int:
    """Add a cue and return its number."""
    COLOURS.append(colour)
    PATTERNS.append(pattern)
    return len(COLOURS) - 1


NO_CUE = _cue(0x000000, STEADY)  # dark
LEGAL = _cue(0x00A884, STEADY)  # a turquoise glow, 60 cd/m2 at the level normal (docs/hardware/light.md)
LAST = _cue(0x204078, STEADY)  # a calm blue, dimmer than the glow
MUST_REPLACE = _cue(0xFF7000, BREATHE)  # amber, breathing
IN_HAND = _cue(0xFF7000, FLICKER)  # amber, flickering and never dark
TAKE_THIS_OFF = _cue(0xFF1400, BLINK)  # red, blinking
PUT_WHITE = _cue(0xA4A4A4, DOUBLE_FLASH)  # dark, with two white flashes
PUT_BLACK = _cue(0x001EE8, _DOUBLE_GAP)  # blue, with two dark gaps
TURN_THIS_OVER = _cue(0xE00088, SLOW_BLINK)  # magenta, one half on, the other off
EXCHANGE_THIS = _cue(0xE00088, _TRIPLE_FLASH)  # three magenta flashes
WINNER = _cue(0x00FF40, SLOW_BREATHE)  # green, slowly breathing
LOSER = _cue(0x480068, STEADY)  # dim violet
DECIDER = _cue(0x686868, _SLOW_GAP)  # white, with a gap
WHITE_TURN = _cue(0x585858, STEADY)  # white's turn
BLACK_TURN = _cue(0x000890, STEADY)  # black's turn: blue
ACT_READY = _cue(0x604000, BREATHE)  # amber, breathing: the act button does something
ALL_WELL = _cue(0x003000, STEADY)  # dim green
NOT_KEPT = _cue(0x004020, SLOW_BREATHE)  # the board keeps what is played, no host has it yet
IN_DISPUTE = _cue(0x900000, BLINK)  # red, blinking: discs differ from the game
MAY_MOVE = _cue(0x007878, SLOW_BREATHE)  # a piece that may be lifted and moved
ACT_CHOSEN = _cue(0xC08000, STEADY)  # hold the act button to do it
FAULTY = _cue(0xA02800, _WINK)  # a dark cell with a short red-orange wink: its sensor cannot be trusted
THINKING = _cue(0x602070, FLICKER)  # violet, flickering: what comes next is still being worked out
MENU_CHOICE = _cue(0x006C48, STEADY)  # a choice on offer
MENU_CHOSEN = _cue(0xA0B0A0, SLOW_BLINK)  # the present choice
MENU_TOUCHED = _cue(0x404858, FLICKER)  # to be put back as it was
MENU_BOARD = _cue(0x1C3828, STEADY)  # a cell of the chosen board
MENU_ENGINE = _cue(0x602898, SLOW_BREATHE)  # the engine's half of the board
MENU_LEVEL = _cue(0xA0A0A0, STEADY)  # a level of brightness: full
_cue(0x585858, STEADY)  # MENU_LEVEL + 1: normal
_cue(0x303030, STEADY)  # MENU_LEVEL + 2: dim
_cue(0x181818, STEADY)  # MENU_LEVEL + 3: night
PUT_WHITE_LEADER = _cue(0xA4A4A4, _TRIPLE_FLASH)  # as for a pawn, with three flashes
PUT_BLACK_LEADER = _cue(0x001EE8, _TRIPLE_GAP)  # as for a pawn, with three gaps
WHITE_LOW = _cue(0xA0A0A0, BLINK)  # white's time is low
BLACK_LOW = _cue(0x0018FF, BLINK)  # black's time is low
TIME_OVER = _cue(0xA00000, SLOW_BREATHE)  # red, slowly breathing: the end
RESIGN_READY = _cue(0xC00000, DOUBLE_FLASH)  # dark, with two red flashes
DRAW_READY = _cue(0x707070, SLOW_BLINK)  # white, a half on and a half off, as a draw is shared
LEARNING = _cue(0x602870, DOUBLE_FLASH)  # violet as THINKING is: the board is busy
WHITE_LEFT = _cue(0x585858, _SLOW_GAP)  # while a clock runs: a gap for each quarter of the time used
_cue(0x585858, _SLOW_DOUBLE_GAP)  # WHITE_LEFT + 1
_cue(0x585858, _SLOW_TRIPLE_GAP)  # WHITE_LEFT + 2
BLACK_LEFT = _cue(0x000890, _SLOW_GAP)
_cue(0x000890, _SLOW_DOUBLE_GAP)  # BLACK_LEFT + 1
_cue(0x000890, _SLOW_TRIPLE_GAP)  # BLACK_LEFT + 2
ADVICE = _cue(0x30FFB0, _SLOW_GAP)  # the best: about the hue of what is legal, brighter, with a gap
_cue(0x30FFB0, _SLOW_DOUBLE_GAP)  # ADVICE + 1: the second
_cue(0x30FFB0, _SLOW_TRIPLE_GAP)  # ADVICE + 2: the third
LOSING = _cue(0x904800, _TRIPLE_FLASH)  # orange, dark with three flashes: games are being lost
FILLING = _cue(0x703800, SLOW_BLINK)  # orange, one half on, the other off: little room for games is left
