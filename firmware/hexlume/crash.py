"""The end of a program that fails: keeps the reason, shows it by the lights, and lets the board start again.

It needs little heap, since a full heap is the likeliest crash, and nothing of the app, which ``code.py`` has dropped.
"""

from .const import const
from .hardware.panel import STATUS_LEDS
from .journal import flash_log, incidents, journal
from .journal.incidents import CRASH, GIVE_UP, SAFE_MODE, STAND_STILL, UNKNOWN
from .match.events import ABANDON
from .match.game_clock import UNTIMED

if False:  # for type checkers only
    from typing import Callable

    import neopixel
    import nvm

    from .hardware.board_time import Clock
    from .journal.archive import Archive

_RED = const((255, 0, 0))
"""Of the four status lights together: 80 mA, and no other light is on."""
_ROUNDS = const(3)
_ROUNDS_NOT_KEPT = const(50)
"""Rounds of the light before the board starts again; more if the incident was not kept, so that nothing counts them."""
BLINK = (600, 600)
"""Times in ms: on, off, on ... The board starts again and goes on."""
DOUBLE_FLASH = (150, 150, 150, 750)
"""It has given the running game up, and starts again."""
STEADY = (1000,)
"""It stands still until it is unplugged."""


def fail(
    error: Exception,
    nvm: "nvm.ByteArray",
    archive: "Archive | None",
    pixels: "neopixel.NeoPixel | None",
    clock: "Clock | None",
    sleep: "Callable[[float], None]",
    feed: "Callable[[], None]",
) -> None:
    """Note the exception that ended the program, print it and show the light; returns when the board is to start again.

    Takes the non-volatile memory, the archive, the NeoPixel chain and the clock as far as the program came, and the
    functions that sleep (s) and feed the watchdog.
    """
    row = 0
    try:
        text = traceback_of(error)
        print(text.decode())
        row = keep(nvm, archive, CRASH, UNKNOWN if clock is None else clock.since_start(clock.tick()) // 1000, text)
    except Exception as worse:
        # Nothing may keep the board from starting again, least of all the memory if that is what fails.
        print("not kept:", worse)
    show(pixels, row, sleep, feed)


def safe_mode(nvm: "nvm.ByteArray", archive: "Archive", reason: str) -> bool:
    """Note why the board is in safe mode; return whether it is to leave it by a reset."""
    return 0 < keep(nvm, archive, SAFE_MODE, UNKNOWN, reason[reason.rfind(".") + 1 :].encode()) < STAND_STILL


def keep(nvm: "nvm.ByteArray", archive: "Archive | None", kind: int, seconds: int, text: bytes) -> int:
    """Keep an incident (``hexlume.journal.incidents``); return how many it makes in a row, 0 if it cannot be kept.

    ``code.py`` calls it when the watchdog has reset the board, and shows the light as ``fail`` does.

    The third in a row gives the running game up. Without the archive nothing is written: what a power cut left of the
    memory could not be distinguished from what is whole.
    """
    if archive is None:
        return 0
    memory = flash_log.FlashLog(nvm, archive)
    row = incidents.keep(memory, kind, seconds, text)
    if row == GIVE_UP and not memory.mark.over:
        journal.Journal(memory).add((ABANDON, 0, 0, UNTIMED), memory.mark.ms)
    return row


def show(
    pixels: "neopixel.NeoPixel | None", row: int, sleep: "Callable[[float], None]", feed: "Callable[[], None]"
) -> None:
    """Show the number of incidents in a row by the status lights; does not return where the board is to
    stand still."""
    beats = STEADY if row >= STAND_STILL else DOUBLE_FLASH if row == GIVE_UP else BLINK
    left = _ROUNDS if row else _ROUNDS_NOT_KEPT
    while left:
        for beat in range(len(beats)):
            feed()
            paint(pixels, beat % 2 == 0)
            sleep(beats[beat] / 1000)
        if row < STAND_STILL:
            left -= 1


def paint(pixels: "neopixel.NeoPixel | None", on: bool) -> None:
    """Make the status lights red or dark, and every other light dark."""
    try:
        if pixels is not None:
            pixels.fill(0)
            for led in range(len(pixels) - STATUS_LEDS, len(pixels)):
                pixels[led] = _RED if on else 0
            pixels.show()
    except Exception as worse:
        # A dark board that starts again is better than one that does not.
        print("no light:", worse)


def traceback_of(error: Exception) -> bytes:
    """Return an exception's traceback in short: ``file:line function`` of each call, then the exception.

    At most ``MOST_TEXT`` bytes of ASCII, the last ones; without brackets, of which a line of the protocol holds few.
    """
    # Here: the MicroPython of the tests has no such module.
    import traceback

    try:
        lines = "".join(traceback.format_exception(error)).split("\n")
    except MemoryError:
        return type(error).__name__.encode()
    short = []
    for line in lines:
        if line[:8] == '  File "':
            short.append(line[8:].replace('", line ', ":").replace(", in ", " "))
        elif line and line[0] != " " and line[:9] != "Traceback":
            short.append(line)
    return incidents.plain("\n".join(short).encode())
