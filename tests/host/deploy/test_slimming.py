"""Sources without comments and docstrings mean the same, line by line."""

import ast
import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume_host.deploy.firmware_files import packaged_firmware
from hexlume_host.deploy.slimming import renamed, slimmed

FIRMWARE = Path(__file__).parents[3] / "firmware"

SOURCE = '''
    """A module."""
    LIMIT = 3  # so many
    """An attribute's docstring."""
    TEXT = "no # comment"

    class Refused(Exception):
        """Only a docstring,
        of two lines."""

    def work(a):
        """Does."""
        # nothing
        return {
            "a": a,  # the first
        }

    async def nothing():
        """é"""

    x = "é"  # é
    '''


def test_what_goes_and_what_stays() -> None:
    slim = slimmed(textwrap.dedent(SOURCE).encode()).decode()
    assert [line for line in slim.splitlines() if line] == [
        "LIMIT = 3",
        'TEXT = "no # comment"',
        "class Refused(Exception):",
        "    pass",
        "def work(a):",
        "    return {",
        '        "a": a,',
        "    }",
        "async def nothing():",
        "    pass",
        'x = "é"',
    ]


@pytest.mark.parametrize("path", sorted(FIRMWARE.rglob("*.py")), ids=lambda path: path.name)
def test_every_statement_of_the_firmware_keeps_its_line(path: Path) -> None:
    source = path.read_bytes()
    slim = slimmed(source)
    assert len(slim) < len(source) and b"#" not in slim.replace(b'"#', b"")
    assert slim.count(b"\n") == source.count(b"\n")
    assert calls(slim) == calls(source)


def calls(source: bytes) -> list[tuple[int, str]]:
    """Return every call, name and number of a module with its line."""
    kinds = (ast.Call, ast.Name, ast.Attribute, ast.Return, ast.If, ast.For, ast.While, ast.FunctionDef, ast.ClassDef)
    return [(node.lineno, type(node).__name__) for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]


@pytest.mark.parametrize("source", [b"\xff", b"def", b"'", b"x = (", b"\x00", b"if x: 'a'; y"])
def test_what_cannot_be_read_or_would_not_be_python_any_more_stays_as_it_is(source: bytes) -> None:
    assert slimmed(source) == source


@given(st.text(alphabet="ab=#'\"\n :()xpdefif\\", max_size=60))
def test_any_text_means_the_same_afterwards(text: str) -> None:
    source = text.encode()
    slim = slimmed(source)
    try:
        before = compile(source, "x", "exec", optimize=2)
    except (SyntaxError, ValueError):
        assert slim == source
        return
    after = compile(slim, "x", "exec", optimize=2)
    assert after.co_names == before.co_names and after.co_consts == before.co_consts


def test_programs_import_the_package_by_the_name_it_has() -> None:
    """Nothing but ``from hexlume…`` at the beginning of a line imports the package, so nothing else need be renamed."""
    for name, source in packaged_firmware().programs.items():
        moved = renamed(source, "hexlume", "hexlume_b")
        imported = [
            (node.module or "") if isinstance(node, ast.ImportFrom) else alias.name
            for node in ast.walk(ast.parse(moved))
            if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        ]
        assert not [module for module in imported if module.split(".")[0] == "hexlume"], name
        assert renamed(moved, "hexlume_b", "hexlume") == source


def test_the_package_imports_itself_by_dots_only() -> None:
    """So it works under either name."""
    for path, source in packaged_firmware().package.items():
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom):
                assert node.level or (node.module or "").split(".")[0] != "hexlume", path
            if isinstance(node, ast.Import):
                assert all(alias.name.split(".")[0] != "hexlume" for alias in node.names), path
