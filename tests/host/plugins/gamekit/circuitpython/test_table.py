"""The table of missing features: rows run elsewhere and cover the configuration's differences."""

import contextlib
import io
import json
import platform
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from hexlume_plugins.gamekit.circuitpython import language
from hexlume_plugins.gamekit.circuitpython.row import Row
from hexlume_plugins.gamekit.circuitpython.table import ROWS
from tests.firmware.test_micropython import MICROPYTHON
from tests.host.plugins.gamekit.circuitpython import macros

_RUN_ALL = """
import json, sys
results = []
for snippet in json.load(open(sys.argv[1])):
    try:
        exec(snippet, {"__name__": "snippet"})
        results.append("")
    except BaseException as error:
        results.append(type(error).__name__)
json.dump(results, open(sys.argv[2], "w"))
"""


@pytest.fixture(scope="module")
def in_micropython(tmp_path_factory: pytest.TempPathFactory) -> dict[Row, str]:
    """The name of the exception that each row raises in the MicroPython of the tests, empty if it runs."""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        pytest.skip("the VM is packaged for Linux x86-64 only")
    folder = tmp_path_factory.mktemp("rows")
    (folder / "boot_out.txt").touch()
    (folder / "run_all.py").write_text(_RUN_ALL)
    (folder / "rows.json").write_text(json.dumps([row.snippet for row in ROWS]))
    subprocess.run(
        [MICROPYTHON, "run_all.py", "rows.json", "results.json"],
        cwd=folder,
        check=True,
        timeout=120,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return dict(zip(ROWS, json.loads((folder / "results.json").read_text()), strict=True))


def fails_here(row: Row) -> bool:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        try:
            exec(row.snippet, {"__name__": "snippet"})
        except Exception:
            return True
    return False


def test_each_missing_feature_row_runs_on_cpython_or_micropython(
    in_micropython: dict[Row, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "boot_out.txt").touch()
    monkeypatch.chdir(tmp_path)
    assert [row.feature for row in ROWS if in_micropython[row] and fails_here(row)] == []


def test_each_row_of_a_macro_runs_in_micropython_where_the_macro_is_on(in_micropython: dict[Row, str]) -> None:
    assert [row.feature for row in ROWS if row.macros and in_micropython[row]] == []


def test_only_rows_about_syntax_have_a_syntax_that_micropython_refuses(in_micropython: dict[Row, str]) -> None:
    about_syntax = language.SYNTAX + language.F_STRINGS
    refused = [row.feature for row in ROWS if row not in about_syntax and in_micropython[row] == "SyntaxError"]
    assert refused == [], "such a row would fail on CircuitPython for another reason than its feature"


def test_each_feature_has_one_row_and_each_row_a_source() -> None:
    assert [feature for feature, count in Counter(row.feature for row in ROWS).items() if count > 1] == []
    assert [row.feature for row in ROWS if not row.source or not row.use] == []


def test_each_macro_that_differs_has_a_row_or_a_reason() -> None:
    in_rows = {name for row in ROWS for name in row.macros}
    assert not in_rows & set(macros.REASONS)
    assert in_rows | set(macros.REASONS) == macros.differing()
