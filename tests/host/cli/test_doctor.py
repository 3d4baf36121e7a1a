"""``hexlume doctor``: the firmware's own sensing on a twin with faults, its link on a pseudo-terminal."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hexlume import VERSION
from hexlume.link.health_report import health_messages
from hexlume_host.cli import doctor
from hexlume_host.cli.output.checkup import Checkup
from hexlume_host.store.repository import Store
from tests.firmware.journal.journal_board import without_archive
from tests.firmware.sensing.twin_sensing import TwinSensing
from tests.host.conftest import PtyBoard, ended_after, wait_until

pytestmark = pytest.mark.integration


class SensingBoard(PtyBoard):
    """A board that senses a twin's panel and tells its health, faster than real time."""

    def __init__(self, port: Path, panel: str = "hex4") -> None:
        self.sensing = TwinSensing(panel, 3)
        self.sensing.run(1)
        super().__init__(port, panel=panel)
        self.begin()

    def sense(self) -> None:
        self.sensing.run(0.02)

    def _on_command(self, command: dict[str, Any]) -> str | None:
        one, archive = self.sensing, without_archive(bytearray(b"\xff" * 4096))
        self._link.health = health_messages(one.grid, one.health, one.sense, archive) if command["on"] else None
        return None


@pytest.fixture
def hex4(tmp_path: Path) -> Iterator[SensingBoard]:
    with closing(SensingBoard(tmp_path / "port")) as board:
        yield board


def break_and_settle(board: SensingBoard, cell: str) -> None:
    """Break a cell, put a weak disc on the first one, and wait until the board has found out."""
    with board._lock:
        board.sensing.twin.faults.set("stuck_sensor", f"{cell}:0")
        board.sensing.twin.table.put("a1", "black")
        board.sensing.twin.faults.set("weak_magnet", "a1:0.5")
        board.sensing.run(12)


def test_a_board_without_faults_is_shown_cell_by_cell(hex4: SensingBoard, hexlume: Any, store: Store) -> None:
    """With what it dropped."""
    with hex4._lock:
        hex4.sensing.twin.table.put("a1", "white")
        hex4.sensing.run(10)
    noted = store.add_dropped("b0a4d", "", "b0a4d-1-1")
    store.add_dropped("elsewhere", "", "elsewhere-1-9")
    assert noted is not None
    ran = hexlume("doctor", hex4.port, "--once", "--store", store.where)
    assert "All 37 cells are well if discs lie on a1 (white) and nowhere else.\n" in ran.out
    assert noted.sentence in ran.out.replace("\n", " ") and "elsewhere" not in ran.out
    ran = hexlume("doctor", hex4.port, "--once", "--json", "--store", store.where)
    told = json.loads(ran.out)
    assert (ran.code, ran.err, told["panel"], told["well"], len(told["cells"])) == (0, "", "hex4", True, 37)
    assert told["cells"]["a1"]["mT"] == pytest.approx(20.6, rel=0.06)
    assert told["cells"]["d4"]["counts"] == pytest.approx(2048, abs=40)
    assert told["dropped"] == [noted.as_json()]
    assert (told["device"], told["hexlume"]) == ("b0a4d", VERSION)


def test_faults_are_named_with_what_to_do_and_the_largest_panel_fits_80_columns(
    hexlume: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with closing(SensingBoard(tmp_path / "port", "hex9")) as board:
        break_and_settle(board, "i9")
        ran = hexlume("doctor", board.port, "--once")
    lines = ran.out.splitlines()
    assert ran.code == 1 and max(map(len, lines)) <= 80
    assert [len(line.split()) - 1 for line in lines[:17]] == [*range(9, 18), *range(16, 8, -1)]
    told = [line.split()[:2] for line in lines if line.split()[1:2] in (["dead"], ["weak"])]
    assert told == [["a1", "weak"], ["i9", "dead"]]
    words = " ".join(ran.out.split())
    assert "check its solder joints" in words and "try another disc" in words
    assert lines[-1] == "2 of 217 cells need attention: a1 weak, i9 dead."


def test_on_a_terminal_the_checkup_follows_the_board_until_ctrl_c(
    hex4: SensingBoard, hexlume: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board tells no more once nobody looks."""
    checkups: list[Checkup] = []
    really = Checkup.linked

    def linked(checkup: Checkup, command: Any) -> None:
        checkups.append(checkup)
        really(checkup, command)

    monkeypatch.setattr(Checkup, "linked", linked)
    monkeypatch.setattr(doctor, "is_terminal", lambda: True)

    def watch() -> None:
        wait_until(lambda: bool(checkups) and checkups[0].summary == "All 37 cells are well.")
        break_and_settle(hex4, "d4")
        wait_until(lambda: checkups[0].summary == "2 of 37 cells need attention: a1 weak, d4 dead.")

    with ended_after(watch):
        ran = hexlume("doctor", hex4.port)
    assert ran.code == 130
    assert ran.out.endswith("Stopped. 2 of 37 cells need attention: a1 weak, d4 dead.\n")
    wait_until(lambda: hex4._link.health is None)
