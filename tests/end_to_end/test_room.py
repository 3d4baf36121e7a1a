"""The low-memory warning: the state light while unsent games fill the memory."""

from itertools import pairwise

import pytest

from hexlume.hardware.panel import STATE_LED
from hexlume.journal.log_format import SECTOR
from hexlume.output import led_cues
from hexlume.output.led_cues import LEVELS, level
from tests.end_to_end.virtual_board import MS, Hands, VirtualBoard
from tests.firmware.journal.journal_board import JournalBoard, random_game

LOOK_MS = 10
FRAME_MS = 20


def memory_with(used: int) -> bytes:
    """Return a memory without a drive, in which so many bytes or a few more are used by games that no host has."""
    board = JournalBoard(drive=False).start()
    number = 0
    while board.memory.end < used:
        number += 1
        for event in random_game("orochi", 2, board.boot, 1000 * number, number):
            if not board.do(number, event):
                break
    return bytes(board.flash.cells)


def watch(board: VirtualBoard, seen: list[tuple[bool, int]], ms: int) -> Hands:
    """Watch the state light, and note for how many ms it is lit and dark in turns."""
    lit, since = False, board.twin.clock.now
    for _ in range(ms // LOOK_MS):
        yield LOOK_MS * MS
        if any(board.twin.status_led(STATE_LED)) != lit:
            seen.append((lit, (board.twin.clock.now - since) // MS))
            lit, since = not lit, board.twin.clock.now


def rhythm(cue: int) -> set[tuple[bool, int]]:
    """Return for how many ms a cue that flashes is lit and dark in turns."""
    pattern = led_cues.PATTERNS[cue]
    course = [level(pattern, ms) == LEVELS for ms in range(0, 3 * pattern[0], 10)]
    turns = [at for at in range(1, len(course)) if course[at] != course[at - 1]]
    return {(course[begin], 10 * (end - begin)) for begin, end in pairwise(turns)}


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("used", "more_games", "cue"),
    [(SECTOR // 2, 0, led_cues.FILLING), (SECTOR - 600, 0, led_cues.FILLING), (SECTOR - 250, 6, led_cues.LOSING)],
)
def test_state_light_warns_before_games_are_lost(used: int, more_games: int, cue: int) -> None:
    """Act is held at power-on: the computer has the drive, and the journal has 4 kB."""
    seen: list[tuple[bool, int]] = []

    def hands(board: VirtualBoard) -> Hands:
        board.twin.release("act")
        yield 500 * MS
        for _ in range(more_games):
            yield from board.press("menu", 2_500)
        yield 2_000 * MS
        yield from watch(board, seen, 8_000)

    board = VirtualBoard(memory=memory_with(used))
    board.twin.press("act")
    board.run(hands)
    assert len(seen) > 8
    # The watch may begin while it is lit. The lights change every 20 ms at most.
    found = {
        next((turn for turn in rhythm(cue) if turn[0] == lit and abs(turn[1] - ms) <= FRAME_MS), (lit, ms))
        for lit, ms in seen[2:]
    }
    assert found == rhythm(cue)
