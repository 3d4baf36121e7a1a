"""The whole way in one process and virtual time: a board with hands at it, the cable, and hosts with their stores."""

import itertools
from collections.abc import Callable
from pathlib import Path

from hexlume_sim.chip.power import PowerCut
from tests.faults.board import Board
from tests.faults.browser import Browser
from tests.faults.cable import Cable
from tests.faults.counts import Counts
from tests.faults.host import Disk, Host, HostKilled, Lock, Steps, Way
from tests.faults.witness import Games, Witness
from tests.firmware.journal.journal_board import JournalBoard, is_acked
from tests.host.new_store import new_store

OFF_PASSES = 5
"""How long the board stays off after a power cut."""
SETTLING_PASSES = 4000
"""How long, in the end, the whole way has to bring everything to a store: 160 s of the board's time."""
LOOK_PASSES = 40

_numbers = itertools.count()


class World:
    """Goes on pass by pass (``go``) until a condition is met; ``settle`` ends all faults and counts what became of it.

    ``host`` says which store's host runs (an index of ``stores``), ``None`` for none; ``playing`` whether hands play.
    ``before_pass`` is called before each pass, to bring a fault about. ``cut_after`` is how many more steps of the
    flash the power lasts once the board is on. ``seen_ending`` is whether the board notices when a host is killed and
    the next one comes.
    """

    def __init__(
        self,
        folder: Path,
        rules: str,
        size: int,
        seed: int = 1,
        stores: int = 1,
        flash: JournalBoard | None = None,
        program: type[Host | Browser] = Host,
    ) -> None:
        self._folder = folder
        self._program_of = program
        self.cable = Cable(seed)
        self.witness = Witness()
        self.board = Board(rules, size, JournalBoard() if flash is None else flash, self.cable, self.witness, seed)
        self.stores = [new_store(folder / f"{next(_numbers)}.sqlite") for _ in range(stores)]
        self.host: int | None = None
        self.playing = True
        self.disk = Disk()
        self.steps = Steps()
        self.kills = self.cuts = 0
        self.seen_ending = True
        self.before_pass: Callable[[], None] = lambda: None
        self.cut_after: int | None = None
        self._program: tuple[int, Host | Browser, Way] | None = None
        self._locks: dict[int, Lock] = {}
        self._on_at = 0
        self._until: Callable[[], bool] = lambda: True

    @property
    def now(self) -> int:
        """The number of this pass."""
        return self.cable.now

    def go(self, until: Callable[[], bool]) -> None:
        """Go on until a condition is met, which is looked at after each pass."""
        self._until = until
        while not until():
            if self.host is None:
                self._tick()
                continue
            way = Way(self.cable, self.steps, self._tick)
            host = self._program_of(self.stores[self.host], way, self.disk)
            self._program = self.host, host, way
            try:
                host.run()
            except HostKilled:
                self.kills += 1
                if self.seen_ending:
                    self._tick()
            finally:
                self._program = None

    def go_for(self, passes: int) -> None:
        """Go on for so many passes."""
        end = self.now + passes
        self.go(lambda: self.now >= end)

    def cut_power(self, passes: int = OFF_PASSES) -> None:
        """Switch the board off for so many passes; its plug is without power as well."""
        self.cuts += 1
        self.board.on = False
        self.cable.unplug(passes, False)
        self._on_at = self.now + passes

    def lock(self, store: int) -> None:
        """Have another program hold a store."""
        if store not in self._locks:
            self._locks[store] = Lock(self.stores[store])

    def unlock(self, store: int) -> None:
        """Let it go again."""
        if store in self._locks:
            self._locks.pop(store).release()

    def settle(self) -> Counts:
        """End all faults, bring everything to every store by a fresh host, and count."""
        self._program = None
        self.before_pass = lambda: None
        self.playing = False
        self.cut_after = self.steps.kill_at = self.disk.room = None
        for wire in (self.cable.to_host, self.cable.to_board):
            wire.noise, wire.limit = [], None
        for store in list(self._locks):
            self.unlock(store)
        counts = Counts(lost=self._falsely_acknowledged())
        for number, where in enumerate(self.stores):
            self.host = None
            self.go(lambda: self.board.on and self.cable.plugged)
            self.host = number
            end = self.now + SETTLING_PASSES
            with self._program_of.open(where) as games:

                def settled(games: Games = games, end: int = end) -> bool:
                    return self.now >= end or (self.now % LOOK_PASSES == 0 and self.witness.has_all(games))

                self.go(settled)
                self.go_for(LOOK_PASSES)
                counts.add(self.witness.tally(games))
        return counts

    def _falsely_acknowledged(self) -> int:
        """Return how many games the board's journal takes for committed by a host that no store has whole."""
        if not self.board.on:
            return 0
        held: dict[str, int] = {}
        for where in self.stores:
            with self._program_of.open(where) as games:
                for game in games.games():
                    held[game.game] = max(held.get(game.game, 0), len(games.record(game.game).events))
        found = 0
        for kept in self.board.flash.kept():
            if is_acked(self.board.flash.memory, kept):
                found += held.get(kept.identity, 0) < kept.count
        return found

    def remove(self) -> None:
        """Remove the stores."""
        for where in self.stores:
            for name in (where, where.with_name(f"{where.name}-journal")):
                name.unlink(missing_ok=True)

    def _tick(self) -> None:
        """Let one pass go by."""
        self.before_pass()
        self.cable.tick()
        try:
            if self.cable.power_cut:
                self.cable.power_cut = False
                raise PowerCut("The plug was pulled, and the power with it.")
            if not self.board.on and self.now >= self._on_at:
                cut_after, self.cut_after = self.cut_after, None
                self.board.switch_on(cut_after)
            elif self.board.on:
                self.board.step(self.playing)
        except PowerCut:
            self.cable.power_cut = False
            self.cut_power()
        if self._program is not None:
            store, host, _ = self._program
            if store != self.host or self._until():
                host.end()
