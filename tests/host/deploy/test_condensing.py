"""The firmware as it goes to a board means the same, line by line, and takes fewer names."""

import ast
import importlib
import io
import keyword
import random
import sys
import textwrap
import tokenize
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume import games
from hexlume.games.contract import IllegalAction
from hexlume_host.deploy.condensing import condensed
from hexlume_host.deploy.errors import DeployError
from hexlume_host.deploy.firmware_files import package_sources, packaged_firmware
from hexlume_host.deploy.inlining import inlined
from hexlume_host.deploy.shortening import shortened
from hexlume_host.deploy.untyping import untyped

pytestmark = pytest.mark.integration

FIRMWARE = Path(__file__).parents[3] / "firmware"
SOURCES = package_sources(FIRMWARE / "hexlume")
CONDENSED = packaged_firmware().package
ASKED = b"start, to_move, phase, result, reason, legal, play, undo, actions, board, codes, IllegalAction"
"""What the tests here ask of a game: named so that it keeps its names."""


def names(source: bytes) -> set[str]:
    tokens = tokenize.generate_tokens(io.StringIO(source.decode()).readline)
    return {one.string for one in tokens if one.type == tokenize.NAME and not keyword.iskeyword(one.string)}


def lines(source: bytes) -> set[tuple[int, str]]:
    """Return the lines of calls, returns, loops, functions and classes."""
    kinds = ast.Call | ast.Return | ast.For | ast.While | ast.FunctionDef | ast.ClassDef | ast.Raise
    return {(node.lineno, type(node).__name__) for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)}


def returns_that_stay(source: bytes, kept: set[tuple[int, str]]) -> set[tuple[int, str]]:
    """Return the lines of the returns of a source's functions that are among what is kept."""
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    stay = [node for node in functions if (node.lineno, "FunctionDef") in kept]
    return {(node.lineno, "Return") for one in stay for node in ast.walk(one) if isinstance(node, ast.Return)}


@pytest.mark.parametrize("path", sorted(SOURCES))
def test_every_statement_keeps_its_line(path: str) -> None:
    assert CONDENSED[path].count(b"\n") == SOURCES[path].count(b"\n")
    assert lines(CONDENSED[path]) <= lines(SOURCES[path])
    assert returns_that_stay(SOURCES[path], lines(CONDENSED[path])) <= lines(CONDENSED[path])


def test_no_types_are_left() -> None:
    for source in CONDENSED.values():
        for node in ast.walk(ast.parse(source)):
            assert not isinstance(node, ast.AnnAssign)
            assert not isinstance(node, ast.arg) or node.annotation is None
            assert not isinstance(node, ast.FunctionDef) or node.returns is None
        assert b"TYPE_CHECKING" not in source


def test_a_board_keeps_less_than_half_of_the_names() -> None:
    before = set().union(*map(names, SOURCES.values()))
    after = set().union(*map(names, CONDENSED.values()))
    assert len(after) < 0.5 * len(before)


def test_what_the_programs_name_keeps_its_name() -> None:
    asked = set().union(*(imports_of(source) for source in packaged_firmware().programs.values()))
    assert asked
    assert asked <= {(path, name) for path, source in CONDENSED.items() for name in names(source)}


def imports_of(program: bytes) -> set[tuple[str, str]]:
    """Return what a program imports from the package: a module's path, and a name in it."""
    found = set()
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hexlume."):
            path = (node.module or "").removeprefix("hexlume.").replace(".", "/") + ".py"
            found |= {(path, alias.name) for alias in node.names if path in SOURCES}
    return found


@pytest.fixture(scope="module")
def condensed_rules() -> dict[str, bytes]:
    """The firmware as it goes to a board, where what the tests here ask of a game keeps its name."""
    return condensed(SOURCES, [ASKED])


def test_the_same_sources_give_the_same_bytes(condensed_rules: dict[str, bytes]) -> None:
    assert condensed(dict(reversed(SOURCES.items())), [ASKED]) == condensed_rules


def test_what_is_no_python_is_one_sentence() -> None:
    with pytest.raises(DeployError, match=r"^The firmware cannot be read \(.*\): install hexlume again\.$"):
        condensed({"a.py": b"def"}, [])


@pytest.fixture(scope="module")
def small(condensed_rules: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The rules of the condensed package, under another name."""
    folder = tmp_path_factory.mktemp("board")
    for path, source in condensed_rules.items():
        place = folder / "condensed_hexlume" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(source)
    sys.path.insert(0, str(folder))
    yield importlib.import_module("condensed_hexlume.games")
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.startswith("condensed_hexlume")]:
        del sys.modules[name]


@pytest.mark.parametrize(
    ("name", "size"), [("orochi", 3), ("sibling", 3), ("orcoon", 5), ("organica", 4), ("droched", 3)]
)
@settings(deadline=None, max_examples=8)
@given(seed=st.integers(0, 1 << 30))
def test_the_rules_are_the_same(small: ModuleType, name: str, size: int, seed: int) -> None:
    choice = random.Random(seed)
    game, other = games.start(name, size), small.start(name, size)
    refused = importlib.import_module("condensed_hexlume.games.contract").IllegalAction
    for _ in range(60):
        assert told(game) == told(other)
        if game.result is not None or choice.random() < 0.1:
            for one, error in ((game, IllegalAction), (other, refused)):
                try:
                    one.undo()
                except error:
                    assert not one.codes
            continue
        action = choice.choice(game.legal())
        game.play(action)
        other.play(action)
    with pytest.raises(refused):
        other.play("nothing")


def told(game: Any) -> tuple[object, ...]:
    legal = sorted(game.legal()) if game.result is None else []
    return game.to_move, game.phase, game.result, game.reason, legal, game.actions(), bytes(game.board)


BASE = """
    from .numbers import ANSWER, NEGATIVE, word
    from . import numbers

    class Base:
        LIMIT = 3
        def __init__(self, start):
            self._kept = start
            self.shown = [start]
        def _own(self, step=1):
            return self._kept + step
        def grow(self, step: "int" = ANSWER) -> "int":
            self._kept += step
            return self._own()
    """
LEAF = """
    from .base import Base
    from .numbers import ANSWER, ANSWER as RENAMED, NEGATIVE, word
    from . import numbers

    _TABLE = {"ANSWER": ANSWER, "other": -NEGATIVE ** 2}
    count = 0

    def _own(ANSWER):
        # A parameter of a constant's name.
        return ANSWER * 2

    def counted():
        global count
        count += 1
        return count

    class Leaf(Base):
        def __init__(self, start):
            super().__init__(start)
            self._mine = {}
            self.later: "dict[str, int]" = {}
        def _step(self, by=RENAMED):
            try:
                self._mine[by] = self._own(by)
                return self._mine[len(self._mine) + by]
            except KeyError as error:
                inner = lambda by: by + self.LIMIT
                return [inner(step) for step in range(by % 4) for by in (step,) if step], str(error)
        def all(self):
            total = 0
            def add(more):
                nonlocal total
                total += more
                return total
            for name, value in sorted(_TABLE.items()):
                add(value)
            return (total, _own(ANSWER), _own(1), numbers.ANSWER, numbers.NEGATIVE, word, self._step(),
                    self.grow(step=5), getattr(self, "shown"), counted(),
                    numbers.double(NEGATIVE), numbers.BIG, RENAMED)
    """
NUMBERS = """
    from .constant import const
    if False:
        from nowhere import nothing
    ANSWER = const(42)
    NEGATIVE = -7
    _HIDDEN = const(ANSWER + 1)
    BIG = 1 << 40
    word = "WORD"
    def double(value, *more, by=_HIDDEN, **others):
        value = value * 2 + by
        return value
    """
CONSTANT = """
    def const(value):
        return value
    """
EXAMPLE = {
    f"{name}.py": textwrap.dedent(source).encode()
    for name, source in (("base", BASE), ("leaf", LEAF), ("numbers", NUMBERS), ("constant", CONSTANT))
}
PROGRAM = b"from example.leaf import Leaf\nprint(Leaf(1).all())"


def outcome(package: dict[str, bytes], folder: Path) -> object:
    (folder / "example").mkdir(parents=True)
    for path, source in package.items():
        (folder / "example" / path).write_bytes(source)
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module("example.leaf").Leaf(1).all()
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if name.split(".")[0] == "example"]:
            del sys.modules[name]
        importlib.invalidate_caches()


def test_scopes_classes_and_constants_mean_the_same(tmp_path: Path) -> None:
    expected = outcome(EXAMPLE, tmp_path / "0")
    plain = {path: untyped(source) for path, source in EXAMPLE.items()}
    assert outcome(plain, tmp_path / "1") == expected
    without = inlined(plain, [PROGRAM])
    assert outcome(without, tmp_path / "2") == expected
    short = shortened(without, [PROGRAM])
    assert outcome(short, tmp_path / "3") == expected
    assert outcome(condensed(EXAMPLE, [PROGRAM]), tmp_path / "4") == expected


def test_constants_are_written_where_they_are_used() -> None:
    without = inlined({path: untyped(source) for path, source in EXAMPLE.items()}, [PROGRAM])
    # A parameter has the name of one constant here, so that one stays a name.
    assert b'{"ANSWER": ANSWER, "other": -(-7) ** 2}' in without["leaf.py"] and b"by=42" in without["leaf.py"]
    assert b"ANSWER = const(42)" in without["numbers.py"]
    assert b"_HIDDEN" not in without["numbers.py"] and b"by=43" in without["numbers.py"]
    assert b"BIG" in without["leaf.py"] and b"def _own(ANSWER):" in without["leaf.py"]


def test_names_that_others_know_stay() -> None:
    short = shortened(EXAMPLE, [PROGRAM], outside=["later"])["leaf.py"]
    assert {"Leaf", "all", "later", "super", "__init__", "step"} <= names(short)
    # What is looked up by a text keeps its name where it is defined, too.
    assert '"shown"' in short.decode() and "shown" in names(shortened(EXAMPLE, [PROGRAM])["base.py"])
    assert not names(short) & {"counted", "_mine", "_step", "inner"}


def test_classes_that_extend_one_another_share_no_short_name_by_chance() -> None:
    package = {
        "base.py": b"class A:\n    def _a1(self):\n        return 1\n    def _a2(self):\n        return self._a1()\n",
        "leaf.py": b"from .base import A\nclass B(A):\n    def _b1(self):\n        return 2\n",
    }
    short = shortened(package)
    base, leaf = (
        {node.name for node in ast.walk(ast.parse(short[path])) if isinstance(node, ast.FunctionDef)}
        for path in ("base.py", "leaf.py")
    )
    assert len(base) == 2 and len(leaf) == 1 and not base & leaf
