"""Sentences of the firmware in other languages: every one that a board or the rules can say has a template."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import hexlume
from hexlume import games
from hexlume.match.game_clock import TimeControl
from hexlume_host.game.firmware_sentences import TEMPLATES, firmware_sentence
from hexlume_host.languages import use_language
from hexlume_host.translation import PLACEHOLDER

FIRMWARE = Path(hexlume.__file__).parent
SPEAKING = (
    "app.py",
    "games/*.py",
    "link/health_report.py",
    "match/*.py",
    "states/*.py",
    "play/*.py",
    "table/layout.py",
)
"""The modules whose errors and refusals people read."""
FOR_DEVELOPERS = ("external.py", "match.py", "notation.py", "settings.py")
"""Those of games' authors, of events that do not fit, of programs and of settings.toml."""
NO_SENTENCE = {"%s %d+%d", "byoyomi %d+%dx%d"}
"""Time controls."""


def sentences() -> Iterator[str]:
    """Yield what these modules return, raise or name as a refusal: texts of several words, values as in ``%s``."""
    for path in sorted(path for pattern in SPEAKING for path in FIRMWARE.glob(pattern)):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            value = node.value if isinstance(node, ast.Return) else None
            if isinstance(value, ast.Tuple) and value.elts:
                # A state and why it refuses.
                value = value.elts[-1]
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "refusal":
                value = node.value
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                value = next(iter(node.exc.args), None)
            if isinstance(value, ast.BinOp):
                value = value.left
            words = value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""
            if " " in words and path.name not in FOR_DEVELOPERS and words not in NO_SENTENCE:
                yield words


def test_every_sentence_of_the_firmware_has_a_template() -> None:
    """A template may have words where the firmware fills in one of a few."""
    said = {sentence: re.compile(as_pattern(sentence)) for sentence in sentences()}
    assert [sentence for sentence, pattern in said.items() if not any(map(pattern.fullmatch, TEMPLATES))] == []
    assert [one for one in TEMPLATES if not any(pattern.fullmatch(one) for pattern in said.values())] == []
    for text in ("fischer x+5", "delay 60+x", "byoyomi 60+xx30"):
        with pytest.raises(ValueError, match="to") as raised:
            TimeControl(text)
        assert any(re.fullmatch(PLACEHOLDER.sub(".*", one), str(raised.value)) for one in TEMPLATES if "{kind}" in one)


def as_pattern(sentence: str) -> str:
    """Return a firmware's sentence as an expression for templates: a number is a placeholder or a number in it."""
    words = re.escape(sentence).replace("%s", ".+")
    return words.replace("%d", r"(?:\{\w+\}|\d+)")


def test_a_sentence_of_the_firmware_is_translated_with_its_values(tmp_path: Path) -> None:
    path = tmp_path / "de.po"
    path.write_text(
        'msgid "{option} is one of {values}, not \'{value}\'"\nmsgstr "{option}: {value}? ({values})"\n'
        'msgid "\'{action}\' is not legal here ({clause})"\nmsgstr "{clause}: nicht {action}"\n',
        encoding="utf-8",
    )
    use_language(str(path))
    try:
        with pytest.raises(ValueError, match="setup") as raised:
            games.start("organica", 5, {"setup": "it's"})
        assert firmware_sentence(raised.value) == "setup: it's? (clusters, corners)"
        assert firmware_sentence("'Wd4' is not legal here (ACT-1)") == "ACT-1: nicht Wd4"
        assert firmware_sentence("'Wd4' is not legal here") == "'Wd4' is not legal here"
        assert firmware_sentence("something else") == "something else"
    finally:
        use_language("en")
