"""The example that ``hexlume new-game`` writes, to be changed and checked."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume_plugins.gamekit.skeleton import write_skeleton

Change = tuple[str, str, str]
"""A file of the game, a text in it, and what takes its place."""


@pytest.fixture
def changed_game(tmp_path: Path) -> Callable[..., Path]:
    """Write the example with some changes, each a text in place of another or of a whole file; return its folder."""

    def write(*changes: Change) -> Path:
        folder = write_skeleton("trio", tmp_path)
        for file, old, new in changes:
            text = (folder / file).read_text() if (folder / file).exists() else ""
            assert old in text, f"{file} has no {old!r}"
            (folder / file).write_text(text.replace(old, new) if old else new)
        return folder

    return write
