"""The drive of a new board."""

from pathlib import Path

import pytest

from tests.host.flash.board_drives import new_drive


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    return new_drive(tmp_path / "CIRCUITPY")
