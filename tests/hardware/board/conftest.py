"""The board of the smallest panel, made once for all tests here."""

from pathlib import Path

import pytest

from hexlume_hw.board.write import BoardFiles, make_board
from hexlume_hw.circuit.netlist import netlist
from hexlume_hw.netlist import Netlist


@pytest.fixture(scope="session")
def circuit() -> Netlist:
    return netlist("hex4")


@pytest.fixture(scope="session")
def made(circuit: Netlist, tmp_path_factory: pytest.TempPathFactory) -> BoardFiles:
    folder: Path = tmp_path_factory.mktemp("hex4")
    return make_board("hex4", folder, circuit, lambda words: None)
