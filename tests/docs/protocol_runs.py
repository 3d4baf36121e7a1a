"""Recorded runs for the protocol's schema: all lines that the unchanged firmware and the host's own conversation say.

The boards run in virtual time, so that a run is the same every time.
"""

from collections.abc import Callable
from functools import cache

from hexlume.journal.flash_log import count_boot
from hexlume.journal.incidents import CRASH, keep
from hexlume.journal.log_format import SECTOR
from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.flash import ByteArray, Flash
from hexlume_sim.hands.careful import play_games
from tests.end_to_end.virtual_board import MS, Hands, VirtualBoard
from tests.end_to_end.virtual_host import VirtualHost
from tests.firmware.journal.journal_board import JournalBoard, random_game, without_archive

Lines = list[tuple[str, bytes]]
"""Each line with who said it, ``host`` or ``board``."""
SECOND = 1000 * MS
GAMES = {
    "orochi": ("hex4", 2),
    "sibling": ("hex4", 3),
    "orcoon": ("square7", 4),
    "organica": ("hex4", 4),
    "droched": ("hex4", 3),
    "hex": ("hex5", 5),
}
"""The panel and size on which a short game of each kind is played."""
CRASH_TEXT = (
    b"hexlume/app.py:117 run\nhexlume/app.py:144 step\nMemoryError: memory allocation failed, allocating 512 bytes"
)


def memory_with(used: int) -> bytes:
    """Return a memory without a drive, in which at least this number of bytes is used by games that no host has."""
    board = JournalBoard(drive=False).start()
    number = 0
    while board.memory.end < used:
        number += 1
        for event in random_game("orochi", 2, board.boot, 1000 * number, number):
            if not board.do(number, event):
                break
    return bytes(board.flash.cells)


def memory() -> bytes:
    """Return a memory of a board that has started six times and failed once."""
    flash = Flash(Clock())
    made = without_archive(ByteArray(Clock(), flash))
    count_boot(made, lambda count: bytes([0] * (count - 1) + [5]))
    keep(made, CRASH, 127, CRASH_TEXT)
    return bytes(flash.cells)


def wait_until(condition: Callable[[], bool]) -> Hands:
    """Wait up to a minute of the board's time."""
    for _ in range(6000):
        if condition():
            return
        yield 10 * MS
    raise AssertionError("what was waited for did not come")


@cache
def all_games() -> dict[str, Lines]:
    """Return all lines of one game of each kind, played by hands."""
    recorded: dict[str, Lines] = {}
    for game, (panel, size) in GAMES.items():
        lines: Lines = []

        def hands(board: VirtualBoard, game: str = game, size: int = size, lines: Lines = lines) -> Hands:
            host = VirtualHost(board)
            yield from play_games(board.twin, game=game, size=size, options={}, count=1, seed=1)
            lines.extend(host.lines)

        settings = {"HEXLUME_PANEL": panel, "HEXLUME_GAME": game, "HEXLUME_SIZE": str(size)}
        VirtualBoard(memory=memory(), panel=panel).run(hands, settings)
        recorded[game] = lines
    return recorded


@cache
def commands() -> Lines:
    """Return all lines of a run in which a host with an engine gives every command."""
    lines: Lines = []

    def hands(board: VirtualBoard) -> Hands:
        host = VirtualHost(board, engine_ms=2000)

        def do(what: str, wait_ms: int = 400, **arguments: object) -> Hands:
            host.command(what, **arguments)
            yield wait_ms * MS

        def asked(what: str) -> bool:
            asks = host.messages("board")[-1].get("asks")
            return bool(asks) and what in asks

        yield SECOND
        yield from do("health", 600, on=True)
        yield from do("health", on=False)
        chosen = {"brightness": "normal", "hints": "lift", "sounds": "on", "idle": "on", "level": "strong"}
        yield from do("settings", clock="fischer 300+5", opponent="person", **chosen)
        yield from do("new", rules="sibling", size=4, options={"pie": True}, clock="delay 600+5")
        yield from do("play", action="Wd4")
        yield from board.put("d4", "white", 1_500)
        yield from board.press("act")
        yield from do("act", action="swap")
        yield from do("back")
        yield from do("act", action="pass")
        yield from do("lights", cells={"d5": 1, "e4": 2})
        yield from do("conclude", reason="resigned", colour="black")
        board.twin.table.clear()
        yield SECOND
        yield from do("new", rules="orochi", size=4, options={}, actions=["Wd4", "Wc4"])
        yield from do("actions", actions=["Bb4"])
        yield from do("new", rules="orochi", size=4, options={}, clock="none")
        yield from do("settings", opponent="engine first")
        yield from wait_until(lambda: asked("play"))
        running = host.messages("board")[-1]["game"]
        yield from do("play", action="Wd4", game=running, seq=0)
        yield from do("settings", hints="coach")
        yield from board.put("d4", "white")
        yield from wait_until(lambda: asked("suggest"))
        yield from do("suggest", actions=["Bd5", "Wa1"], game=running, seq=1)
        yield from board.press("menu")
        yield SECOND
        yield from board.press("back")
        yield from do("lesson", rules="orochi", step=2)
        yield from do("lesson")
        yield from do("learn")
        yield from board.press("menu")
        yield SECOND
        yield from do("raw", on=True)
        yield from board.press("act")
        yield from do("raw", on=False)
        lines.extend(host.lines)

    VirtualBoard(memory=memory()).run(hands)
    return lines


@cache
def losing_games() -> Lines:
    """Return all lines of a run on a board whose memory is full of games when a host comes at last."""
    lines: Lines = []

    def hands(board: VirtualBoard) -> Hands:
        board.twin.release("act")
        yield 500 * MS
        for _ in range(6):
            yield from board.press("menu", 2_500)
        host = VirtualHost(board)
        yield 20 * SECOND
        lines.extend(host.lines)

    board = VirtualBoard(memory=memory_with(SECTOR - 250))
    # The computer has the drive: the journal has no more than the chip's own memory.
    board.twin.press("act")
    board.run(hands)
    return lines
