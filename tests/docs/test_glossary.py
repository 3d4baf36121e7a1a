"""The glossary stays short and about words that are in use."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
GLOSSARY = ROOT / "docs" / "glossary.md"
MOST_ENTRIES = 20


def entries() -> dict[str, str]:
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)
    return dict(rows[1:])


def test_the_glossary_has_at_most_twenty_entries() -> None:
    assert 0 < len(entries()) <= MOST_ENTRIES


def test_every_entry_is_used_outside_the_glossary() -> None:
    pages = [path for path in (ROOT / "docs").rglob("*.md") if path != GLOSSARY]
    sources = [
        path for folder in ("firmware", "simulator", "hardware", "tests") for path in (ROOT / folder).rglob("*.py")
    ]
    text = "\n".join(path.read_text(encoding="utf-8") for path in (*pages, *sources) if path != Path(__file__)).lower()
    assert [word for word in entries() if not re.search(rf"\b{word.replace(' ', '[ _]')}", text)] == []


def test_a_word_that_an_entry_refers_to_has_an_entry() -> None:
    words = {word for meaning in entries().values() for word in re.findall(r"\*([a-z ]+)\*", meaning)}
    assert {word for word in words if word not in entries() and word.removesuffix("s") not in entries()} <= {"pawns"}


def test_the_readme_and_the_architecture_link_to_the_glossary() -> None:
    assert "(docs/glossary.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "(glossary.md)" in (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
