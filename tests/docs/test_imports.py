"""Packages import each other only as docs/architecture.md allows, and never in a circle."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"
PACKAGES = {"hexlume": ROOT / "firmware" / "hexlume"}
ROW = re.compile(r"\| `(hexlume\w*)(?:\.(\w+))?` \|([^|]*)\|")


def allowed() -> dict[str, dict[str, set[str]]]:
    """Return what each package may import, from the page's table: by top-level package and package in it."""
    found: dict[str, dict[str, set[str]]] = {top: {} for top in PACKAGES}
    for top, package, imported in ROW.findall(PAGE.read_text(encoding="utf-8")):
        found[top][package] = set(re.findall(r"`(\w+)`", imported))
    return found


def imported(top: str) -> dict[str, dict[str, list[str]]]:
    """Return what each package imports, also for types only, with the files that do; modules at the root are ``""``."""
    root = PACKAGES[top]
    folders = {path.name for path in root.iterdir() if path.is_dir()}
    found: dict[str, dict[str, list[str]]] = {}
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).parts
        here = parts[0] if len(parts) > 1 else ""
        for module in modules(path, [top, *parts[:-1]]):
            there = module.split(".")
            if there[0] == top:
                package = there[1] if len(there) > 1 and there[1] in folders else ""
                if package != here:
                    found.setdefault(here, {}).setdefault(package, []).append("/".join(parts))
    return found


def modules(path: Path, package: list[str]) -> list[str]:
    """Return the modules, or names in packages, that a file imports; ``package`` is where it lies."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) + 1 - node.level] if node.level else []
            base = [*base, *([node.module] if node.module else [])]
            found += [".".join([*base, alias.name]) for alias in node.names]
    return found


@pytest.mark.parametrize("top", PACKAGES)
def test_packages_import_only_what_the_architecture_allows(top: str) -> None:
    rules = allowed()[top]
    for package, there in imported(top).items():
        if package == "":
            continue
        # The modules at the root of the firmware put the packages together; only `constant` is for all.
        outside = {name: files for name, files in there.items() if name and name not in rules[package]}
        assert not outside, f"{package} may not import {outside}"


@pytest.mark.parametrize("top", PACKAGES)
def test_the_table_of_allowed_imports_has_every_package_and_no_other(top: str) -> None:
    folders = {path.name for path in PACKAGES[top].iterdir() if (path / "__init__.py").is_file()}
    assert set(allowed()[top]) - {""} == folders


@pytest.mark.parametrize("top", PACKAGES)
def test_every_allowed_import_is_used_so_that_the_table_stays_short(top: str) -> None:
    used = imported(top)
    for package, names in allowed()[top].items():
        assert names <= set(used.get(package, {})), f"{package} imports less than the table allows"


@pytest.mark.parametrize("top", PACKAGES)
def test_allowed_imports_form_no_circle(top: str) -> None:
    TopologicalSorter(allowed()[top]).prepare()


def test_packages_import_of_the_root_only_the_constants() -> None:
    root = {path.stem for path in PACKAGES["hexlume"].glob("*.py")} - {"__init__", "constant"}
    for path in PACKAGES["hexlume"].rglob("*/*.py"):
        package = ["hexlume", *path.relative_to(PACKAGES["hexlume"]).parts[:-1]]
        found = {module for module in modules(path, package) for name in root if module.startswith(f"hexlume.{name}")}
        assert not found, f"{path.name} imports {found}"
