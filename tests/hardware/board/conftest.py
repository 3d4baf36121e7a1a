"""The board of the smallest panel, made once for all tests here."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexlume_hw.board.write import BoardFiles, make_board
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.netlist import Netlist


def _kicad() -> bool:
    try:
        return (
            subprocess.run(["/usr/bin/python3", "-c", "import pcbnew"], capture_output=True, check=False).returncode
            == 0
        )
    except OSError:
        return False


@pytest.fixture(scope="session")
def circuit() -> Netlist:
    return netlist("hex4")


@pytest.fixture(scope="session")
def made(circuit: Netlist, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BoardFiles]:
    if not _kicad():
        pytest.skip("KiCad's pcbnew is not installed")
    folder: Path = tmp_path_factory.mktemp("hex4")
    yield make_board("hex4", folder, circuit, lambda words: None)
