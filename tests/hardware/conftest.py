"""The package of the smallest panel, written once for all tests here.

What takes seconds to import is imported where it is used: unit tests do without.
"""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from hexlume_hw.board.reading import ReadBoard
    from hexlume_hw.board.write import BoardFiles
    from hexlume_hw.panel.netlist import Netlist
    from tests.hardware.written import Written


@pytest.fixture(scope="session")
def circuit() -> "Netlist":
    from hexlume_hw.circuit.netlist import netlist  # noqa: PLC0415

    return netlist("hex4")


@pytest.fixture(scope="session")
def written() -> "Written":
    from tests.hardware.written import Written  # noqa: PLC0415

    return Written.cached("hex4", solids=False)


@pytest.fixture(scope="session")
def made(written: "Written") -> "BoardFiles":
    """The package's board."""
    from hexlume_hw.board.write import BoardFiles  # noqa: PLC0415

    folder = written.folder / "board"
    text = (folder / "hex4.kicad_pcb").read_text(encoding="utf-8")
    return BoardFiles("hex4", folder, text.count("(segment "), text.count("(via "), {})


@pytest.fixture(scope="session")
def board(made: "BoardFiles") -> "ReadBoard":
    """That board, read back."""
    from hexlume_hw.board.reading import read_board  # noqa: PLC0415

    return read_board(made.board)
