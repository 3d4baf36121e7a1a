"""Every clause of the rule sheets is decided by cited code and proved by a citing test, and no other id is cited."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SEEDS = ROOT / "seeds"
TESTS = ROOT / "tests"

CLAUSES = {
    "boards": ("GEO", 7),
    "turns": ("ACT", 7),
    "orochi": ("ORO", 9),
    "sibling": ("SIB", 7),
    "orcoon": ("ORC", 8),
    "organica": ("ORG", 15),
    "droched": ("DRO", 12),
    "hex": ("HEX", 6),
}
"""The prefix and the number of clauses of each sheet."""


def sheet_of(name: str) -> Path:
    """Return where a rule sheet lies: among the seeds, or in its game's folder."""
    path = SEEDS / f"{name}.md"
    return path if path.is_file() else ROOT / "firmware" / "hexlume" / "games" / name / "rules.md"


EVERY_ID = [f"{prefix}-{number}" for prefix, count in CLAUSES.values() for number in range(1, count + 1)]

FACTS_TO_TEST = ("ORO-9", "SIB-6", "HEX-5")
"""Clauses that state a consequence of others: no code decides them."""

_PREFIXES = "|".join(prefix for prefix, _ in CLAUSES.values())
_CITED = re.compile(rf"\b({_PREFIXES})-(\d+)(?: to (?:\1-)?(\d+))?\b")
_CLAUSE = re.compile(r"^- \*\*([A-Z]+-\d+)\*\* \S", re.MULTILINE)


def test_a_designer_is_named_on_the_sheet_too_or_said_to_be_unknown() -> None:
    rows = re.findall(r"^\| \[\w+\]\((\w+\.md)\) \| [^|]+ \| ([^|,]+)", (SEEDS / "README.md").read_text(), re.MULTILINE)
    assert len(rows) == 5
    for sheet, designer in rows:
        text = (SEEDS / sheet).read_text(encoding="utf-8")
        if designer.strip() == "designer unknown to us":
            assert "names no designer" in text
        else:
            assert f"Designed by **{designer.strip()}**" in text


def cited(text: str) -> set[str]:
    """Return the ids that a text cites; ``ORO-6 to ORO-8`` cites three, a whole sheet's range none."""
    found = set()
    for prefix, first, last in _CITED.findall(text):
        numbers = range(int(first), int(last or first) + 1)
        if (prefix, len(numbers)) not in CLAUSES.values():
            found |= {f"{prefix}-{number}" for number in numbers}
    return found


def cited_in(files: list[Path]) -> dict[str, list[str]]:
    """Return the ids cited in files, each with the files that cite it."""
    found: dict[str, list[str]] = {}
    for file in files:
        for clause in cited(file.read_text(encoding="utf-8")):
            found.setdefault(clause, []).append(str(file.relative_to(ROOT)))
    return found


@pytest.fixture(scope="module")
def firmware() -> dict[str, list[str]]:
    return cited_in(sorted((ROOT / "firmware" / "hexlume").rglob("*.py")))


@pytest.fixture(scope="module")
def tests() -> dict[str, list[str]]:
    return cited_in([file for file in sorted(TESTS.rglob("*.py")) if not file.is_relative_to(TESTS / "seeds")])


def test_citations_are_found():
    """One id, several, a range in both spellings; but not a whole sheet's range, as in a module's title."""
    assert cited("(ORO-1, ORO-4).") == {"ORO-1", "ORO-4"}
    assert cited("ORO-6 to ORO-8") == cited("ORO-6 to 8") == {"ORO-6", "ORO-7", "ORO-8"}
    assert cited("Clauses SIB-1 to SIB-7 of seeds/sibling.md") == set()
    assert cited("XORO-1 ORO-1x CRC-32") == set()


@pytest.mark.parametrize("sheet", CLAUSES)
def test_a_sheet_holds_its_clauses_in_order(sheet):
    """Each once, as a list item that begins with its id, none missing and none too many."""
    prefix, count = CLAUSES[sheet]
    ids = _CLAUSE.findall(sheet_of(sheet).read_text(encoding="utf-8"))
    assert ids == [f"{prefix}-{number}" for number in range(1, count + 1)]


def test_there_is_no_other_sheet():
    sheets = {sheet.stem for sheet in SEEDS.glob("*.md")}
    assert sheets == {name for name in CLAUSES if sheet_of(name).parent == SEEDS} | {"README"}
    own = {sheet.parent.name for sheet in (ROOT / "firmware").rglob("rules.md")}
    assert own == set(CLAUSES) - sheets


@pytest.mark.parametrize("clause", [clause for clause in EVERY_ID if clause not in FACTS_TO_TEST])
def test_code_that_decides_a_clause_cites_it(clause, firmware):
    assert clause in firmware, f"no file under firmware/hexlume cites {clause}"


@pytest.mark.parametrize("clause", EVERY_ID)
def test_a_test_proves_a_clause(clause, tests):
    assert clause in tests, f"no test outside tests/seeds cites {clause}"


def test_every_cited_clause_exists(firmware, tests):
    """In the firmware, the host, the simulator, the tools, the tests, the documents and the sheets themselves."""
    others = [
        file
        for folder in ("host", "simulator", "tools", "docs", "seeds")
        for file in sorted((ROOT / folder).rglob("*"))
        if file.suffix in (".py", ".js", ".md", ".json")
    ]
    everywhere = {**firmware, **tests, **cited_in(others)}
    unknown = {clause: files for clause, files in everywhere.items() if clause not in EVERY_ID}
    assert not unknown
