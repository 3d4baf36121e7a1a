"""``hexlume hardware``: what it refuses, in one sentence each; the packages themselves are tested in tests/hardware."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.host.commands.conftest import Ran


@pytest.mark.parametrize(
    ("panel", "said"),
    [
        ("hex3", "There is no panel hex3: choose hex4 to hex9, square7 to square11 or hex2."),
        ("nonsense", "'nonsense' is no board: name one like hex5 or square9."),
        ("hex2", "hex2 is the starter on a perfboard: docs/build.md says how to build it."),
    ],
)
def test_a_panel_that_is_not_made(panel: str, said: str, hexlume: Callable[..., Ran], tmp_path: Path) -> None:
    ran = hexlume("hardware", panel, "--out", tmp_path / "out")
    assert (ran.code, ran.out, ran.err) == (1, "", said + "\n")
    assert not (tmp_path / "out").exists()


def test_a_folder_with_other_files_is_left_alone(hexlume: Callable[..., Ran], tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter.txt").write_text("dear")
    ran = hexlume("hardware", "hex4", "--out", mine)
    assert (ran.code, ran.err) == (1, f"{mine} holds other files: name a folder that is new or empty.\n")
    assert [path.name for path in mine.iterdir()] == ["letter.txt"]


def test_a_file_is_no_folder(hexlume: Callable[..., Ran], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    ran = hexlume("hardware", "hex4", "--out", tmp_path / "file")
    assert (ran.code, ran.err) == (1, f"{tmp_path / 'file'} is a file: name a folder to write to.\n")


def test_a_tool_that_is_missing_is_named(
    hexlume: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = hexlume("hardware", "hex4", "--out", tmp_path / "out", "--no-solids")
    assert ran.code == 1
    assert "install the Debian package ngspice" in ran.err
    assert len(ran.err.splitlines()) == 1
