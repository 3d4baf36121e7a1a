"""Idle lights of the unchanged firmware, in virtual time: they dim, go out and wake."""

import pytest

from hexlume.hardware.panel import ACT_LED
from hexlume.match.events import ACTION, START
from hexlume.output import led_cues
from hexlume.output.led_cues import COLOURS
from tests.end_to_end.virtual_board import MS, Hands, VirtualBoard

MINUTE = 60_000 * MS


class Watched(VirtualBoard):
    """A board whose frames are noted, each with its time in us."""

    def __init__(self, before: VirtualBoard | None = None) -> None:
        super().__init__(before)
        self.frames: list[tuple[float, bytes]] = []
        self.twin.leds.listeners.append(lambda us, rgb: self.frames.append((us, bytes(rgb))))

    def since(self, us: float) -> list[bytes]:
        """Return the frames shown from a time on."""
        return [rgb for at, rgb in self.frames if at >= us]

    def lit(self, cell: str, frame: bytes) -> bool:
        """Return whether a frame lights a cell."""
        at = 3 * self.twin.sensors.sites[self.twin.grid.cell(cell)].led
        return any(frame[at : at + 3])

    @property
    def out(self) -> bool:
        """Return whether every light is out."""
        return not any(self.twin.leds.rgb)

    def colour(self, cell: str) -> int:
        """Return the colour (0xRRGGBB) that a cell shows."""
        return int.from_bytes(bytes(self.twin.led(cell)), "big")

    def skip(self, us: float) -> Hands:
        """Let the chip's counter jump on, as if that time had passed."""
        self.twin.chip.time.origin_us -= int(us)
        yield 1_000 * MS


LEGAL = COLOURS[led_cues.LEGAL]


def dark(board: Watched) -> Hands:
    """Wait until the lights are out."""
    assert not board.out
    yield from board.skip(60 * MINUTE)
    assert board.out


def test_lights_dim_after_ten_minutes_and_go_out_after_sixty_and_a_lifted_disc_wakes_them() -> None:
    """What is asked for is lit in the very first frame, at full brightness, and the game goes on."""

    def hands(board: VirtualBoard) -> Hands:
        assert isinstance(board, Watched)
        yield from board.put("d4", "white", 1_000)
        yield from board.skip(9.9 * MINUTE)
        assert board.colour("c4") == LEGAL
        yield from board.skip(0.2 * MINUTE)
        yield 1_500 * MS
        assert 0 < board.colour("c4") < LEGAL
        assert board.shown("d4") == led_cues.LAST, "dimmed lights can still be read"
        yield from board.skip(49.8 * MINUTE)
        assert not board.out
        yield from board.skip(0.2 * MINUTE)
        assert board.out
        assert board.games() == [[START, ACTION]]
        lifted = board.twin.clock.now
        board.twin.table.lift("d4")
        yield 200 * MS
        frames = board.since(lifted)
        assert frames and board.lit("d4", frames[0]), "the cell that asks for its disc is lit first"
        yield from board.put("d4", "white", 1_000)
        assert board.colour("c4") == LEGAL
        yield from board.put("c4", "white")

    board = Watched().run(hands)
    assert board.games() == [[START, ACTION, ACTION]]


def test_disc_put_down_while_lights_are_out_is_played_and_the_next_action_is_offered() -> None:
    def hands(board: VirtualBoard) -> Hands:
        assert isinstance(board, Watched)
        yield from dark(board)
        put = board.twin.clock.now
        yield from board.put("d4", "white", 300)
        frames = board.since(put)
        assert board.lit("d4", frames[0]) and board.lit("a1", frames[0]), "the last action and where the next may go"
        assert all(any(frame) for frame in frames)

    assert Watched().run(hands).games() == [[START, ACTION]]


@pytest.mark.sample(2)
@pytest.mark.parametrize("button", ["act", "back", "menu"])
@pytest.mark.parametrize("ms", [150, 3_000])
def test_button_pressed_while_lights_are_out_only_wakes_them(button: str, ms: int) -> None:
    """Nobody sees what it would do: back would take back an action, and menu, held, would give the game up."""

    def hands(board: VirtualBoard) -> Hands:
        assert isinstance(board, Watched)
        yield from board.put("d4", "white")
        yield from dark(board)
        board.twin.press(button)
        yield 50 * MS
        assert board.colour("c4") == LEGAL, "at once, not when the button is let go"
        yield from board.press(button, ms)
        assert board.shown("c4") == led_cues.LEGAL and board.shown("d4") == led_cues.LAST
        assert not any(board.twin.status_led(ACT_LED))
        assert board.games() == [[START, ACTION]]
        # The next press counts.
        yield from board.press("back")
        assert board.shown("d4") == led_cues.TAKE_THIS_OFF

    Watched().run(hands)
