"""``hexlume doctor``: the firmware's own sensing on a twin with faults, its link on a pseudo-terminal."""

import json
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexlume.journal.record import Record
from hexlume.link.health_report import health_messages
from hexlume.link.link import Link
from hexlume_host.store.repository import Store
from tests.firmware.journal.journal_board import without_archive
from tests.firmware.sensing.twin_sensing import TwinSensing
from tests.host.conftest import PtySerial, good_cable, wait_until

pytestmark = pytest.mark.integration


class SensingBoard:
    """A board that senses a twin's panel and tells its health on a pseudo-terminal at ``port``, faster than real time.

    ``knows_health`` is what tells it from a board with older firmware.
    """

    def __init__(self, panel: str = "hex4", knows_health: bool = True) -> None:
        self.sensing = TwinSensing(panel, 3)
        self.sensing.run(1)
        self._knows_health = knows_health
        self._serial = PtySerial(good_cable, good_cable)
        self.link = Link(self._serial, "b0a4d", 1, panel, self._command, int)
        self.link.begin(Record("b0a4d-1-1", ("orochi", "hex4", "", "none"), 1))
        self.report = health_messages(
            self.sensing.grid,
            self.sensing.health,
            self.sensing.sense,
            without_archive(bytearray(b"\xff" * 4096)),
        )
        self.port = self._serial.path
        self.lock = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self._serial.close()

    def _run(self) -> None:
        ms = 0
        while not self._stop.wait(0.001):
            with self.lock:
                self.sensing.run(0.02)
                ms += 20
                self.link.exchange(ms)

    def _command(self, message: dict[str, Any]) -> str | None:
        if message.get("do") == "health" and self._knows_health:
            self.link.health = self.report if message["on"] else None
            return None
        return "this board does not know that command"


@pytest.fixture
def board() -> Iterator[SensingBoard]:
    one = SensingBoard()
    yield one
    one.close()


def break_and_settle(board: SensingBoard) -> None:
    """Break two cells, put two discs on, and wait until the board has found out."""
    with board.lock:
        board.sensing.twin.faults.set("stuck_sensor", "d4:0")
        board.sensing.twin.table.put("a1", "white")
        board.sensing.twin.table.put("g4", "black")
        board.sensing.twin.faults.set("weak_magnet", "g4:0.5")
        board.sensing.run(12)


def test_a_well_board_is_told_cell_by_cell(board: SensingBoard, hexlume: Any) -> None:
    with board.lock:
        board.sensing.twin.table.put("a1", "white")
        board.sensing.run(10)
    ran = hexlume("doctor", board.port, "--once", "--json")
    assert (ran.code, ran.err) == (0, "")
    told = json.loads(ran.out)
    assert (told["panel"], told["well"], len(told["cells"])) == ("hex4", True, 37)
    assert told["cells"]["a1"]["mT"] == pytest.approx(20.6, rel=0.06)
    assert told["cells"]["d4"] == {
        "state": "ok",
        "counts": pytest.approx(2048, abs=40),
        "zero": pytest.approx(2048, abs=40),
        "mT": pytest.approx(0, abs=0.3),
        "span": None,
        "noise": pytest.approx(3, abs=1.5),
    }


def test_a_disc_that_the_board_feels_is_named_beside_what_is_well(board: SensingBoard, hexlume: Any) -> None:
    with board.lock:
        board.sensing.twin.table.put("a1", "white")
        board.sensing.run(10)
    ran = hexlume("doctor", board.port, "--once")
    assert ran.code == 0
    assert ran.out.splitlines()[-1] == "All 37 cells are well if discs lie on a1 (white) and nowhere else."


def test_a_board_whose_sensors_hang_in_the_air_is_not_well(board: SensingBoard, hexlume: Any) -> None:
    with board.lock:
        grid = board.sensing.grid
        hanging = " ".join(f"{grid.name(cell)}:700" for cell in range(grid.cells))
        board.sensing.twin.faults.set("stuck_sensor", hanging)
        board.sensing.run(12)
    ran = hexlume("doctor", board.port, "--once")
    assert ran.code == 1
    assert "37 of 37 cells need attention: a1 " in ran.out.replace("\n", " ")


def test_learning_is_not_for_a_look(board: SensingBoard, hexlume: Any) -> None:
    ran = hexlume("doctor", board.port, "--learn", "--once")
    assert ran.code == 2 and "leave --once out" in ran.err


def test_a_board_that_cannot_learn_says_so_in_one_sentence(board: SensingBoard, hexlume: Any) -> None:
    ran = hexlume("doctor", board.port, "--learn", "--json")
    assert ran.code == 1 and "cannot learn its sensors now" in ran.err and "Traceback" not in ran.err


def test_faults_are_named_with_what_to_do(board: SensingBoard, hexlume: Any) -> None:
    break_and_settle(board)
    ran = hexlume("doctor", board.port, "--once")
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert [line.split()[0] for line in lines[:7]] == ["g1", "f1", "e1", "d1", "c1", "b1", "a1"]
    assert lines[0].split()[-1].startswith("-1")
    assert lines[0].split()[-1].endswith("!")
    told = [line.split()[:2] for line in lines if line.split()[1:2] in (["dead"], ["weak"])]
    assert told == [["d4", "dead"], ["g4", "weak"]]
    assert "check its solder joints" in ran.out
    assert "try another disc" in ran.out
    assert lines[-1] == "2 of 37 cells need attention: d4 dead, g4 weak."


def test_live_it_tells_what_changes_until_ctrl_c(board: SensingBoard, running: Any) -> None:
    with running("doctor", board.port) as process:
        lines = iter(process.stdout.readline, "")
        assert next(lines) == f"Listening on {board.port}.\n"
        assert next(lines).startswith("Board b0a4d: hex4")
        assert next(lines) == "All 37 cells are well.\n"
        break_and_settle(board)
        # The two are told in different slices, or in one.
        told = next(lines)
        while "g4 weak" not in told or "d4 dead" not in told:
            told = next(lines)
        assert told == "2 of 37 cells need attention: d4 dead, g4 weak.\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read() == ""
    # The board tells no more once nobody looks; it notices that in its next pass.
    wait_until(lambda: board.link.health is None)


def test_json_is_a_line_for_every_round(board: SensingBoard, running: Any) -> None:
    with running("doctor", board.port, "--json") as process:
        for _ in range(3):
            assert json.loads(process.stdout.readline())["well"] is True
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130


def test_an_older_board_is_one_sentence(hexlume: Any) -> None:
    board = SensingBoard(knows_health=False)
    ran = hexlume("doctor", board.port, "--once")
    board.close()
    assert (ran.code, ran.out) == (1, "")
    expected = "This board does not tell its health (this board does not know that command): update its firmware.\n"
    assert ran.err == expected


def test_no_board_is_one_sentence(hexlume: Any, tmp_path: Path) -> None:
    ran = hexlume("doctor", tmp_path / "nothing")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == f"There is no serial port {tmp_path / 'nothing'}: see hexlume watch.\n"


@pytest.mark.sample(1)
@pytest.mark.parametrize("columns", [120, 80])
def test_the_largest_panel_fits_the_terminal(columns: int, hexlume: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    board = SensingBoard("hex9")
    with board.lock:
        board.sensing.twin.faults.set("stuck_sensor", "i9:0")
        board.sensing.run(8)
    ran = hexlume("doctor", board.port, "--once")
    board.close()
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert max(map(len, lines)) <= columns
    assert [len(line.split()) - 1 for line in lines[:17]] == [*range(9, 18), *range(16, 8, -1)]
    assert lines[-1] == "1 of 217 cells need attention: i9 dead."


@pytest.mark.parametrize("form", ["json", "text"])
def test_what_the_board_dropped_is_told(board: SensingBoard, hexlume: Any, tmp_path: Path, form: str) -> None:
    where = tmp_path / "club.sqlite"
    with Store(where) as store:
        noted = store.add_dropped("b0a4d", "", "b0a4d-1-1")
        store.add_dropped("elsewhere", "", "elsewhere-1-9")
    assert noted is not None
    ran = hexlume("doctor", board.port, "--once", "--store", where, *(("--json",) if form == "json" else ()))
    if form == "json":
        assert json.loads(ran.out)["dropped"] == [noted.as_json()]
    else:
        assert noted.sentence in ran.out.replace("\n", " ")
        assert "elsewhere" not in ran.out
