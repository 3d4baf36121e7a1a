"""A sensor's health changes while nobody plays: no disc becomes an action by that. On the unchanged firmware."""

from collections.abc import Callable, Generator

import pytest

from hexlume import looks, prompt
from hexlume.kept_games import KeptGames
from hexlume.memory import Memory
from hexlume.record import ACTION
from hexlume_sim.assembly import Twin
from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.flash import ByteArray, Flash
from hexlume_sim.eyes import Eyes
from hexlume_sim.firmware_run import default_drive, run_firmware

Hands = Generator[float, None, None]

MS = 1000
START = 8_000 * MS
"""When the board is ready and waits for the first disc, in us."""
MENU_CELL = "d2"
"""A cell of the menu on hex4 with Orochi (docs/menu.md): a time control."""

GLOW = tuple(looks.COLOURS[prompt.MENU_CHOICE][0].to_bytes(3, "big"))
"""A cell that calibration asks to be measured."""


class Table:
    """A hex4 twin in virtual time, with hands, eyes, and a look into its journal after the power is cut."""

    def __init__(self) -> None:
        self.twin = Twin("hex4", seed=1)
        self.eyes = Eyes([site.led for site in self.twin.sensors.sites])
        self.twin.leds.listeners.append(lambda us, rgb: self.eyes.take_in(us / MS, rgb))

    def run(self, hands: Callable[["Table"], Hands]) -> None:
        """Let the hands do their part, then cut the power."""

        def script() -> Hands:
            yield START
            yield from hands(self)
            self.twin.stop()

        self.twin.clock.run_script(script())
        ending = run_firmware(self.twin, default_drive(), {"HEXLUME_GAME": "orochi", "HEXLUME_SIZE": "4"})
        assert not ending.failed, ending.message

    def press(self, button: str, ms: int = 150) -> Hands:
        self.twin.press(button)
        yield ms * MS
        self.twin.release(button)
        yield 400 * MS

    def put(self, cell: str, piece: str, ms: int = 500) -> Hands:
        self.twin.table.put(cell, piece)
        yield ms * MS

    def shown(self, cell: str) -> int:
        """Return the cue that a cell has shown for the last second and a half."""
        return self.eyes.look(self.twin.clock.now / MS)[self.twin.grid.cell(cell)]

    def games(self) -> list[list[str]]:
        """Return the kinds of the events of each game that the journal holds."""
        memory = Memory(ByteArray(Clock(), Flash(Clock(), bytes(self.twin.chip.flash.cells))))
        games = KeptGames(memory)
        return [[event[1] for event in games.read(game)] for game in games.games() if game is not None]


def weak_disc(table: Table) -> Hands:
    """Leave a disc with a weak magnet on the menu's cell."""
    yield from table.put(MENU_CELL, "white", 0)
    table.twin.faults.set("weak_magnet", f"{MENU_CELL}:0.5")
    yield 14_000 * MS


def stuck_elsewhere(table: Table) -> Hands:
    """Leave a good disc on the menu's cell while another cell's sensor is stuck at a rail, and recovers."""
    yield from table.put(MENU_CELL, "white")
    table.twin.faults.set("stuck_sensor", "g4:0")
    yield 8_000 * MS
    table.twin.faults.set("stuck_sensor", "")
    yield 8_000 * MS


def stuck_under_the_disc(table: Table) -> Hands:
    """Leave a good disc on the menu's cell, whose own sensor is stuck at a rail and recovers."""
    yield from table.put(MENU_CELL, "white")
    table.twin.faults.set("stuck_sensor", f"{MENU_CELL}:0")
    yield 8_000 * MS
    table.twin.faults.set("stuck_sensor", "")
    yield 8_000 * MS


CHANGES = pytest.mark.parametrize("change", [weak_disc, stuck_elsewhere, stuck_under_the_disc])


@CHANGES
def test_a_disc_on_a_menu_cell_is_no_action_when_a_sensor_changes(change: Callable[[Table], Hands]) -> None:
    table = Table()

    def hands(table: Table) -> Hands:
        yield from table.press("menu")
        yield from change(table)
        yield from table.press("back")
        yield 2_000 * MS
        assert table.shown(MENU_CELL) == prompt.TAKE_THIS_OFF
        table.twin.table.lift(MENU_CELL)
        yield 1_000 * MS
        yield from table.put("d4", "black", 1_000)

    table.run(hands)
    assert table.games() == [["start", ACTION]]


@CHANGES
def test_a_disc_left_during_calibration_is_no_action_when_a_sensor_changes(change: Callable[[Table], Hands]) -> None:
    table = Table()

    def hands(table: Table) -> Hands:
        yield from table.press("menu")
        yield from table.press("back", 2_500)
        # The table is clear: the zeros are learned, and every cell asks for a disc.
        yield 4_000 * MS
        assert table.twin.led(MENU_CELL) == GLOW
        yield from change(table)
        yield from table.press("act")
        yield 2_000 * MS
        assert table.shown(MENU_CELL) == prompt.TAKE_THIS_OFF
        table.twin.table.lift(MENU_CELL)
        yield 1_000 * MS
        yield from table.put("d4", "black", 1_000)

    table.run(hands)
    assert table.games() == [["start", ACTION]]


@pytest.mark.parametrize("mode", ["menu", "calibration"])
def test_a_sensor_that_fails_during_a_mode_is_played_around_after_it(mode: str) -> None:
    """The cell winks, and the action on it is played with the act button."""
    table = Table()

    def hands(table: Table) -> Hands:
        yield from table.press("menu")
        if mode == "calibration":
            yield from table.press("back", 2_500)
            yield 4_000 * MS
        table.twin.faults.set("stuck_sensor", "g4:0")
        yield 8_000 * MS
        yield from table.press("back")
        yield 3_000 * MS
        assert table.shown("g4") == prompt.FAULTY
        assert table.shown("d4") == prompt.LEGAL
        words = ["Bg4", "Wg4"]
        for _ in range(words.index("Wg4") + 1):
            yield from table.press("act")
        yield from table.press("act", 1_200)

    table.run(hands)
    assert table.games() == [["start", ACTION]]


@pytest.mark.parametrize("menu_open", [False, True])
def test_no_game_begins_or_is_played_while_the_last_ones_discs_stand(menu_open: bool) -> None:
    """A game that was resigned ends with its discs standing; the next begins once the table is clear, and only then."""
    table = Table()

    def hands(table: Table) -> Hands:
        yield from table.put("d4", "white")
        yield from table.put("d5", "black")
        yield from table.press("back", 2_500)
        yield from table.press("act", 1_200)
        if menu_open:
            yield from table.press("menu")
        table.twin.faults.set("stuck_sensor", "g4:0")
        yield 8_000 * MS
        if not menu_open:
            table.twin.faults.set("stuck_sensor", "")
            yield 8_000 * MS
        assert len(table.games()) == 1
        table.twin.table.clear()
        if menu_open:
            yield 1_000 * MS
            table.twin.faults.set("stuck_sensor", "")
            yield 8_000 * MS
            assert len(table.games()) == 1, "no game begins while the menu is open"
            yield from table.press("back")
        yield 2_000 * MS

    table.run(hands)
    assert table.games() == [["start", ACTION, ACTION, "conclude"], ["start"]]
