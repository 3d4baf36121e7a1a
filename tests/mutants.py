"""Mutation tests of a random sample of product code: ``make mutants``, options by ``python -m tests.mutants --help``.

A mutant is one small mistake in one file of a copy of the tree. The tests of the file's folder run there as in
``make test``, the one that mirrors the file first. A mutant that no test fails on has survived.

What nobody could notice is no mistake: texts for developers, types, the sizes of caches. A number below 100 becomes one
larger and others double, since 1,401 ms for 1,400 or a colour with one more of blue is nothing that a player sees; a
negative one loses its sign, since -2 is as good a mark for "none" as -1.
"""

# No library: cosmic-ray changes files in place, has one test command for all of them and deletes no statements, and
# mutmut compiles every mutant into every function and finds their tests by running all tests on that.
import argparse
import ast
import difflib
import os
import random
import re
import resource
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from runpy import run_path
from tempfile import TemporaryDirectory

import pytest

ROOT = Path(__file__).parents[1]
TESTS = {
    "firmware/hexlume": "tests/firmware",
    "host/hexlume_record": "tests/record",
    "host/hexlume_host": "tests/host",
    "host/hexlume_engine/pages": "tests/host/web/pages",
    "host/hexlume_engine": "tests/host",
    "host/hexlume_plugins": "tests/host/plugins",
    "simulator/hexlume_sim": "tests/simulator",
    "hardware/hexlume_hw": "tests/hardware",
}
"""The tests' folder of each package."""
ELSEWHERE = {
    "firmware/hexlume/games/*/setup.py": "tests/record/setup",
    "firmware/hexlume/games/*/texts.py": "tests/record/words",
    "firmware/hexlume/games/*/re*.py": "tests/rules",
    "firmware/hexlume/games/*/rules.py": "tests/rules",
    "firmware/hexlume/games/*.py": "tests/rules",
    "firmware/hexlume/output/led_cues.py": "tests/tools",
    "firmware/hexlume/app.py": "tests/end_to_end",
    "firmware/hexlume/hardware/*.py": "tests/end_to_end",
    "host/hexlume_record/game/perft.py": "tests/perft",
}
"""The tests of what is used in another package only."""
IMPORTED = {
    "": ("hypothesis", "playwright.sync_api", "sqlalchemy.orm", "starlette.applications", "uvicorn", "rich", "typer"),
    "hardware/hexlume_hw": ("build123d", "trimesh", "magpylib", "matplotlib.pyplot"),
}
"""What takes long to import, by the package that needs it."""
COMPILED = (b"@compiled", b"@entry")
"""Files with one of these run as plain Python, since compiling them takes longer than their tests do so."""
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    one: other
    for pair in [
        (ast.Lt, ast.LtE),
        (ast.Gt, ast.GtE),
        (ast.Eq, ast.NotEq),
        (ast.Is, ast.IsNot),
        (ast.In, ast.NotIn),
        (ast.And, ast.Or),
        (ast.Add, ast.Sub),
    ]
    for one, other in (pair, pair[::-1])
}
NOT_COPIED = shutil.ignore_patterns(".git", ".venv", "build", "dist", "__pycache__", ".*_cache", ".hypothesis")
KILLED, SURVIVED, TIME_OVER, UNJUDGED = "killed", "survived", "time over", "unjudged"
"""Verdicts. When the time is over, some tests have passed; unjudged is what fails without the mutant, too."""
PASSED, NO_TESTS = 0, 5
"""Exit codes of pytest."""
SITE = ".mutants"
"""The folder in a copy whose ``sitecustomize`` makes every process import from the copy."""
PATHS = """import sys
at = next(number for number, path in enumerate(sys.path) if path.endswith("-packages"))
sys.path[at:at] = {}
"""
"""After the standard library, whose ``code`` the firmware's would hide."""


@dataclass(frozen=True)
class Mutant:
    """One mistake: ``text`` instead of the file's bytes from ``start`` to ``end``."""

    file: str
    line: int
    start: int
    end: int
    text: bytes

    def of(self, source: bytes) -> bytes:
        """Return the source with the mistake."""
        return source[: self.start] + self.text + source[self.end :]

    def diff(self, source: bytes) -> str:
        """Return the lines before and after."""
        before, after = source.decode().splitlines(), self.of(source).decode().splitlines()
        return "\n".join(list(difflib.unified_diff(before, after, n=0, lineterm=""))[3:])


def mutants_of(file: str, source: bytes) -> list[Mutant]:
    """Return all mutants of a file. Docstrings, logging, texts and annotations have none."""
    line_starts = [0]
    for line in source.splitlines(keepends=True):
        line_starts.append(line_starts[-1] + len(line))
    mutants = []
    for node, text in chain.from_iterable(map(_changes, _product_nodes(ast.parse(source)))):
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = line_starts[node.lineno - 1] + node.col_offset
        end = line_starts[node.end_lineno - 1] + node.end_col_offset
        mutants.append(Mutant(file, node.lineno, start, end, text.encode()))
    return mutants


def _product_nodes(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.JoinedStr() | ast.Expr(value=ast.Constant()) | ast.Raise(exc=ast.Name("NotImplementedError")):
            return
        case ast.If(test=ast.Name("TYPE_CHECKING") | ast.Constant(value=False)) | ast.Call(func=ast.Name("lru_cache")):
            return
        case ast.Expr() if re.match(r"(_log|LOG|logging)\.", ast.unparse(node)):
            return
    yield node
    if _negative(node) is not None:
        return
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _product_nodes(child)


def _negative(node: ast.AST) -> int | None:
    """Return the number that stands behind a minus, which a mistake leaves out."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
            return number
    return None


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield what to replace in a node, and by which text."""
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in SWAPPED:
            yield node, _with(node, "ops", [SWAPPED[type(operator)]()])
        case ast.BoolOp(op=operator) | ast.BinOp(op=operator) if type(operator) in SWAPPED:
            yield node, f"({_with(node, 'op', SWAPPED[type(operator)]())})"
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            yield node, str(number + 1 if number < 100 else number * 2)
        case ast.UnaryOp() if (positive := _negative(node)) is not None:
            yield node, str(positive)
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield test, f"(not ({ast.unparse(test)}))"
        case ast.Return(value=ast.Constant(value=bool(value))):
            yield node, f"return {not value}"
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant) or value.value is not None:
            yield node, "return None"
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Break() | ast.Continue() | ast.Delete():
            yield node, "pass"
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield node, "pass"


def _with(node: ast.AST, field: str, value: object) -> str:
    changed = copy(node)
    setattr(changed, field, value)
    return ast.unparse(changed)


def sample(root: Path, folders: list[str], count: int, seed: int) -> list[Mutant]:
    """Return mutants of the packages' files below some folders, all equally likely; the same ones for a seed."""
    files = [path.relative_to(root).as_posix() for package in TESTS for path in (root / package).rglob("*.py")]
    chosen = sorted(file for file in files if any(Path(file).is_relative_to(folder) for folder in folders))
    mutants = [mutant for file in chosen for mutant in mutants_of(file, (root / file).read_bytes())]
    return random.Random(seed).sample(mutants, min(count, len(mutants)))


def selected_tests(root: Path, file: str) -> list[str]:
    """Return what pytest runs for a file: its mirrored test, those elsewhere, and its folder's.

    A folder without tests has those of the folder around it.
    """
    package = next(package for package in TESTS if Path(file).is_relative_to(package))
    folder = Path(TESTS[package], Path(file).relative_to(package)).parent
    mirrored = folder / f"test_{Path(file).name}"
    while not (root / folder).is_dir():
        folder = folder.parent
    elsewhere = [Path(tests) for pattern, tests in ELSEWHERE.items() if Path(file).match(pattern)]
    return [path.as_posix() for path in (mirrored, *elsewhere, folder) if (root / path).exists()]


class _FirstFailure:
    """A plugin of pytest that keeps the test, or the file that cannot be collected, that failed first."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._keep(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._keep(report)

    def _keep(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.failed and not self._path.exists():
            self._path.write_text(report.nodeid, encoding="utf-8")


class Copy:
    """A copy of the tree, in which one mutant at a time is judged."""

    def __init__(self, root: Path, folder: Path) -> None:
        self._root = folder
        self._first_failed = folder / SITE / "failed"
        self._sound: set[str] = set()
        self._unsound: set[str] = set()
        self._has_engine = False
        shutil.copytree(root, folder, ignore=NOT_COPIED)
        self._sources = sorted({str(folder / Path(package).parent) for package in TESTS})
        (folder / SITE).mkdir()
        (folder / SITE / "sitecustomize.py").write_text(PATHS.format(self._sources))

    def judge(self, number: int, mutant: Mutant, seconds: float) -> str:
        """Return the verdict on a mutant. Each has a number of its own."""
        path = self._root / mutant.file
        source = path.read_bytes()
        plain = any(mark in source for mark in COMPILED)
        if not plain and mutant.file.startswith("host/hexlume_engine") and not self._has_engine:
            # Once, and without any test's limit of time.
            self._has_engine = True
            self._forked(_compile_engine, 10 * seconds, plain)
        tests = selected_tests(self._root, mutant.file)
        end = time.monotonic() + seconds
        while True:
            path.write_bytes(mutant.of(source))
            # Python tells from a source's time and size whether the compiled code is still that of the source.
            os.utime(path, (number, number))
            status = self._pytest(tests, end - time.monotonic(), plain)
            path.write_bytes(source)
            if status is None:
                return TIME_OVER
            if status in (PASSED, NO_TESTS):
                return SURVIVED if status == PASSED or not self._unsound else UNJUDGED
            failed = self._first_failed.read_text(encoding="utf-8") if self._first_failed.exists() else ""
            # What fails without the mutant, too, says nothing about it: the others are run again.
            again = [failed] if "::" in failed else ["--collect-only", failed or tests[-1]]
            if again[-1] in self._sound or self._pytest(again, seconds, plain) == PASSED:
                self._sound.add(again[-1])
                return KILLED
            if again[-1] in self._unsound:
                return UNJUDGED
            self._unsound.add(again[-1])

    def _pytest(self, tests: list[str], seconds: float, plain: bool) -> int | None:
        """Run tests until one fails; return pytest's exit code, or ``None`` if the time was over before."""
        self._first_failed.unlink(missing_ok=True)
        options = ["-x", "-m", "not soak and not chip", "-p", "no:cacheprovider"]
        options += [f"--deselect={test}" for test in self._unsound]
        return self._forked(
            partial(pytest.main, [*options, *tests], [_FirstFailure(self._first_failed)]), seconds, plain
        )

    def _forked(self, do: Callable[[], int], seconds: float, plain: bool) -> int | None:
        """Do something in the copy; return what it returns, or ``None`` if the time was over before."""
        process = os.fork()
        if not process:
            status = 1
            with suppress(BaseException):
                self._enter(plain)
                status = do()
            os._exit(status)
        end = time.monotonic() + seconds
        ended, status = os.waitpid(process, os.WNOHANG)
        while not ended and time.monotonic() < end:
            time.sleep(0.02)
            ended, status = os.waitpid(process, os.WNOHANG)
        # With what the tests have started and left.
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)
        if ended:
            return os.waitstatus_to_exitcode(status)
        os.waitpid(process, 0)
        return None

    def _enter(self, plain: bool) -> None:
        """Let this process run in the copy, in silence."""
        os.setsid()
        # A mutant may ask for more memory without end.
        resource.setrlimit(resource.RLIMIT_DATA, (8 << 30, 8 << 30))
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        os.chdir(self._root)
        os.environ["PYTHONPATH"] = f"{self._root}/{SITE}{os.pathsep}{self._root}"
        # The user's cache keeps the compiled code of the last states of the engine: not of mutants.
        os.environ["XDG_CACHE_HOME"] = f"{self._root}/{SITE}/cache"
        if plain:
            os.environ["NUMBA_DISABLE_JIT"] = "1"
        own = [path for path in sys.path if "-packages" in path or Path(sys.base_prefix) in Path(path).parents]
        at = next(number for number, path in enumerate(own) if path.endswith("-packages"))
        sys.path[:] = [*own[:at], *self._sources, *own[at:], str(self._root)]


def verdicts(root: Path, mutants: list[Mutant], jobs: int, seconds: float) -> Iterator[str]:
    """Yield the verdict on each mutant, from copies of the tree that are judged in at the same time."""
    files = {mutant.file for mutant in mutants}
    packages = [package for package in IMPORTED if any(file.startswith(package) for file in files)]
    slow = [module for package in packages for module in IMPORTED[package]]
    with (
        TemporaryDirectory(prefix="mutants-") as folder,
        # A process has a copy, and a fork for each mutant, since what all tests import takes longer than most tests.
        ProcessPoolExecutor(jobs, get_context("spawn"), _prepare, (root, Path(folder), slow)) as processes,
    ):
        yield from processes.map(_judge, range(len(mutants)), mutants, [seconds] * len(mutants))


def _compile_engine() -> int:
    run_path("tools/compile_engine.py", run_name="__main__")
    return PASSED


_copies: list[Copy] = []
"""The one of this process."""


def _prepare(root: Path, folder: Path, slow: list[str]) -> None:
    for module in slow:
        with suppress(ImportError):
            import_module(module)
    for module in [
        name
        for name in sys.modules
        if name.partition(".")[0] in {"tests", *(Path(package).name for package in TESTS)} and name != __name__
    ]:
        del sys.modules[module]
    _copies.append(Copy(root, folder / str(os.getpid())))


def _judge(number: int, mutant: Mutant, seconds: float) -> str:
    return _copies[0].judge(number, mutant, seconds)


def main() -> None:
    """Judge a sample; print the survivors and the share that was killed."""
    parser = argparse.ArgumentParser(description="Tests whether the tests notice small mistakes in a copy of the tree.")
    parser.add_argument("folders", nargs="*", default=list(TESTS), help="folders or files (default: all packages)")
    parser.add_argument("--count", type=int, default=200, help="mutants to pick (default: 200)")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="of the choice (default: random)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="at the same time (default: one for a core)")
    parser.add_argument("--seconds", type=float, default=300, help="for the tests of one mutant (default: 300)")
    options = parser.parse_args()
    print(f"Seed: {options.seed}", flush=True)
    mutants = sample(ROOT, options.folders, options.count, options.seed)
    count: Counter[str] = Counter()
    for mutant, verdict in zip(mutants, verdicts(ROOT, mutants, options.jobs, options.seconds), strict=True):
        count[verdict] += 1
        print(f"{mutant.file}:{mutant.line}: {verdict}", flush=True)
        if verdict != KILLED:
            print(mutant.diff((ROOT / mutant.file).read_bytes()), flush=True)
    shares = ", ".join(f"{number} {verdict}" for verdict, number in count.most_common())
    print(f"{shares}: {count[KILLED] / max(1, len(mutants)):.0%} of {len(mutants)} mutants killed.")


if __name__ == "__main__":
    main()
