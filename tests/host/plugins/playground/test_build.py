"""The playground's folder, built with a Pyodide of a few bytes."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from hexlume_plugins.playground.build import PYODIDE, PYODIDE_VERSION, build
from hexlume_record.errors import HexlumeError

SETUP = Path(__file__).parents[4] / "tools" / "setup.sh"
RUN = """
import sys
folder, flash = sys.argv[1:]
sys.path[:0] = [f"{folder}/{name}" for name in ("firmware", "firmware/lib", "host", "simulator", "hardware")]
from hexlume_plugins.playground.simulated_board import run
lights = []
wait = lambda ms: '{"do": "stop"}\\n' if lights else ""
say = lambda text: lights.append(text) if "lit" in text else None
print(run("hex4", 7, flash, wait, say, lambda path: None, lambda game, text, count: None))
"""


@pytest.fixture
def pyodide(tmp_path: Path) -> Path:
    folder = tmp_path / "pyodide"
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps({"version": PYODIDE_VERSION}))
    for name in PYODIDE:
        (folder / name).write_text(name)
    return folder


def version(folder: Path) -> str:
    first = (folder / "service-worker.js").read_text(encoding="utf-8").partition(";\n")[0]
    return str(json.loads(first.removeprefix("self.PLAYGROUND = "))["version"])


def test_archive_alone_has_all_that_a_board_needs_to_be_lit(tmp_path: Path, pyodide: Path) -> None:
    build(tmp_path / "out", pyodide)
    (tmp_path / "hexlume.zip").write_bytes(gzip.decompress((tmp_path / "out" / "hexlume.zip.packed").read_bytes()))
    ZipFile(tmp_path / "hexlume.zip").extractall(tmp_path / "unpacked")
    command = [sys.executable, "-I", "-S", "-c", RUN, str(tmp_path / "unpacked"), str(tmp_path / "flash")]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout == "The power was cut.\n"


def test_version_changes_with_every_file_and_never_otherwise(tmp_path: Path, pyodide: Path) -> None:
    build(tmp_path / "one", pyodide)
    build(tmp_path / "same", pyodide)
    (pyodide / PYODIDE[0]).write_text("changed")
    build(tmp_path / "other", pyodide)
    assert version(tmp_path / "one") == version(tmp_path / "same") != version(tmp_path / "other")


def test_missing_or_other_pyodide_is_one_sentence(tmp_path: Path, pyodide: Path) -> None:
    with pytest.raises(HexlumeError, match=f"none has no Pyodide: run npm install pyodide@{PYODIDE_VERSION}"):
        build(tmp_path / "out", tmp_path / "none")
    (pyodide / "package.json").write_text('{"version": "1"}')
    with pytest.raises(HexlumeError, match="has Pyodide 1: run npm install"):
        build(tmp_path / "out", pyodide)
    assert not (tmp_path / "out").exists()


def test_set_up_installs_the_pyodide_that_the_builder_takes() -> None:
    assert f"pyodide@{PYODIDE_VERSION}" in SETUP.read_text(encoding="utf-8")
