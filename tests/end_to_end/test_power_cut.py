"""Power cuts in mid-game: the same game goes on, on the board and in the store."""

from pathlib import Path

import pytest

from hexlume.match.events import ACTION, START
from hexlume.output import led_cues
from tests.end_to_end.test_menu import PANEL
from tests.end_to_end.twin_board import TwinBoard
from tests.end_to_end.virtual_board import MS, Hands, VirtualBoard
from tests.host.conftest import rest, wait_until

OROCHI = (("e5", "white"), ("e4", "black"), ("d4", "white"))
"""Panel cells of hex5, on which hex4 lies in the middle, and what is put there."""


def put_all(board: TwinBoard) -> None:
    for cell, piece in OROCHI:
        board.twin.send({"do": "put", "cell": cell, "piece": piece})


def test_game_resumes_under_its_id_after_a_power_cut(tmp_path: Path) -> None:
    board = TwinBoard(tmp_path, PANEL)
    try:
        for number, (cell, piece) in enumerate(OROCHI, 1):
            board.twin.send({"do": "put", "cell": cell, "piece": piece})
            wait_until(lambda number=number: len(board.live.actions) == number)  # type: ignore[misc]
        identity, actions = board.live.id, [action.action for action in board.live.actions]
    finally:
        board.close()
    again = TwinBoard(tmp_path, PANEL)
    try:
        # The simulated table is empty after the cut: the lights ask for every disc.
        wait_until(lambda: len(again.table_report.differs) == len(OROCHI))
        assert again.live.id == identity
        put_all(again)
        wait_until(lambda: not again.table_report.differs)
        again.twin.send({"do": "put", "cell": "f6", "piece": "black"})
        wait_until(lambda: len(again.live.actions) == len(OROCHI) + 1)
        assert [action.action for action in again.live.actions][:-1] == actions
        (record,) = again.store.games()
        assert record.game == identity and record.action_count == len(OROCHI) + 1
    finally:
        again.close()


def test_actions_made_without_a_host_are_sent_to_the_next_one(tmp_path: Path) -> None:
    board = TwinBoard(tmp_path, PANEL)
    try:
        board.logger.stop()
        put_all(board)
        board.twin.send({"do": "put", "cell": "f6", "piece": "black"})
        # Nobody hears of it: the board has a second of its own time to take it in.
        rest(board.twin, 1000)
    finally:
        board.close()
    again = TwinBoard(tmp_path, PANEL)
    try:
        wait_until(lambda: len(again.live.actions) == len(OROCHI) + 1)
        kept = again.store.record(again.live.id)
        boots = {event.boot for event in kept.events}
        assert len(boots) == 1, "all of it happened before the power went"
        assert again.live.legal
    finally:
        again.close()


@pytest.mark.sample(3)
@pytest.mark.parametrize("written", range(9))
def test_disc_put_down_during_a_power_cut_counts_or_is_asked_for_again(written: int) -> None:
    """The power goes after so many bytes of the action are in flash, of seven (docs/playing.md)."""

    def play(board: VirtualBoard) -> Hands:
        yield from board.put("d4", "white", 1_000)
        board.twin.faults.set("nvm_cut", written)
        yield from board.put("d5", "black", 2_000)

    def go_on(board: VirtualBoard) -> Hands:
        if written < 7:
            assert board.shown("d5") == led_cues.TAKE_THIS_OFF
            board.twin.table.lift("d5")
            yield 2_000 * MS
            assert board.shown("d5") == led_cues.LEGAL
            yield from board.put("d5", "black", 2_000)
        assert board.shown("d5") == led_cues.LAST
        yield 0

    cut = VirtualBoard().run(play)
    assert cut.games() == [[START, ACTION] if written < 7 else [START, ACTION, ACTION]]
    assert VirtualBoard(cut).run(go_on).games() == [[START, ACTION, ACTION]]


def test_disc_turned_over_during_a_power_cut_must_be_turned_back_and_over_again() -> None:
    """ORO-3, ORO-4: after its fourth white neighbour d4 is over-connected, and is turned over."""

    def play(board: VirtualBoard) -> Hands:
        grid = board.twin.grid
        centre = grid.cell("d4")
        for cell in ["d4"] + [grid.name(centre + offset) for offset in grid.offsets[centre][:4]]:
            yield from board.put(cell, "white", 1_000)
        yield 2_000 * MS
        assert board.shown("d4") == led_cues.MUST_REPLACE
        board.twin.faults.set("nvm_cut", 0)
        board.twin.table.flip("d4")
        yield 2_000 * MS

    def go_on(board: VirtualBoard) -> Hands:
        assert board.shown("d4") == led_cues.TURN_THIS_OVER
        for cue in (led_cues.MUST_REPLACE, led_cues.LAST):
            board.twin.table.flip("d4")
            yield 3_000 * MS
            assert board.shown("d4") == cue

    cut = VirtualBoard().run(play)
    assert cut.games() == [[START, *5 * [ACTION]]]
    assert VirtualBoard(cut).run(go_on).games() == [[START, *6 * [ACTION]]]
