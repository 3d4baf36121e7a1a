"""Writes host/hexlume_host/translations/hexlume.pot, the template of translations: all texts of pages.

.venv/bin/python tools/list_texts.py            write it
.venv/bin/python tools/list_texts.py --check    only say whether it is current
"""

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment
from jinja2.ext import extract_from_ast

from hexlume import games

ROOT = Path(__file__).resolve().parent.parent
HOST = ROOT / "host" / "hexlume_host"
GAMES = ROOT / "firmware" / "hexlume" / "games"
TEMPLATE = HOST / "translations" / "hexlume.pot"
HEAD = r"""# The texts of Hexlume, written by tools/list_texts.py; a translation is a copy: docs/how-to/translate.md.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"""
TEXT = r'"(?:[^"\\]|\\.)*"'
IN_SCRIPT = re.compile(rf"(?<![\w.])(t|ngettext)\(\s*(?:({TEXT})(?:,\s*({TEXT}))?)?")
COMMENT = re.compile(r"^\s*(?://|/?\*).*$", re.MULTILINE)

Message = tuple[str, str]
"""A message and its plural, which is empty for most."""


def python_messages(source: str) -> Iterator[Message]:
    """Yield the messages of a module: arguments of ``_``, ``N_`` and ``ngettext``."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("_", "N_", "ngettext"):
            wanted = node.args[: 2 if node.func.id == "ngettext" else 1]
            texts = [part.value for part in wanted if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            if len(texts) == len(wanted):
                yield texts[0], "".join(texts[1:])
            elif node.func.id != "_":
                raise ValueError(f"line {node.lineno}: {node.func.id} takes its messages as literals.")


def page_messages(source: str) -> Iterator[Message]:
    """Yield the messages of a page's template."""
    for line, function, texts in extract_from_ast(Environment().parse(source), ("_", "N_", "ngettext"), False):
        found = [text for text in (texts if isinstance(texts, tuple) else (texts,)) if text is not None]
        if function == "ngettext" and len(found) < 2:
            raise ValueError(f"line {line}: {function} takes its messages as literals.")
        if found:
            yield found[0], found[1] if function == "ngettext" else ""


def script_messages(source: str) -> Iterator[Message]:
    """Yield the messages of a script: arguments of ``t`` and ``ngettext``."""
    source = COMMENT.sub("", source)
    for found in IN_SCRIPT.finditer(source):
        function, message, many = found.groups()
        if message is None or (function == "ngettext" and many is None):
            line = source[: found.start()].count("\n") + 1
            raise ValueError(f"line {line}: {function} takes its messages as literals in double quotes.")
        yield json.loads(message), json.loads(many) if function == "ngettext" else ""


def game_messages(source: str) -> Iterator[Message]:
    """Yield the messages of a game's ``texts.py``: its aim, and the values of its tables."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Call):
            for part in node.value.values if isinstance(node.value, ast.Dict) else [node.value]:
                text = ast.literal_eval(part)
                if isinstance(text, str):
                    yield text, ""


def setup_messages(source: str) -> Iterator[Message]:
    """Yield the messages of a game's ``setup.py``: the texts and choices of ``TURN``, and the refusals."""
    for node in ast.walk(ast.parse(source)):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value == "text":
                    parts.append(value)
                elif isinstance(key, ast.Constant) and key.value == "choices" and isinstance(value, ast.Tuple):
                    parts += [pair.elts[1] for pair in value.elts if isinstance(pair, ast.Tuple)]
        elif isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
            parts = node.value.elts[1:2]
        for part in parts:
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part.value, ""


def option_messages(name: str) -> Iterator[Message]:
    """Yield the names of a game's options, and those of their choices that are words."""
    rules = games.game_class(name)
    choices = (choice for choices in rules.CHOICES.values() for choice in choices)
    yield from ((word, "") for word in (*rules.DEFAULTS, *choices) if isinstance(word, str))


def course_messages(source: str) -> Iterator[Message]:
    """Yield the sentences of a game's course, a step a line."""
    for line in source.splitlines():
        step = json.loads(line)
        yield from ((step[key], "") for key in ("say", "wrong") if step.get(key))


def sources() -> Iterator[tuple[Path, Iterator[Message]]]:
    """Yield all files with texts, and what they have."""
    for path in sorted(HOST.rglob("*.py")):
        yield path, python_messages(path.read_text(encoding="utf-8"))
    for path in sorted((HOST / "web" / "templates").glob("*.html")):
        yield path, page_messages(path.read_text(encoding="utf-8"))
    for path in sorted((HOST / "web" / "static").rglob("*.js")):
        if path.name != "texts.js":
            yield path, script_messages(path.read_text(encoding="utf-8"))
    for path in sorted(GAMES.glob("*/texts.py")):
        yield path, game_messages(path.read_text(encoding="utf-8"))
    for path in sorted(GAMES.glob("*/setup.py")):
        yield path, setup_messages(path.read_text(encoding="utf-8"))
    for name in games.NAMES:
        yield GAMES / name / "rules.py", option_messages(name)
    for path in sorted(GAMES.glob("*/course.jsonl")):
        yield path, course_messages(path.read_text(encoding="utf-8"))


def template() -> str:
    """Return the template, its messages in the alphabet's order."""
    found: dict[str, tuple[str, set[str]]] = {}
    for path, messages in sources():
        try:
            for message, many in messages:
                known, files = found.setdefault(message, (many, set()))
                files.add(path.relative_to(ROOT).as_posix())
                found[message] = (known or many, files)
        except ValueError as error:
            raise SystemExit(f"{path}, {error}") from None
    parts = [HEAD]
    for message, (many, files) in sorted(found.items()):
        lines = [f"#: {file}" for file in sorted(files)]
        lines.append(f"msgid {quoted(message)}")
        lines += [f"msgid_plural {quoted(many)}", 'msgstr[0] ""', 'msgstr[1] ""'] if many else ['msgstr ""']
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def quoted(text: str) -> str:
    """Return a text as ``.po`` files have it."""
    return json.dumps(text, ensure_ascii=False)


def main() -> None:
    """Write the template, or say that it is not current."""
    text = template()
    if "--check" not in sys.argv[1:]:
        TEMPLATE.write_text(text, encoding="utf-8")
    elif not TEMPLATE.exists() or TEMPLATE.read_text(encoding="utf-8") != text:
        raise SystemExit("translations/hexlume.pot is not current: run .venv/bin/python tools/list_texts.py.")


if __name__ == "__main__":
    main()
