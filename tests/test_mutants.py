"""The choice of mutants, and the verdicts on them, on a tree of two files."""

import random
from pathlib import Path

import pytest

from tests.mutants import KILLED, SURVIVED, UNJUDGED, Mutant, mutants_of, sample, selected_tests, verdicts

FILE = "host/hexlume_host/web/size.py"
SOURCE = b'''"""Sizes."""

from logging import root as LOG

def is_large(size: int | None = 8) -> bool:
    """Return whether 10 is reached."""
    LOG.debug("%d", 10)
    return size is not None and size >= 10
'''
TEST = """
from hexlume_host.web.size import is_large

def test_a_size_of_ten_is_large():
    assert is_large(10)
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    files = {
        FILE: SOURCE,
        "host/hexlume_host/__init__.py": b"",
        "tests/host/web/test_size.py": TEST.encode(),
        "pyproject.toml": b"[tool.pytest.ini_options]\naddopts = '--import-mode=importlib'\n",
    }
    for name, content in files.items():
        path = tmp_path / "tree" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return tmp_path / "tree"


def with_line(text: str) -> Mutant:
    """Return the mutant of the source whose changed line has a text."""
    return next(
        mutant for mutant in mutants_of(FILE, SOURCE) if f"+{text}" in mutant.diff(SOURCE).replace("+    ", "+")
    )


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("a = b < 0", ["a = b <= 0", "a = b < 1"]),
        ("a = b not in c", ["a = b in c"]),
        ("a = é and c or d", ["a = ((é and c) and d)", "a = (é or c) or d"]),
        ("a = b - c * 2", ["a = (b + c * 2)", "a = b - c * 3"]),
        ("a = b if c else d", ["a = b if (not (c)) else d"]),
        ("if a: b()", ["if (not (a)): b()", "if a: pass"]),
        ("a.b = c", ["pass"]),
        ("a: Literal[1] = 1", ["a: Literal[1] = 2"]),
        ("def a(): return b", ["def a(): return None"]),
        ("def a(): return True", ["def a(): return False"]),
        ("a = f'{b + 1}' + c", ["a = (f'{b + 1}' - c)"]),
        ("_log.info(1)", []),
        ("a = 99, 100, 0xFFFF", ["a = 100, 100, 0xFFFF", "a = 99, 200, 0xFFFF", "a = 99, 100, 131070"]),
        ("a = b[-1]", ["a = b[1]"]),
        ("@lru_cache(maxsize=1)\ndef a(): pass", []),
        ("if TYPE_CHECKING: a()", []),
        ("if False: a()", []),
        ("raise NotImplementedError", []),
    ],
)
def test_mutants_of_a_line_are_its_small_mistakes(line: str, changed: list[str]) -> None:
    source = line.encode()
    assert [mutant.of(source).decode() for mutant in mutants_of("a.py", source)] == changed


def test_a_sample_depends_on_its_seed_only(tree: Path) -> None:
    assert sample(tree, ["host"], 3, 7) == sample(tree, ["host"], 3, 7) != sample(tree, ["host"], 3, 8)
    assert set(sample(tree, [FILE], 99, random.randrange(99))) == set(mutants_of(FILE, SOURCE))
    assert sample(tree, ["firmware"], 3, 7) == []


def test_the_mirrored_test_comes_first_and_then_its_folder(tree: Path) -> None:
    assert selected_tests(tree, FILE) == ["tests/host/web/test_size.py", "tests/host/web"]
    assert selected_tests(tree, "host/hexlume_host/web/live/hub.py") == ["tests/host/web"]


@pytest.mark.integration
def test_a_mutant_that_a_test_kills_and_one_that_survives(tree: Path) -> None:
    killed, survivor = (
        with_line("return size is not None and size > 10"),
        with_line("def is_large(size: int | None = 9)"),
    )
    assert list(verdicts(tree, [killed, survivor, killed], jobs=2, seconds=60)) == [KILLED, SURVIVED, KILLED]
    assert (tree / FILE).read_bytes() == SOURCE


@pytest.mark.integration
@pytest.mark.parametrize(
    ("file", "content"), [("test_size.py", "def test_wrong(): assert False"), ("conftest.py", "import nothing")]
)
def test_a_mutant_is_not_judged_by_a_test_that_fails_without_it(tree: Path, file: str, content: str) -> None:
    (tree / "tests/host/web" / file).write_text(content)
    assert list(verdicts(tree, [with_line("return None")], jobs=1, seconds=60)) == [UNJUDGED]
