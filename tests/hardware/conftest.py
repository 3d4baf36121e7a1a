"""The package of the smallest panel, made once for all tests here."""

from pathlib import Path

import pytest

from hexlume_hw.board.write import BoardFiles
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.netlist import Netlist
from tests.hardware.written import Written


@pytest.fixture(scope="session")
def circuit() -> Netlist:
    return netlist("hex4")


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    folder: Path = tmp_path_factory.mktemp("hex4")
    return Written.of("hex4", folder, True)


@pytest.fixture(scope="session")
def made(written: Written) -> BoardFiles:
    """The package's board."""
    folder = written.folder / "board"
    text = (folder / "hex4.kicad_pcb").read_text(encoding="utf-8")
    return BoardFiles("hex4", folder, text.count("(segment "), text.count("(via "), {})
