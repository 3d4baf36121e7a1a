"""Packages import each other only as docs/architecture.md allows, and never in a circle."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"
PACKAGES = {
    "hexlume": ROOT / "firmware" / "hexlume",
    "hexlume_sim": ROOT / "simulator" / "hexlume_sim",
    "hexlume_record": ROOT / "host" / "hexlume_record",
    "hexlume_host": ROOT / "host" / "hexlume_host",
    "hexlume_engine": ROOT / "host" / "hexlume_engine",
    "hexlume_plugins": ROOT / "host" / "hexlume_plugins",
    "hexlume_hw": ROOT / "hardware" / "hexlume_hw",
}
FOR_ALL = {
    "const",
    "errors",
    "feed",
    "extras",
    "jinja",
    "plugins",
    "signals",
    "sockets",
    "validation",
}
"""Modules at a root that every package may import."""
ROW = re.compile(r"\| `(hexlume\w*)(?:\.(\w+))?` \|([^|]*)\|")


def allowed() -> dict[str, dict[str, set[str]]]:
    """Return what each package may import, from the page's table: by top-level package and package in it."""
    found: dict[str, dict[str, set[str]]] = {top: {} for top in PACKAGES}
    for top, package, imported in ROW.findall(PAGE.read_text(encoding="utf-8")):
        found[top][package] = set(re.findall(r"`(\w+)`", imported))
    return found


def imported(top: str) -> dict[str, dict[str, list[str]]]:
    """Return what each package imports, also for types only, with the files that do.

    A module at the root counts as a package of its own.
    """
    root, known = PACKAGES[top], names(top)
    found: dict[str, dict[str, list[str]]] = {}
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        for module in modules(path, [top, *parts[:-1]]):
            there = module.split(".")
            if there[0] == top and len(there) > 1 and there[1] in known and there[1] != parts[0]:
                found.setdefault(parts[0], {}).setdefault(there[1], []).append("/".join(parts))
    return found


def folders(top: str) -> set[str]:
    return {path.name for path in PACKAGES[top].iterdir() if any(path.rglob("*.py"))}


def names(top: str) -> set[str]:
    """Return the packages and the modules at the root."""
    return folders(top) | {path.stem for path in PACKAGES[top].glob("*.py")}


def modules(path: Path, package: list[str]) -> list[str]:
    """Return the modules, or names in packages, that a file imports; ``package`` is where it lies."""
    return in_source(path.read_text(encoding="utf-8"), tuple(package))


@cache
def in_source(source: str, package: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    for node in statements(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = [*package[: len(package) + 1 - node.level]] if node.level else []
            base = [*base, *([node.module] if node.module else [])]
            found += [".".join([*base, alias.name]) for alias in node.names]
    return found


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all statements in a node, without looking for any in expressions."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield inner
            yield from statements(inner)


@pytest.mark.parametrize("top", PACKAGES)
def test_packages_import_only_what_the_architecture_allows(top: str) -> None:
    rules, used = allowed()[top], imported(top)
    for package in folders(top):
        outside = set(used.get(package, {})) - FOR_ALL - rules[package]
        assert not outside, f"{package} may not import {outside}: {[used[package][name] for name in outside]}"


@pytest.mark.parametrize("top", PACKAGES)
def test_the_table_of_allowed_imports_has_every_package_and_no_other(top: str) -> None:
    """A module at the root has a row where packages may import it."""
    rules = {package: there for package, there in allowed()[top].items() if package}
    at_root = set().union(*rules.values()) - folders(top)
    assert set(rules) == folders(top) | at_root


@pytest.mark.parametrize("top", PACKAGES)
def test_every_allowed_import_is_used_so_that_the_table_stays_short(top: str) -> None:
    used = imported(top)
    for package, there in allowed()[top].items():
        if package:
            assert there <= set(used.get(package, {})), f"{package} imports less than the table allows"


@pytest.mark.parametrize("top", PACKAGES)
def test_allowed_imports_form_no_circle(top: str) -> None:
    TopologicalSorter(allowed()[top]).prepare()
