"""Calibration in virtual time: what a button does in the pass in which it ends by itself."""

from tests.end_to_end.virtual_board import MS, Hands, VirtualBoard
from tests.end_to_end.virtual_host import VirtualHost

SETTINGS = {"HEXLUME_PANEL": "hex2", "HEXLUME_GAME": "orochi", "HEXLUME_SIZE": "2"}


def lifted(board: VirtualBoard, host: VirtualHost, release_after_ms: int | None) -> Hands:
    """Calibrate every cell and clear the table while the back button is held down for so long."""
    cells = [board.twin.grid.name(cell) for cell in range(board.twin.grid.cells)]
    board.twin.table.clear()
    host.command("learn")
    yield 2_000 * MS
    for cell in cells:
        board.twin.table.put(cell, "white")
    yield 1_000 * MS
    if release_after_ms is not None:
        board.twin.press("back")
        yield 100 * MS
    board.twin.table.clear()
    if release_after_ms is not None:
        yield release_after_ms * MS
        board.twin.release("back")


def test_button_released_in_the_pass_in_which_calibration_ends_does_nothing_more() -> None:
    """Whichever pass that is: at some of these times it ended twice."""
    ended: list[int] = []

    def hands(board: VirtualBoard) -> Hands:
        host = VirtualHost(board)
        yield 1_000 * MS
        yield from board.put("b2", "white")
        yield from lifted(board, host, None)
        before, delay = bytes(board.twin.chip.flash.cells), 0
        while bytes(board.twin.chip.flash.cells) == before:
            delay += 1
            yield MS
        yield 50 * MS
        for after_ms in range(max(0, delay - 30), delay + 15, 4):
            yield from lifted(board, host, after_ms)
            yield 1_000 * MS
            ended.append(after_ms)
        answered = [told for told in host.messages("board") if told["type"] == "answer"]
        assert all(answer["ok"] for answer in answered), answered

    board = VirtualBoard(panel="hex2").run(hands, SETTINGS)
    assert ended and not board.twin.table.discs()
    assert board.games() == [["start", "action"]], "and it takes no action back"
