"""The longest pass of the loop on the twin of a Pico 2 while discs are thrown on the board by the dozen.

The times are virtual.
"""

from collections.abc import Generator
from random import Random

from hexlume import games
from hexlume.games import game_class
from hexlume.games.game import Game
from hexlume.games.pieces import BLACK, EMPTY, NAMES, WHITE
from hexlume.hardware.panel import PANEL_SIZES, panel_grid
from hexlume.journal.journal import Journal
from hexlume.match.events import ACTION
from hexlume.match.game_clock import UNTIMED
from hexlume.table.layout import Layout
from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.flash import ByteArray, Flash
from hexlume_sim.cpython.firmware_run import default_drive, run_firmware
from hexlume_sim.twin import Twin
from tests.firmware.journal.journal_board import without_archive

from .figure import Figure
from .pass_time import PassMeter

PANELS = [f"{kind}{size}" for kind, sizes in PANEL_SIZES.items() for size in sizes]
THROWS = ((2, 2), (4, 0), (4, 4), (8, 0), (12, 0), (3, 3), (1, 0), (2, 0), (3, 0), (0, 8), (24, 6))
"""How many discs are thrown on empty cells at once, and how many others are knocked off the board."""
WAIT_US = 2_000_000
"""How long the board is left alone before a throw, and after one."""

Script = Generator[float, None, None]


def boards() -> list[tuple[str, int, str]]:
    """Return every game with each panel that it fits, at the largest size."""
    found = []
    for name in games.NAMES:
        kind = game_class(name)
        for panel in PANELS:
            sizes = [size for size in range(kind.MIN_SIZE, kind.MAX_SIZE + 1) if _fits(panel, name, size)]
            found += [(name, max(sizes), panel)] if sizes else []
    return found


def _fits(panel: str, name: str, size: int) -> bool:
    try:
        Layout(panel_grid(panel), games.start(name, size).grid)
    except ValueError:
        return False
    return True


def middle(name: str, size: int, seed: int) -> Game:
    """Return a random game, played until half of the cells have discs, or shortly before its end."""
    choice = Random(seed)
    game = games.start(name, size)
    while 2 * sum(map(bool, game.board)) < game.grid.cells and len(game.codes) < 2 * game.grid.cells:
        game.push(choice.choice(game.legal_actions()))
        if game.result is not None:
            for _ in range(min(6, len(game.codes))):
                game.pop()
            break
    return game


def board_with(panel: str, game: Game, seed: int) -> Twin:
    """Return a twin, switched off, whose flash holds a game and on which its discs stand."""
    first = Twin(panel, seed)

    def stop() -> Script:
        yield 3_000_000
        first.stop()

    first.clock.run_script(stop())
    run_firmware(first, default_drive(), settings(panel, game))
    flash = Flash(Clock(), bytes(first.chip.flash.cells))
    journal = Journal(without_archive(ByteArray(Clock(), flash)))
    assert journal.last_unfinished() is not None
    replay = games.start(game.NAME, game.size)
    for code in game.codes:
        assert journal.add((ACTION, code, replay.to_move, UNTIMED), 1)
        replay.push(code)
    twin = Twin(panel, seed, bytes(flash.cells))
    to_panel = Layout(panel_grid(panel), game.grid).to_panel
    for cell, piece in enumerate(game.board):
        if piece != EMPTY:
            twin.table.put(twin.grid.name(to_panel[cell]), NAMES[piece])
    return twin


def settings(panel: str, game: Game) -> dict[str, str]:
    return {"HEXLUME_PANEL": panel, "HEXLUME_GAME": game.NAME, "HEXLUME_SIZE": str(game.size)}


def longest_pass(name: str, size: int, panel: str, seed: int, throws: tuple[tuple[int, int], ...] = THROWS) -> float:
    """Throw discs on a board in the middle of a random game, one throw after another; return the longest pass in ms."""
    choice = Random(seed)
    game = middle(name, size, seed)
    twin = board_with(panel, game, seed)
    passes = PassMeter(twin)

    def script() -> Script:
        yield WAIT_US
        passes.work_ms.clear()
        for thrown, knocked in throws:
            before = twin.table.discs()
            empty = [cell for cell in map(twin.grid.name, range(twin.grid.cells)) if cell not in before]
            for cell in choice.sample(sorted(before), min(knocked, len(before))):
                twin.table.lift(cell)
            for cell in choice.sample(empty, min(thrown, len(empty))):
                twin.table.put(cell, NAMES[choice.choice((WHITE, BLACK))])
            yield WAIT_US
            for cell in set(twin.table.discs()) - set(before):
                twin.table.lift(cell)
            for cell in set(before) - set(twin.table.discs()):
                twin.table.put(cell, before[cell])
            yield WAIT_US
        twin.stop()

    def begin(_us: int, rgb: bytes) -> None:
        if any(rgb):
            twin.leds.listeners.remove(begin)
            twin.clock.run_script(script())

    twin.leds.listeners.append(begin)
    ending = run_firmware(twin, default_drive(), settings(panel, game))
    if ending.failed:
        raise RuntimeError(ending.message)
    # The pass of the first throw began before.
    return max(passes.work_ms[1:])


def measure() -> list[Figure]:
    """Return the longest pass of each game, on the panel where it is longest."""
    longest: dict[str, tuple[float, str]] = {}
    for name, size, panel in boards():
        longest[name] = max(longest.get(name, (0.0, "")), (longest_pass(name, size, panel, 1), panel))
    note = "the twin of a Pico 2: discs thrown on it by the dozen in the middle of a game"
    return [
        Figure(f"longest pass, discs thrown, {name} {panel}", ms, "ms virtual", note)
        for name, (ms, panel) in longest.items()
    ]
