"""A settings.toml or a game that cannot be used: the unchanged firmware goes on without it, and says so once."""

import shutil
from collections.abc import Generator
from pathlib import Path

import pytest

from hexlume.hardware.panel import STATUS_LEDS
from hexlume.journal import incidents
from hexlume.journal.journal import Journal
from hexlume.journal.record import Record
from hexlume.link import wire
from hexlume_host.device.incidents import BoardIncidents
from hexlume_host.device.messages import Incident, read_message
from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.flash import ByteArray, Flash
from hexlume_sim.cpython.firmware_run import default_drive, run_firmware
from hexlume_sim.twin import Twin
from tests.firmware.journal.journal_board import without_archive

LIT_BY_US = 15_000_000
"""The first start makes the files of the journal."""


class Started:
    """A board with a drive of its own that was switched on and ran for some seconds; ``again`` continues its memory.

    ``game`` is the running one, ``incidents`` are what a host gets.
    """

    def __init__(self, drive: Path, again: "Started | None" = None) -> None:
        self.twin = Twin("hex4", seed=1)
        if again is not None:
            self.twin.chip.flash.cells[:] = again.twin.chip.flash.cells
        restarts: list[dict[str, object]] = []
        self.twin.listeners.append(restarts.append)

        def hands() -> Generator[float, None, None]:
            yield LIT_BY_US
            assert any(self.twin.leds.rgb[-3 * STATUS_LEDS :]), "a status light"
            self.twin.stop()

        self.twin.clock.run_script(hands())
        assert run_firmware(self.twin, drive).failed is False
        assert restarts == [], "it restarts"
        memory = without_archive(ByteArray(Clock(), Flash(Clock(), bytes(self.twin.chip.flash.cells))))
        kept = Journal(memory).last_unfinished()
        assert kept is not None
        self.game: Record = kept
        host = BoardIncidents()
        for message in incidents.messages(memory):
            line = wire.encode(message)
            host.take(read_message(Incident, wire.decode(line)))
        self.incidents = host


@pytest.fixture(scope="module")
def drive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the firmware."""
    folder = tmp_path_factory.mktemp("firmware") / "drive"
    shutil.copytree(default_drive(), folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def started_with(drive: Path, text: bytes, again: Started | None = None) -> Started:
    (drive / "settings.toml").write_bytes(text)
    return Started(drive, again)


@pytest.mark.integration
def test_a_board_whose_settings_toml_cannot_be_read_plays_and_reports_it_once(drive: Path) -> None:
    board = started_with(drive, b'HEXLUME_SIZE = 3\nHEXLUME_GAME = "orochi"\n')
    assert board.game.start[:2] == ("orochi", "hex3")
    assert board.incidents.incidents == [], "a number without quotes is one"
    board = started_with(drive, b'HEXLUME_PANEL = "hex3"\nHEXLUME_GAME = "caf\xe9"\n')
    for _ in range(2):
        assert board.game.start[:2] == ("orochi", "hex4")
        (incident,) = board.incidents.incidents
        assert incident.what == "fallback"
        first, second = incident.text.split("\n")
        assert first.startswith("there is no panel hex3: choose") and second.startswith("HEXLUME_GAME cannot be read")
        assert board.incidents.lines()[1:] == [f"    {first}", f"    {second}"], "no row of incidents is reported"
        board = started_with(drive, (drive / "settings.toml").read_bytes(), board)


@pytest.mark.integration
@pytest.mark.parametrize("failure", ["raise MemoryError('memory allocation failed')", "import missing", "def"])
def test_a_board_whose_first_game_cannot_be_loaded_plays_the_next_and_reports_why(drive: Path, failure: str) -> None:
    rules = drive / "hexlume" / "games" / "orochi" / "rules.py"
    text = rules.read_text()
    try:
        rules.write_text(failure + "\n")
        board = started_with(drive, b"")
    finally:
        rules.write_text(text)
    assert board.game.start[0] == "sibling"
    (incident,) = board.incidents.incidents
    assert incident.text.startswith("orochi cannot be played: ")
