"""F-strings as CircuitPython's lexer reads them: it does not parse the expressions in them.

An expression ends at the first ``:``, ``}``, ``!r`` or ``!s`` outside square and curly brackets,
and adjacent strings become one call of ``format()`` (CircuitPython 10.2.1, py/lexer.c:350).
"""

import ast
import re
from collections.abc import Iterator

_OPENING = re.compile(r"\s*(?:#.*\n\s*)?(?:\\\n\s*)*([A-Za-z]*)(\"\"\"|'''|\"|')")
_CONVERSION = re.compile(r"![rs][:}]")
_THOUSANDS = re.compile(r"[,_].*[.eEfFgG%]")


def flaws(text: str) -> Iterator[str]:
    """Yield the rules (`tests/circuitpython/rules.py`) that a string or a row of neighbouring strings breaks."""
    pieces = list(_pieces(text))
    if not any("f" in prefix for prefix, _ in pieces):
        return
    for prefix, body in pieces:
        if "f" in prefix:
            yield from _expressions(body)
        elif "{" in body or "}" in body:
            yield "@joined f-string"


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield the prefix, in small letters, and the body of each string in a row of them."""
    at = 0
    while opening := _OPENING.match(text, at):
        prefix, quote = opening[1].lower(), opening[2]
        begin = end = opening.end()
        while end < len(text) and not text.startswith(quote, end):
            end += 2 if text[end] == "\\" else 1
        yield prefix, text[begin:end]
        at = end + len(quote)


def _expressions(body: str) -> Iterator[str]:
    at = 0
    while (at := body.find("{", at)) >= 0:
        if body.startswith("{{", at):
            at += 2
            continue
        begin = at = at + 1
        depth = 0
        while at < len(body) and (depth or not (body[at] in ":}" or _CONVERSION.match(body, at))):
            depth += (body[at] in "[{") - (body[at] in "]}")
            at += 1
        yield from _expression(body[begin:at], body[at : at + 1])
        if body.startswith("!", at):
            at += 2
        specification = re.match(r":([^{}]*)", body[at:])
        if specification and _THOUSANDS.search(specification[1]):
            yield "@f-string thousands"


def _expression(text: str, end: str) -> Iterator[str]:
    try:
        tree = ast.parse(f"({text.removesuffix('=')})", mode="eval")
    except SyntaxError:
        if re.search(r"=\s+$", text):
            yield "@f-string spaces"
        elif text.endswith("!a"):
            yield "@f-string !a"
        else:
            yield "@f-string colon" if end == ":" else "@f-string brace"
        return
    if any(isinstance(node, ast.JoinedStr) for node in ast.walk(tree)):
        yield "@nested f-string"
