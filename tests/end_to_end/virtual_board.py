"""A twin in virtual time with the unchanged firmware: hands, eyes and access to its journal."""

from collections.abc import Callable, Generator, Mapping

from hexlume.journal.journal import Journal
from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.flash import ByteArray, Flash
from hexlume_sim.cpython.firmware_run import default_drive, run_firmware
from hexlume_sim.hands.eyes import Eyes
from hexlume_sim.twin import Twin
from tests.firmware.journal.journal_board import without_archive

Hands = Generator[float, None, None]
"""What hands do; they yield for how long they wait, in us."""

MS = 1000
START = 8_000 * MS
"""When the board is ready and waits for the first disc, in us."""


class VirtualBoard:
    """A board for one power-on. ``before`` is the same board in its last one: its flash and discs are taken over.

    ``memory`` is what its non-volatile memory holds otherwise.
    """

    def __init__(self, before: "VirtualBoard | None" = None, memory: bytes | None = None, panel: str = "hex4") -> None:
        self.twin = Twin(panel, 1, memory if before is None else bytes(before.twin.chip.flash.cells))
        for cell, piece in {} if before is None else before.twin.table.discs().items():
            self.twin.table.put(cell, piece)
        self._eyes = Eyes([site.led for site in self.twin.sensors.sites])
        self.twin.leds.listeners.append(lambda us, rgb: self._eyes.add_frame(us / MS, rgb))

    def run(self, hands: Callable[["VirtualBoard"], Hands], settings: Mapping[str, str] = {}) -> "VirtualBoard":
        """Let the hands do their part once the board has started, then cut the power."""

        def script() -> Hands:
            yield START
            yield from hands(self)
            self.twin.stop()

        self.twin.clock.run_script(script())
        ending = run_firmware(self.twin, default_drive(), {"HEXLUME_GAME": "orochi", "HEXLUME_SIZE": "4", **settings})
        assert not ending.failed, ending.message
        return self

    def press(self, button: str, ms: int = 150) -> Hands:
        """Hold a button down for so long, and wait a moment."""
        self.twin.press(button)
        yield ms * MS
        self.twin.release(button)
        yield 400 * MS

    def put(self, cell: str, piece: str, ms: int = 500) -> Hands:
        """Put a disc down, and wait so long."""
        self.twin.table.put(cell, piece)
        yield ms * MS

    def shown(self, cell: str) -> int:
        """Return the cue that a cell has shown for the last second and a half."""
        return self._eyes.look(self.twin.clock.now / MS)[self.twin.grid.cell(cell)]

    def games(self) -> list[list[str]]:
        """Return the kinds of the events of each game that the log in the board's memory holds."""
        memory = without_archive(ByteArray(Clock(), Flash(Clock(), bytes(self.twin.chip.flash.cells))))
        games = Journal(memory)
        kept = [game for game in games.games() if game is not None]
        return [[game.event(seq)[0] for seq in range(game.count)] for game in kept]
