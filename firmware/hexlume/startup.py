"""The start: the parts of the board put together, and the game that was being played taken up."""

import random as chance

from .constant import const
from .journal.flash_log import CALIBRATION, SETTINGS, FlashLog
from .journal.journal import Journal
from .journal.journal_reader import Backlog
from .journal.record import ABANDON
from .journal.recovery import count_boot
from .link.link import Link
from .output.lights import Lights
from .output.sound import Buzzer
from .play.game_log import GameLog
from .play.preferences import Preferences
from .play.session import GameSession
from .sensing.calibration import stored
from .sensing.health import Health
from .sensing.layout import Layout
from .sensing.panel import led_budget_ma, led_order
from .sensing.sense import Sense
from .table.prompt import FILLING, LOSING

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any, Callable

    import neopixel
    import nvm
    import pwmio
    import usb_cdc

    from .games.game import Game
    from .games.game_clock import GameClock
    from .journal.archive import Archive
    from .play.board_time import Clock
    from .play.settings import Settings
    from .sensing.scan import Scan

    Parts = tuple[FlashLog, Sense, Health, Buzzer, Journal, Link, GameSession, Lights, Preferences, bool]


def put_together(
    on_command: "Callable[[dict[str, Any]], str | None]",
    settings: "Settings",
    clock: "Clock",
    scan: "Scan",
    pixels: "neopixel.NeoPixel",
    serial: "usb_cdc.Serial",
    pwm: "pwmio.PWMOut",
    nvm_bytes: "nvm.ByteArray",
    archive: "Archive",
    random: "Callable[[int], bytes]",
    identity: str,
) -> "Parts":
    """Return the parts of the app, which takes a host's commands with ``on_command``; last whether the board has been
    calibrated before."""
    grid = settings.grid
    memory = FlashLog(nvm_bytes, archive)
    boot = count_boot(memory, random)
    chance.seed(int.from_bytes(random(3), "big"))
    calibration = stored(memory.read(CALIBRATION), grid.cells)
    sense = Sense(grid, scan.counts, calibration)
    health = Health(grid, scan.counts, sense)
    buzzer = Buzzer(pwm)
    journal = Journal(memory)
    link = Link(serial, identity, boot, settings.panel, on_command, journal)
    preferences = Preferences(settings)
    preferences.load(memory)
    first = preferences.start()
    log = GameLog(link, journal, identity, boot)
    edited = memory.read(SETTINGS) != preferences.base
    memory.write(SETTINGS, preferences.base)
    running = GameSession(
        grid,
        link,
        buzzer,
        sense.masked,
        log,
        first,
        preferences.time_control,
        chance.randrange,
        clock.tick,
        _gone_on(settings, memory, journal, log, edited, clock.ms),
    )
    # Who is to connect a host may not be at the board.
    lights = Lights(pixels, led_order(grid), led_budget_ma(grid), stays=bytes((FILLING, LOSING)))
    preferences.apply(lights, buzzer, running)
    known = calibration is not None
    return memory, sense, health, buzzer, journal, link, running, lights, preferences, known


def _gone_on(
    settings: "Settings", memory: FlashLog, journal: Journal, log: GameLog, edited: bool, ms: int
) -> "tuple[Game, GameClock | None] | None":
    """Return the game that was being played when the power went, and its clock; ``None`` if there is none.

    It is given up when settings.toml has been edited since, or it cannot go on.
    """
    unfinished = Backlog(memory).last_unfinished()
    if unfinished is None:
        return None
    gone_on = None if edited else log.go_on(unfinished)
    if gone_on is None:
        journal.add(ABANDON, ms)
        return None
    try:
        Layout(settings.grid, gone_on[0].grid)
    except ValueError:
        log.abandon(ms)
        return None
    return gone_on
