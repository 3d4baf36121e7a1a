"""How large each part may grow: in statements, so that neither docstrings nor line breaks count.

What a feature adds is paid for by what it replaces: a limit goes down with its part, and never up.
"""

import ast
from pathlib import Path

import pytest

from hexlume_host.flash.firmware_files import package_sources

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "firmware" / "hexlume"
ON_A_BOARD = 5_500
MOST = {
    "host": 12_660,
    "host/hexlume_host": 6_610,
    "host/hexlume_engine": 6_550,
    "simulator": 4_090,
    "hardware": 6_980,
    "tests": 30_970,
}
"""All of ``host`` without the engine, then some of its packages and the other parts."""
PLAYGROUND = "host/hexlume_plugins/playground"
SCRIPT_LINES = {"host": 7_240, PLAYGROUND: 605}
"""The scripts of all pages that a server sends, and those of the page without a server."""


def statements(text: str) -> int:
    """Return how many statements a module has, without docstrings and other bare texts."""
    return sum(isinstance(node, ast.stmt) and not _is_text(node) for node in ast.walk(ast.parse(text)))


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def test_docstrings_are_no_statements() -> None:
    assert statements('"""Text."""\n\n\ndef one() -> int:\n    """Text."""\n    return 1\n') == 2


def test_the_package_on_a_board_stays_small_enough_to_be_read() -> None:
    modules = [source.decode() for name, source in package_sources(PACKAGE).items() if name.endswith(".py")]
    assert len(modules) > 80
    assert sum(map(statements, modules)) <= ON_A_BOARD


@pytest.mark.parametrize("part", MOST)
def test_a_part_stays_within_its_limit_of_statements(part: str) -> None:
    paths = [path for path in (ROOT / part).rglob("*.py") if part != "host" or "hexlume_engine" not in path.parts]
    assert len(paths) > 20
    assert sum(statements(path.read_text(encoding="utf-8")) for path in paths) <= MOST[part]


def test_the_pages_scripts_stay_within_their_limit_of_lines() -> None:
    lines = dict.fromkeys(SCRIPT_LINES, 0)
    for path in (ROOT / "host").rglob("*.js"):
        if "vendor" not in path.parts:
            part = PLAYGROUND if path.is_relative_to(ROOT / PLAYGROUND) else "host"
            lines[part] += len(path.read_text(encoding="utf-8").splitlines())
    assert all(1 < lines[part] <= most for part, most in SCRIPT_LINES.items()), lines
