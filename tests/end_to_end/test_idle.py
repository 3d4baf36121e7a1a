"""Idle lights of the unchanged firmware, in virtual time: they dim, go out and wake."""

from collections.abc import Callable

import pytest

from hexlume.hardware.panel import ACT_LED, BLACK_TURN_LED, STATE_LED, STATUS_LEDS
from hexlume.match.events import ACTION, CONCLUDE, START
from hexlume.output import led_cues
from hexlume.output.led_cues import COLOURS
from tests.end_to_end.test_room import memory_with
from tests.end_to_end.virtual_board import MS, Hands, VirtualBoard
from tests.end_to_end.virtual_host import VirtualHost

MINUTE = 60_000 * MS


class Watched(VirtualBoard):
    """A board whose frames are noted, each with its time in us."""

    def __init__(self, before: VirtualBoard | None = None, memory: bytes | None = None) -> None:
        super().__init__(before, memory)
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


def wait(us: float) -> Hands:
    """Let time pass."""
    yield us


def dark(board: Watched) -> Hands:
    """Wait until the lights are out."""
    assert not board.out
    yield from board.skip(60 * MINUTE)
    assert board.out


@pytest.mark.parametrize(
    "let_pass",
    [
        pytest.param(Watched.skip, id="skipped"),
        pytest.param(lambda _, us: wait(us), id="in true length", marks=[pytest.mark.soak, pytest.mark.timeout(3600)]),
    ],
)
def test_lights_dim_after_ten_minutes_and_go_out_after_sixty_and_a_lifted_disc_wakes_them(
    let_pass: Callable[[Watched, float], Hands],
) -> None:
    """What is asked for is lit in the very first frame, at full brightness, and the game goes on."""

    def hands(board: VirtualBoard) -> Hands:
        assert isinstance(board, Watched)
        yield from board.put("d4", "white", 1_000)
        yield from let_pass(board, 9.9 * MINUTE)
        assert board.colour("c4") == LEGAL
        yield from let_pass(board, 0.2 * MINUTE)
        yield 1_500 * MS
        assert 0 < board.colour("c4") < LEGAL
        assert board.shown("d4") == led_cues.LAST, "dimmed lights can still be read"
        yield from let_pass(board, 49.8 * MINUTE)
        assert not board.out
        yield from let_pass(board, 0.2 * MINUTE)
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


def test_button_pressed_while_lights_are_dim_has_its_usual_effect() -> None:
    def hands(board: VirtualBoard) -> Hands:
        assert isinstance(board, Watched)
        yield from board.put("d4", "white")
        yield from board.skip(20 * MINUTE)
        assert 0 < board.colour("c4") < LEGAL
        yield from board.press("back")
        yield 1_500 * MS
        assert board.shown("d4") == led_cues.TAKE_THIS_OFF

    Watched().run(hands)


def test_game_clock_runs_out_while_lights_are_out_and_the_end_is_shown() -> None:
    def hands(board: VirtualBoard) -> Hands:
        assert isinstance(board, Watched)
        yield from board.put("d4", "white")
        yield from dark(board)
        yield 28_000 * MS
        assert board.out and len(board.games()[0]) == 2
        yield 2_500 * MS
        assert board.games() == [[START, ACTION, CONCLUDE]]
        red, green, blue = board.twin.status_led(BLACK_TURN_LED)
        assert red > 0 and green == blue == 0, "black's turn light breathes red: time is over"

    Watched().run(hands, {"HEXLUME_CLOCK": "fischer 3630+0"})


@pytest.mark.sample(1)
@pytest.mark.parametrize("mode", ["menu", "calibration"])
def test_button_wakes_menu_and_calibration_without_leaving_them(mode: str) -> None:
    def hands(board: VirtualBoard) -> Hands:
        assert isinstance(board, Watched)
        yield from board.press("menu")
        if mode == "calibration":
            yield from board.press("back", 2_500)
        # The menu is loaded when it first opens.
        yield 4_000 * MS
        shown = [cell for cell in ("c1", "d2", "e3", "b4") if board.colour(cell)]
        assert shown
        yield from dark(board)
        board.twin.press("act")
        yield 150 * MS
        assert all(board.colour(cell) for cell in shown)
        board.twin.release("act")
        yield 400 * MS
        yield from dark(board)
        yield from board.put(shown[-1], "white", 1_000)
        assert not board.out

    Watched().run(hands)


def test_lights_stay_on_if_dimming_is_off_also_after_a_power_cut() -> None:
    def hands(board: VirtualBoard) -> Hands:
        assert isinstance(board, Watched)
        # docs/menu.md: on hex4 with Orochi, the first of the two cells of idle.
        yield from board.press("menu")
        yield from board.put("f4", "white")
        board.twin.table.lift("f4")
        yield 500 * MS
        yield from board.press("act")
        yield from board.skip(120 * MINUTE)
        assert board.colour("c4") == LEGAL

    def wait(board: VirtualBoard) -> Hands:
        assert isinstance(board, Watched)
        yield from board.skip(120 * MINUTE)
        assert board.colour("c4") == LEGAL

    first = Watched().run(hands)
    Watched(first).run(wait)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "command",
    [
        lambda host: host.command("play", action="Wd4"),
        lambda host: host.command("lights", cells={"d4": 1}),
    ],
)
def test_host_command_wakes_the_lights(command: Callable[[VirtualHost], int]) -> None:
    """Somebody at another board has played, say."""

    def hands(board: VirtualBoard) -> Hands:
        assert isinstance(board, Watched)
        host = VirtualHost(board)
        yield from dark(board)
        host.command("health", on=True)
        yield 2_000 * MS
        assert board.out, "reading the sensors is no reason to light the room"
        command(host)
        yield 300 * MS
        assert not board.out and board.colour("d4")

    Watched().run(hands)


def test_low_memory_warning_stays_lit_while_lights_are_out() -> None:
    def hands(board: VirtualBoard) -> Hands:
        assert isinstance(board, Watched)
        board.twin.release("act")
        yield 3_000 * MS
        yield from board.skip(60 * MINUTE)
        since = board.twin.clock.now
        yield 3_000 * MS
        frames = board.since(since)
        state = 3 * (board.twin.grid.cells + STATE_LED)
        assert any(frame[state] for frame in frames) and not all(frame[state] for frame in frames)
        assert len(frames[0]) == 3 * (board.twin.grid.cells + STATUS_LEDS)
        assert not any(any(frame[:state]) or any(frame[state + 3 :]) for frame in frames)

    board = Watched(memory=memory_with(2048))
    board.twin.press("act")
    board.run(hands)
