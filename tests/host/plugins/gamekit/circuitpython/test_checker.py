"""The static check: it finds each missing feature, and nothing in code that CircuitPython runs."""

from pathlib import Path

import pytest

from hexlume_plugins.gamekit.circuitpython.checker import find, find_all
from hexlume_plugins.gamekit.circuitpython.sources import Sources
from hexlume_plugins.gamekit.circuitpython.table import ROWS
from tests.host.plugins.gamekit.circuitpython.allowed import PROGRAMS

FIRMWARE = Path(__file__).parents[5] / "firmware"


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


RULES = """
from .. import notation
from ..game import Game
from ..pieces import EMPTY, WHITE
from .tables import Table


class Trio(Game):
    def __init__(self, size, options):
        super().__init__(size, options)
        self._table = Table()

    def _do(self, action):
        {line}


def asked(game: Game) -> None:
    {of_game}
"""
TABLES = """
class Table:
    def __init__(self) -> None:
        self.lengths: bytearray = bytearray(4)

    def made(self) -> bytearray:
        return self.lengths
"""


def features_of_a_game(folder: Path, line: str, of_game: str = "pass") -> list[str]:
    """Return the features that a game's rules use, whose types stand in other files."""
    source = RULES.format(line=line, of_game=of_game)
    (folder / "rules.py").write_text(source)
    (folder / "tables.py").write_text(TABLES)
    sources = Sources(FIRMWARE / "hexlume", {"games.trio": folder})
    return [found.feature for found in find(source, sources, "games.trio.rules")]


@pytest.mark.parametrize(
    ("line", "feature"),
    [
        ("return self.board[::2]", "a slice of a bytearray with a step"),
        ("return WHITE in self.board", "a number in a bytearray by in"),
        ("return EMPTY not in self.board", "a number in a bytearray by in"),
        ("return self.board.find(EMPTY)", "find() of a number in a bytearray"),
        ("return self.board.index(EMPTY)", "index() of a number in a bytearray"),
        ("return self.board.count(notation.first(action))", "count() of a number in a bytearray"),
        ("board, size = self.board, self.size\n        return board[::size]", "a slice of a bytearray with a step"),
        ("return self.NAME[::2]", "a slice of a str with a step"),
        ("return 3 in self._table.lengths", "a number in a bytearray by in"),
        ("return 3 in self._table.made()", "a number in a bytearray by in"),
        ("return 3 in self._board_after(1)", "a number in a bytearray by in"),
    ],
)
def test_checker_finds_uses_of_what_has_its_type_in_another_file(tmp_path: Path, line: str, feature: str) -> None:
    assert features_of_a_game(tmp_path, line) == [feature]


def test_checker_knows_the_type_of_an_annotated_argument(tmp_path: Path) -> None:
    assert features_of_a_game(tmp_path, "pass", "return 0 in game.board") == ["a number in a bytearray by in"]


@pytest.mark.parametrize(
    "line",
    [
        "return self.board[1:2]",
        "return b'a' in self.board",
        "return self.board.find(b'a')",
        "return 3 in self.codes",
        "return self.codes[::2]",
        "return self.codes.index(3)",
        "return self.grid.board.index('h')",
        "self.board = [1]\n        return 3 in self.board",
    ],
)
def test_checker_ignores_what_has_another_type_in_another_file(tmp_path: Path, line: str) -> None:
    assert features_of_a_game(tmp_path, line) == []
