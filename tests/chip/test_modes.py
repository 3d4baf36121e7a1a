"""Menu, calibration, clock, a lesson, board engine, take-back and USB cable on real CircuitPython."""

import json

import pytest

from hexlume_record.game.events import UNDO
from hexlume_sim.chip_emulator.twin import ChipTwin
from hexlume_sim.twin import Board
from tests.chip.booted import Script, booted, visit
from tests.vm.demo import HostLink
from tests.vm.visits import MS, REST, SETTINGS, lesson, menu_and_learning, orochi, until

pytestmark = [pytest.mark.chip, pytest.mark.timeout(1800)]


def board(**settings: str) -> ChipTwin:
    return booted("hex4", **SETTINGS, **settings)


def logged(_twin: Board, host: HostLink) -> list[list[str]]:
    """Return the kinds of each game's events."""
    return [[event.kind for event in events] for events in host.events.values()]


def test_menu_starts_another_game_and_calibration_measures_cells() -> None:
    def report(twin: Board, host: HostLink) -> list[str]:
        return [event.data["rules"] for events in host.events.values() for event in events if event.kind == "start"]

    assert visit(board(), menu_and_learning, report) == ["orochi", "sibling"]


def test_board_engine_plays_black() -> None:
    (kinds,) = visit(board(), orochi(3, 4, engine=True), logged)
    assert kinds.count("action") >= 4


def test_lesson_begins_goes_on_by_skip_and_is_left() -> None:
    def report(twin: Board, host: HostLink) -> list[object]:
        # A chip's dictionaries have an order of their own.
        tables = [json.loads(line) for line in host.received.split(b"\n")[:-1] if b'"differs"' in line]
        return list(dict.fromkeys(table.get("lesson", {}).get("step") for table in tables))

    assert visit(board(), lesson, report) == [None, 1, 2]


def test_action_is_taken_back() -> None:
    def script(twin: Board, host: HostLink) -> Script:
        yield from orochi(3, 2, engine=False)(twin, host)
        host.command("back")
        yield from until(lambda: bool(host.differs), "a disc to take off")
        for cell in list(host.differs):
            twin.table.lift(cell)
        yield from until(lambda: not host.differs, "the table put right")

    (kinds,) = visit(board(), script, logged)
    assert kinds == ["start", "action", "action", UNDO]


def test_game_clock_runs_for_the_player_to_move() -> None:
    def report(twin: Board, host: HostLink) -> list[bytes]:
        return [line for line in host.received.split(b"\n") if b'"running": "black"' in line]

    def script(twin: Board, host: HostLink) -> Script:
        yield from orochi(3, 1, engine=False)(twin, host)
        yield 2500 * MS

    lines = visit(board(HEXLUME_CLOCK="fischer 300+5"), script, report)
    assert any(b'"control": "fischer 300+5"' in line for line in lines)
    assert len(set(lines)) > 1, "the time that is left changes"


def test_actions_made_while_unplugged_reach_the_host_afterwards() -> None:
    later: list[HostLink] = []

    def script(twin: Board, host: HostLink) -> Script:
        yield from orochi(3, 1, engine=False)(twin, host)
        twin.faults.set("unplug", 1)
        yield 500 * MS
        yield from orochi_without_host(twin)
        twin.faults.set("unplug", 0)
        later.append(HostLink(twin))
        yield from until(lambda: len(later[0].actions()) == 2, "the action made while unplugged")

    def report(twin: Board, host: HostLink) -> list[int]:
        return [len(host.actions()), len(later[0].actions())]

    assert visit(board(), script, report) == [1, 2]


def orochi_without_host(twin: Board) -> Script:
    """Put one more disc of the other colour on a free cell."""
    ((_, piece),) = twin.table.discs().items()
    free = next(name for name in ("d4", "d5", "c4") if name not in twin.table.discs())
    twin.table.put(free, "black" if piece == "white" else "white")
    yield 3 * REST
