"""A board's memory, drive and journal as the firmware has them, whose power can be cut at every step."""

import random
from collections.abc import Callable
from typing import Any

from hexlume import games
from hexlume.journal.archive import COPIES, FILE_SIZE, Archive
from hexlume.journal.flash_log import CALIBRATION, PREFERENCES, FlashLog, count_boot
from hexlume.journal.journal import Journal, KeptGame
from hexlume.match.events import ACTION, RESULT, START
from hexlume.match.game_clock import UNTIMED
from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.costs import RP2350, Costs
from hexlume_sim.chip.drive_flash import DriveFile, DriveFlash
from hexlume_sim.chip.flash import ByteArray, Flash
from hexlume_sim.chip.power import PowerCut, Supply

BOARD = "e661000000000001"
KEPT = {PREFERENCES: b"brightness=full\n" * 8, CALIBRATION: b"\x7f\x12\x34" * 40}
"""Values of a usual length."""

Event = tuple[str, int, int, Any, Any, int]
"""(kind, start, ms, first, second, left): when it happened, and what ``Record.event`` gives."""


def without_archive(nvm: Any) -> FlashLog:
    """Return the log of a memory whose drive has no archive."""

    def open_file(name: str, mode: str) -> Any:
        raise OSError(2, name)

    return FlashLog(nvm, Archive(open_file, lambda: None, BOARD, False))


def is_acked(memory: FlashLog, kept: KeptGame) -> bool:
    """Return whether a host has committed every event of a game in the journal."""
    return memory.mark.acked >= (*kept.game, kept.count - 1)


class JournalBoard:
    """``start`` switches it on: ``journal`` and ``memory`` are new, what the flash holds stays.

    ``drive`` is whether it has an archive, ``writable`` whether the firmware may write it, ``identity`` the board's id,
    ``costs`` whose flash chip and drive it has.
    """

    def __init__(
        self, drive: bool = True, nvm: bytes | None = None, identity: str = BOARD, costs: Costs = RP2350
    ) -> None:
        self.identity = identity
        self.clock = Clock(costs)
        self.supply = Supply()
        self.flash = Flash(self.clock, nvm, 1, self.supply)
        self.drive = DriveFlash(self.clock, self.supply)
        self.writable = drive
        if drive:
            for path in COPIES:
                self.drive.load(path, b"\xff" * FILE_SIZE)

    def start(self, cut_after: int | None = None) -> "JournalBoard":
        """Switch it on with a supply that lasts so many steps; raises ``PowerCut``."""
        self.supply.cut_after = cut_after
        self.archive = Archive(self.open, self.drive.flush, self.identity, self.writable)
        self.memory = FlashLog(ByteArray(self.clock, self.flash), self.archive)
        self.boot = count_boot(self.memory, random.Random(self.supply.seed).randbytes)
        self.journal = Journal(self.memory)
        return self

    def was_counted(self) -> bool:
        """Return whether the memory holds the number of this start."""
        return without_archive(ByteArray(Clock(), Flash(Clock(), bytes(self.flash.cells)))).mark.boot == self.boot

    def open(self, name: str, mode: str) -> Any:
        if name not in self.drive.files:
            raise OSError(2, "No such file/directory")
        if "+" in mode and not self.writable:
            raise OSError(30, "Read-only filesystem")
        return DriveFile(self.drive, name, "+" in mode)

    def copy(self, seed: int = 1) -> "JournalBoard":
        """Return another board whose flash is as this one's is, switched off. The seed is of cuts within an erase."""
        other = JournalBoard(False, bytes(self.flash.cells), self.identity, self.clock.costs)
        other.writable = self.writable
        other.drive.files = dict(self.drive.files)
        other.drive.flash.cells[:] = self.drive.flash.cells
        other.supply.seed = seed
        return other

    def do(self, number: int, event: Event) -> bool:
        """Put an event on record as the app does."""
        kind, _, ms, first, *rest = event
        if kind == START:
            return self.journal.begin(number, ms, *first)
        return self.journal.add((kind, first, *rest), ms)

    def kept(self) -> list[KeptGame]:
        return [game for game in self.journal.games() if game is not None]

    def events(self, game: KeptGame) -> list[Event]:
        found = []
        for seq in range(game.count):
            kind, *rest = game.event(seq)
            found.append((kind, *game.time(seq), *rest))
        return found

    def everything(self) -> list[list[Event]]:
        """Return the events of every game, oldest first."""
        found = []
        for game in self.kept():
            found.append(self.events(game))
            assert game.whole
        return found


def by_chip(value: object) -> str | None:
    """Return a test's name for a chip's costs: the flash chip of a Pico or a Pico 2."""
    return value.flash.part if isinstance(value, Costs) else None


def random_game(name: str, size: int, boot: int, ms: int, seed: int, reason: bool = True) -> list[Event]:
    """Return the events of a random game, played to its end with a few seconds to up to a minute for each action."""
    noise = random.Random(seed)
    game = games.start(name, size)
    events: list[Event] = [(START, boot, ms, (name, game.grid.board, "", "fischer 300+5"), 0, UNTIMED)]
    while game.result is None:
        ms += noise.randrange(500, 60000)
        colour = game.to_move
        code = noise.choice(game.legal_actions())
        game.push(code)
        events.append((ACTION, boot, ms, code, colour, noise.randrange(86_400_000)))
    if reason:
        events.append((RESULT, boot, ms, game.outcome.result, game.outcome.reason, UNTIMED))
    return events


def steps_of(board: JournalBoard, work: "Callable[[JournalBoard], None]") -> int:
    """Return how many steps of the supply some work takes after a start."""
    probe = board.copy().start()
    before = probe.supply.spent
    work(probe)
    return probe.supply.spent - before


def cut_within(board: JournalBoard, work: "Callable[[JournalBoard], None]", cut: int) -> JournalBoard:
    """Return a board as a cut in the middle of some work leaves it, switched off; the cut must arrive."""
    torn = board.copy(cut).start()
    torn.supply.cut_after = cut
    try:
        work(torn)
    except PowerCut:
        return torn.copy()
    raise AssertionError("no cut arrived")
