"""The looks: each cue's colour and pattern, and each pattern's rhythm (docs/lights.md has every cue's meaning).

Tables that are easy to read and to compare.
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

COLOURS = (
    (0x000000, STEADY),  # NO_CUE
    (0x00A884, STEADY),  # LEGAL: a turquoise glow, 60 cd/m2 at the level normal (docs/hardware/light.md)
    (0x204078, STEADY),  # LAST: a calm blue, dimmer than the glow
    (0xFF7000, BREATHE),  # MUST_REPLACE: amber, breathing
    (0xFF7000, FLICKER),  # IN_HAND: amber, flickering and never dark
    (0xFF1400, BLINK),  # TAKE_THIS_OFF: red, blinking
    (0xA4A4A4, DOUBLE_FLASH),  # PUT_WHITE: dark, with two white flashes
    (0x001EE8, _DOUBLE_GAP),  # PUT_BLACK: blue, with two dark gaps
    (0xE00088, SLOW_BLINK),  # TURN_THIS_OVER: magenta, one half on, the other off
    (0xE00088, _TRIPLE_FLASH),  # EXCHANGE_THIS: three magenta flashes
    (0x00FF40, SLOW_BREATHE),  # WINNER: green, slowly breathing
    (0x480068, STEADY),  # LOSER: dim violet
    (0x686868, _SLOW_GAP),  # DECIDER: white, with a gap
    (0x585858, STEADY),  # WHITE_TURN
    (0x000890, STEADY),  # BLACK_TURN
    (0x604000, BREATHE),  # ACT_READY
    (0x003000, STEADY),  # ALL_WELL
    (0x004020, SLOW_BREATHE),  # NOT_KEPT: the board keeps what is played, no host has it yet
    (0x900000, BLINK),  # IN_DISPUTE
    (0x007878, SLOW_BREATHE),  # MAY_MOVE: a piece that may be lifted and moved
    (0xC08000, STEADY),  # ACT_CHOSEN: hold the act button to do it
    (0xA02800, _WINK),  # FAULTY: a dark cell with a short red-orange wink: its sensor cannot be trusted
    (0x602070, FLICKER),  # THINKING: violet, flickering: what comes next is still being worked out
    (0x006C48, STEADY),  # MENU_CHOICE
    (0xA0B0A0, SLOW_BLINK),  # MENU_CHOSEN: the present choice
    (0x404858, FLICKER),  # MENU_TOUCHED: to be put back as it was
    (0x1C3828, STEADY),  # MENU_BOARD: a cell of the chosen board
    (0x602898, SLOW_BREATHE),  # MENU_ENGINE: the engine's half of the board
    (0xA0A0A0, STEADY),  # MENU_LEVEL, full
    (0x585858, STEADY),  # normal
    (0x303030, STEADY),  # dim
    (0x181818, STEADY),  # night
    (0xA4A4A4, _TRIPLE_FLASH),  # PUT_WHITE_LEADER: as for a pawn, with three flashes
    (0x001EE8, _TRIPLE_GAP),  # PUT_BLACK_LEADER: as for a pawn, with three gaps
    (0xA0A0A0, BLINK),  # WHITE_LOW
    (0x0018FF, BLINK),  # BLACK_LOW
    (0xA00000, SLOW_BREATHE),  # TIME_OVER: red, slowly breathing: the end
    (0xC00000, DOUBLE_FLASH),  # RESIGN_READY: dark, with two red flashes
    (0x707070, SLOW_BLINK),  # DRAW_READY: white, a half on and a half off, as a draw is shared
    (0x602870, DOUBLE_FLASH),  # LEARNING: violet as THINKING is: the board is busy
    (0x585858, _SLOW_GAP),  # WHITE_LEFT_3: a gap for each quarter of the time that is used up
    (0x585858, _SLOW_DOUBLE_GAP),  # WHITE_LEFT_2
    (0x585858, _SLOW_TRIPLE_GAP),  # WHITE_LEFT_1
    (0x000890, _SLOW_GAP),  # BLACK_LEFT_3
    (0x000890, _SLOW_DOUBLE_GAP),  # BLACK_LEFT_2
    (0x000890, _SLOW_TRIPLE_GAP),  # BLACK_LEFT_1
    (0x30FFB0, _SLOW_GAP),  # ADVICE, the best: about the hue of what is legal, brighter, with a gap
    (0x30FFB0, _SLOW_DOUBLE_GAP),  # the second
    (0x30FFB0, _SLOW_TRIPLE_GAP),  # the third
    (0x904800, _TRIPLE_FLASH),  # LOSING: orange, dark with three flashes: games are being lost
    (0x703800, SLOW_BLINK),  # FILLING: orange, one half on, the other off: little room for games is left
)
"""The look of each cue, in the order of ``hexlume.table.prompt``: colour at full (0xRRGGBB) and pattern."""
