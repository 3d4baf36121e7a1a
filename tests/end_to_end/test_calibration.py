"""Calibration in virtual time: at the first start, and what a button does in the pass in which it ends by itself."""

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


def test_new_board_can_start_with_calibration_and_any_button_skips_it() -> None:
    errors: list[str] = []

    def ask(board: VirtualBoard) -> Hands:
        host = VirtualHost(board)
        yield 1_000 * MS
        for _ in range(2):
            host.command("back")
            yield 500 * MS
            errors.append(host.messages("board")[-1]["error"])
            yield from board.press("menu")
            yield 1_000 * MS

    settings = {"HEXLUME_LEARN": "first start"}
    first = VirtualBoard().run(ask, settings)
    VirtualBoard(first).run(ask, settings)
    assert "being calibrated" in errors[0]
    assert ["no action to take back" in error for error in errors[1:3]] == [True, True], "only at the first start"
