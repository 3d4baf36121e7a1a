"""Imported names written in full: ``array.array`` for ``array`` after ``from array import array``."""

import ast
from collections.abc import Iterator


def qualified(tree: ast.Module) -> ast.Module:
    """Return a source with the names in full that it imports from modules outside its package."""
    made: ast.Module = ast.fix_missing_locations(_Qualified(dict(_aliases(tree))).visit(tree))
    return made


def _aliases(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the names that imports bind, each with the full name of what it stands for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.asname, alias.name) for alias in node.names if alias.asname)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)


class _Qualified(ast.NodeTransformer):
    def __init__(self, aliases: dict[str, str]) -> None:
        self._aliases = aliases

    def visit_Name(self, node: ast.Name) -> ast.AST:
        full = self._aliases.get(node.id)
        if full is None or not isinstance(node.ctx, ast.Load):
            return node
        value: ast.expr = ast.Name(full.split(".")[0], ast.Load())
        for part in full.split(".")[1:]:
            value = ast.Attribute(value, part, ast.Load())
        return ast.copy_location(value, node)
