"""The static check: it finds each missing feature, and nothing in code that CircuitPython runs."""

from pathlib import Path

import pytest

from tests.circuitpython.allowed import PROGRAMS
from tests.circuitpython.checker import FIRMWARE, find, find_all
from tests.circuitpython.table import ROWS


def features(source: str) -> list[str]:
    return [found.feature for found in find(source)]


def test_checker_finds_one_planted_use_of_each_row(tmp_path: Path) -> None:
    innocent = (FIRMWARE / "hexlume" / "const.py").read_text()
    assert find(innocent) == []
    for number, row in enumerate(ROWS):
        (tmp_path / f"planted_{number}.py").write_text(f"{innocent}\n\n{row.snippet}\n")
    found = set()
    for finding in find_all(tmp_path):
        name, _, feature = finding.split(":", 2)
        found.add((Path(name).stem, feature.strip()))
    assert [row.feature for number, row in enumerate(ROWS) if (f"planted_{number}", row.feature) not in found] == []


@pytest.mark.parametrize("program", PROGRAMS)
def test_checker_accepts_allowed_programs(program: str) -> None:
    assert features(program) == []


@pytest.mark.parametrize(
    ("source", "feature"),
    [
        ("from math import hypot as far\nfar(3, 4)", "math.hypot"),
        ("import json as j\nj.dumps(1, indent=2)", "json.dumps(indent=)"),
        ("from json import dumps\ndumps(1, indent=2)", "json.dumps(indent=)"),
        ("import os.path", "import os.path"),
        ("def f():\n    import email", "import email"),
        ("import math\nmath.nothing", "math.nothing"),
        ("def f(b: bytearray): return 3 in b", "a number in a bytearray by in"),
        ("def f(b: 'array[int]'): return b[::2]", "a slice of an array with a step"),
        ("class A:\n  def f(self):\n    self.b = bytearray(3)\n    self.b.pop()", "pop of a bytearray"),
        ("from array import array\nb = array('B')\nb.pop()", "pop of an array"),
        ("try:\n  import functools\nexcept ValueError:\n  pass", "import functools"),
        ("try:\n  pass\nexcept FileNotFoundError:\n  pass", "FileNotFoundError"),
        ("x = f'{1}' \\\n    '{}'", "braces in a string joined to an f-string"),
        ("x = (\n    f'{1}'  # one\n    '{}'\n)", "braces in a string joined to an f-string"),
    ],
)
def test_checker_finds_uses_behind_an_alias_a_type_or_a_guard(source: str, feature: str) -> None:
    assert feature in features(source)


@pytest.mark.parametrize(
    "source",
    [
        "b = [1]\nb.pop()",
        "def f(b): b.pop()",
        "b = bytearray(3)\nb = [1]\nb.pop()",
        "def format(x): return x\nformat(1)",
        "try:\n  import traceback\nexcept ImportError:\n  import sys\n  sys.print_exception",
    ],
)
def test_checker_ignores_names_of_another_meaning(source: str) -> None:
    assert features(source) == []
