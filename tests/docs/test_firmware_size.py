"""How large the firmware may grow: in statements, so that neither docstrings nor line breaks count."""

import ast
from pathlib import Path

from hexlume_host.flash.firmware_files import package_sources

PACKAGE = Path(__file__).parents[2] / "firmware" / "hexlume"
MOST_STATEMENTS = 5_500


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
    assert sum(map(statements, modules)) <= MOST_STATEMENTS
