from pathlib import Path

from tests.in_process import Hexlume


def test_playground_without_pyodide_says_how_to_get_it(hexlume: Hexlume, tmp_path: Path) -> None:
    ran = hexlume("playground", "--out", tmp_path / "out", "--pyodide", tmp_path)
    assert (ran.code, ran.out) == (1, "")
    assert "npm install pyodide@" in ran.err
