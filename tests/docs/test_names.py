"""Every file, module, class member, function and constant that the documentation names exists.

Looked at is code in backticks, in docs, READMEs and rule sheets. Names are looked up in the sources' text, without
importing anything.
"""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ("firmware", "host", "simulator", "hardware", "tools")
FOLDERS = (*SOURCES, "tests", "docs", "seeds")
PAGES = sorted(
    str(path.relative_to(ROOT))
    for path in (
        *(ROOT / folder / "README.md" for folder in (".", "tests")),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "seeds").glob("*.md"),
    )
)
ELSEWHERE = {
    "code-before-hexlume.py",  # what deploy makes of a person's own code.py
    "print/printing.md",  # what hexlume hardware writes
    "wiring.md",
    "index.html",
    "printing.md",
    "print/",
    "tuned.toml",  # a person's own files
    "hexlume.sqlite",
    "board.flash",
    "hexlume.sqlite.variations",  # what older versions wrote beside the store
    "serial.tools.miniterm",  # pyserial's
    "mosquitto_sub",  # Mosquitto's
    "a_2e_b",  # an example
    "src/schemas/gamerecord.json",  # AbstractPlay's
    "hexlume.plugins",  # a group of entry points
    "hexlume_claps",  # the example of a plugin
    *(
        f"hexlume_claps/{name}"
        for name in ("__init__.py", "attachment.py", "routes.py", "tables.py", "templates/claps.html")
    ),
    *(f"hexlume_claps/{name}" for name in ("cli/__init__.py", "cli/claps.py", "static/site/claps/claps.js")),
}
"""Names of what is not this repository's."""

FILE = re.compile(r"[\w.*-]*(?:/[\w.*-]+)*\.(?:py|md|toml|bin|npz|sh|ini|js|css|html|pot)")
PATH = re.compile(rf"(?:{'|'.join(FOLDERS)})/[\w./*-]*\w")
FOLDER = re.compile(r"[\w-]+(?:/[\w-]+)*/")
DOTTED = re.compile(r"hexlume(?:_record|_host|_engine|_plugins|_sim|_hw)?(?:\.\w+)+|tests(?:\.\w+)+")
MEMBER = re.compile(r"([A-Za-z_]\w*)\.(?!(?:sqlite|html)$)(_?[a-z]\w*)(?:\(.*\))?")
WORD = re.compile(r"[A-Za-z]\w*_\w*[A-Za-z0-9]")


@cache
def files() -> list[str]:
    """Return the paths of the repository's files and folders, with a slash in front; a folder's ends in one too."""
    folders = [ROOT / folder for folder in FOLDERS]
    inside = [path for folder in folders for path in folder.rglob("*") if "__pycache__" not in path.parts]
    found = [path for path in (*ROOT.iterdir(), *inside) if path in folders or path.is_file() or path.parent != ROOT]
    return [f"/{path.relative_to(ROOT)}{'/' if path.is_dir() else ''}" for path in found]


@cache
def sources() -> list[Path]:
    return [path for folder in SOURCES for path in sorted((ROOT / folder).rglob("*.py"))]


@cache
def words() -> set[str]:
    """Return every word of the sources, of their texts too."""
    return {word for path in sources() for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}


@cache
def defined(owner: str) -> set[str] | None:
    """Return the names in a module, or those in the modules that have a class; ``None`` of what is neither."""
    pattern = re.compile(rf"^ *class {owner}\b", re.MULTILINE)
    texts = [path.read_text(encoding="utf-8") for path in sources() if path.stem == owner]
    texts = texts or [text for path in sources() if pattern.search(text := path.read_text(encoding="utf-8"))]
    return {name for text in texts for name in re.findall(r"\w+", text)} if texts else None


def is_file(name: str) -> bool:
    return any(fnmatchcase(path, f"*/{name.lstrip('./')}") for path in files())


def is_dotted(name: str) -> bool:
    """Return whether a dotted name is a package, a module, or a name in it."""
    parts = name.split(".")
    inside = "/".join(parts)
    if is_file(f"{inside}.py") or is_file(f"{inside}/"):
        return True
    module = next((count for count in range(len(parts), 0, -1) if is_file("/".join(parts[:count]) + ".py")), 0)
    return module > 0 and set(parts[module:]) <= (defined(parts[module - 1]) or set())


def is_member(owner: str, name: str) -> bool:
    """Return whether a class or a module has a name; true of what is neither and not ours, such as ``os.sync``."""
    names = defined(owner)
    return name in names if names is not None else not owner[0].isupper() or owner.isupper()


def missing(span: str) -> Iterator[str]:
    """Yield what a piece of code names that does not exist."""
    for word in span.split():
        if word in ELSEWHERE or "…" in word:
            continue
        if FILE.fullmatch(word) or PATH.fullmatch(word) or (FOLDER.fullmatch(word) and span == word):
            if not is_file(word) and not is_file(f"{word}/"):
                yield word
        elif DOTTED.fullmatch(word):
            if not is_dotted(word):
                yield word
        elif span == word and (found := MEMBER.fullmatch(word)):
            if not is_member(found[1], found[2]):
                yield word
        elif WORD.fullmatch(word) and word not in words() and not is_file(f"{word}/"):
            yield word


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_names_in_code_exists(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    spans = re.findall(r"(?<!`)`([^`\n]+)`(?!`)", prose)
    assert [name for span in spans for name in missing(span)] == []
    commands = re.findall(r"python -m ([\w.]+)", text)
    assert [module for module in commands if module not in ELSEWHERE and not is_dotted(module)] == []


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_links_to_is_there(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text)
    local = [target for target in targets if "://" not in target]
    assert [target for target in local if not ((ROOT / page).parent / target).exists()] == []


@pytest.mark.parametrize(
    "span",
    [
        "GameLog.note",
        "Orochi._undone",
        "wire.encrypt",
        "hexlume_hw.solids.tray.columns",
        "hexlume_engine.search.engine.Engine.ponder",
        "tests/firmware/test_memories.py",
        "firmware/hexlume/memorise.py",
        "docs/schemas/hexlume-record-0.json",
        "board-views.js",
        "apartment/",
        "SETTLED_US",
        "cell_sight",
    ],
)
def test_a_name_of_nothing_is_found(span: str) -> None:
    assert list(missing(span)) == [span]
