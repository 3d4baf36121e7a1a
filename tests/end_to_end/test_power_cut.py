"""Power cuts in mid-game: the same game goes on."""

import pytest

from hexlume.match.events import ACTION, START
from hexlume.output import led_cues
from tests.end_to_end.virtual_board import MS, Hands, VirtualBoard


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
