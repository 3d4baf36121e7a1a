"""The static check: it finds each missing feature, and nothing in code that CircuitPython runs."""

from pathlib import Path

import pytest

from hexlume_plugins.gamekit.circuitpython.checker import find
from hexlume_plugins.gamekit.circuitpython.table import ROWS
from tests.host.plugins.gamekit.circuitpython.allowed import PROGRAMS

FIRMWARE = Path(__file__).parents[5] / "firmware"


def features(source: str) -> list[str]:
    return [found.feature for found in find(source)]


def test_checker_finds_one_planted_use_of_each_row() -> None:
    innocent = (FIRMWARE / "hexlume" / "const.py").read_text()
    assert find(innocent) == []
    assert [row.feature for row in ROWS if row.feature not in features(f"{innocent}\n\n{row.snippet}\n")] == []


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
        ("def f(self): return self.board[::2]", "a slice of a bytearray with a step"),
        ("def f(self): return 3 not in self.board", "a number in a bytearray by in"),
        ("def f(game): return game.board.count(3)", "count() of a number in a bytearray"),
        ("def f(self):\n  board, n = self.board, self.n\n  return board.find(n)", "find() of a number in a bytearray"),
    ],
)
def test_checker_finds_uses_behind_an_alias_a_type_or_a_guard(source: str, feature: str) -> None:
    assert feature in features(source)


@pytest.mark.parametrize(
    "source",
    [
        "b = [1]\nb.pop()",
        "def f(b): b.pop()",
        "def f(b: bytearray): b.append(1)\ndef g(b): b.pop()",
        "def f(self): return self.board.find(b'a')",
        "def f(self): return self.grid.board.index('h')",
        "def f(self):\n  self.board = [1]\n  return 3 in self.board",
        "b = bytearray(3)\nb = [1]\nb.pop()",
        "def format(x): return x\nformat(1)",
        "try:\n  import traceback\nexcept ImportError:\n  import sys\n  sys.print_exception",
    ],
)
def test_checker_ignores_names_of_another_meaning(source: str) -> None:
    assert features(source) == []
