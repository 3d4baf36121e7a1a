"""Failures under real CircuitPython: watchdog, reload, safe mode."""

import pytest

from hexlume_sim.chip_emulator.twin import ChipTwin
from hexlume_sim.twin import Board
from tests.chip.booted import Script, visit
from tests.chip.instrumented import FAIL, HANG, SAFE_MODE, console_of, obeying, typed
from tests.vm.demo import HostLink
from tests.vm.visits import MS, go_on, orochi

pytestmark = [pytest.mark.chip, pytest.mark.timeout(1800)]

RED = "ff"


def after(letter: str, rest_ms: float) -> "list[dict[str, object]]":
    """Play two actions, type a letter, and play on once the board is there again; return what the twin told."""
    told: list[dict[str, object]] = []
    hosts: list[HostLink] = []

    def script(board: Board, host: HostLink) -> Script:
        assert isinstance(board, ChipTwin)
        board.listeners.append(told.append)
        yield from orochi(3, 2, engine=False)(board, host)
        yield from typed(board, letter)
        yield rest_ms * MS
        hosts.append(HostLink(board))
        yield from go_on(board, hosts[0])

    def report(board: ChipTwin, host: HostLink) -> "list[dict[str, object]]":
        assert len(host.actions()) == 2
        assert hosts[0].actions()[:2] == host.actions()
        assert len(hosts[0].actions()) == 3
        return told

    return visit(obeying(), script, report)


def test_watchdog_ends_a_hang_and_the_same_game_goes_on() -> None:
    (restart,) = after(HANG, 20_000)
    assert "watchdog" in str(restart["message"])


def test_crashed_firmware_reloads_and_the_same_game_goes_on() -> None:
    (restart,) = after(FAIL, 12_000)
    assert "supervisor.reload()" in str(restart["message"])


def test_programmatic_safe_mode_stays_and_shows_red() -> None:
    def script(board: Board, host: HostLink) -> Script:
        assert isinstance(board, ChipTwin)
        yield from typed(board, SAFE_MODE)
        yield 8000 * MS

    def report(board: ChipTwin, host: HostLink) -> tuple[str, str]:
        return board.leds.rgb[-12:].hex(), console_of(board).text

    rgb, text = visit(obeying(), script, report)
    pixels = {rgb[at : at + 6] for at in range(0, len(rgb), 6)}
    (pixel,) = pixels
    assert pixel[:2] != "00" and pixel[2:] == "0000", text
