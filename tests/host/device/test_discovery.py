"""Which ports are found: announced simulators, and the one board that is meant."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hexlume_host.device import discovery
from hexlume_host.device.discovery import FoundPort, PortFinder, announced, found_ports
from hexlume_host.errors import LinkError


@pytest.fixture(autouse=True)
def runtime_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))


def test_an_announced_simulator_is_found_while_it_runs() -> None:
    with announced("/dev/pts/7"), announced("/dev/pts/8"):
        assert [port.port for port in found_ports()] == ["/dev/pts/7", "/dev/pts/8"]
        with pytest.raises(LinkError, match="There are 2 boards: name the PORT of one of /dev/pts/7, /dev/pts/8"):
            PortFinder(None)()
        assert PortFinder("/dev/pts/8")() == "/dev/pts/8"
    assert found_ports() == []


def test_a_note_left_behind_is_not_shown(tmp_path: Path) -> None:
    folder = tmp_path / "hexlume" / "simulators"
    folder.mkdir(parents=True)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    for name in (f"{ended.pid}-dev-pts-7", "notes"):
        (folder / f"{name}.txt").write_text("/dev/pts/7")
    (folder / f"{os.getpid()}-dev-pts-8.txt").write_bytes(b"\xff")
    assert found_ports() == []


def test_missing_board_is_one_sentence() -> None:
    with pytest.raises(LinkError, match="No board is found"):
        PortFinder(None)()
    assert PortFinder("COM7")() == "COM7"


def test_a_board_is_found_again_under_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    names = iter(["/dev/ttyACM1", "/dev/ttyACM3"])
    monkeypatch.setattr(discovery, "found_ports", lambda: [FoundPort(next(names), "E66")])
    finder = PortFinder("/dev/ttyACM1")
    assert [finder(), finder()] == ["/dev/ttyACM1", "/dev/ttyACM3"]
