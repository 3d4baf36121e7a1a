"""Leaves comments and docstrings out of sources that go to a board.

A Pico's drive holds 1 MB: the journal's files, the firmware in use and, while it is updated, the one that follows.
Without comments and docstrings both fit, and the board, which compiles its sources at every start, reads half as much.
Every statement stays in its line, so a traceback from a board points into the repository's files.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from types import CodeType


def slimmed(source: bytes) -> bytes:
    """Return a module's source (UTF-8) without comments and docstrings, its statements in their lines.

    A source that cannot be read as Python, or would not mean the same afterwards, is returned as it is.
    """
    try:
        text = source.decode()
        tree = ast.parse(text)
        lines = text.split("\n")
        for token in _comments(text):
            lines[token.start[0] - 1] = _up_to(lines[token.start[0] - 1], token.start[1])
        for statement, alone in _bare_strings(tree):
            _blank(lines, statement, "pass" if alone else "")
        slim = "\n".join(line.rstrip() for line in lines)
        if _meaning(ast.parse(slim)) != _meaning(tree):
            return source
    except (UnicodeDecodeError, SyntaxError, ValueError, tokenize.TokenError):
        return source
    return slim.encode()


def renamed(source: bytes, package: str, name: str) -> bytes:
    """Return a source whose ``from package…`` imports are of ``name`` instead; nothing else may import the package."""
    return re.sub(rb"(?m)^(\s*from )%s(?=[ .])" % package.encode(), rb"\g<1>" + name.encode(), source)


def _comments(text: str) -> list[tokenize.TokenInfo]:
    return [token for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.type == tokenize.COMMENT]


def _blocks(node: ast.AST) -> Iterator[tuple[ast.AST, str, list[ast.stmt]]]:
    """Yield every list of statements, with what it belongs to and its name there."""
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list):
            yield node, name, block
            for statement in block:
                yield from _blocks(statement)
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield from _blocks(part)


def _bare_strings(tree: ast.Module) -> list[tuple[ast.stmt, bool]]:
    """Return every statement that is only a string, and whether it is the first of a block that has nothing else."""
    found: list[tuple[ast.stmt, bool]] = []
    for node, _, block in _blocks(tree):
        strings = [statement for statement in block if _is_string(statement)]
        alone = len(strings) == len(block) and not isinstance(node, ast.Module)
        found += [(statement, alone and at == 0) for at, statement in enumerate(strings)]
    return found


def _is_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _blank(lines: list[str], statement: ast.stmt, instead: str) -> None:
    first, last = statement.lineno - 1, (statement.end_lineno or statement.lineno) - 1
    before = _up_to(lines[first], statement.col_offset, in_bytes=True)
    after = lines[last].encode()[statement.end_col_offset :].decode()
    lines[first] = before + instead
    for line in range(first + 1, last + 1):
        lines[line] = ""
    lines[last] += after


def _up_to(line: str, column: int, in_bytes: bool = False) -> str:
    """Return a line's beginning: ``ast`` counts bytes, ``tokenize`` characters."""
    return line.encode()[:column].decode() if in_bytes else line[:column]


def _meaning(tree: ast.Module) -> tuple[CodeType, list[tuple[str, int]]]:
    """Return what a module is compiled to without its bare strings, and the line of every statement."""
    places = []
    for node, name, block in list(_blocks(tree)):
        kept = [statement for statement in block if not _is_string(statement)]
        if block and all(isinstance(statement, ast.Pass) for statement in kept) and not isinstance(node, ast.Module):
            # A string and the pass in its place differ in nothing but where they end.
            kept = [ast.Pass(lineno=block[0].lineno, col_offset=0, end_lineno=block[0].lineno, end_col_offset=0)]
        setattr(node, name, kept)
        for statement in kept:
            if hasattr(statement, "body"):
                # Where a block ends is told by its last statement, which may be one that goes.
                statement.end_lineno, statement.end_col_offset = statement.lineno, statement.col_offset
        places += [(type(statement).__name__, statement.lineno) for statement in kept]
    return compile(tree, "", "exec", dont_inherit=True), places
