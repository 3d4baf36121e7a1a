"""Plugins: what installed packages announce, and those that cannot be used."""

import ast
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import hexlume_host
import hexlume_record
from hexlume_host import plugins
from hexlume_host.plugins import Plugin, far_page

OTHERS = ("hexlume_engine", "hexlume_plugins")


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """The entry points that are installed, for the test to set."""
    points: list[EntryPoint] = []
    monkeypatch.setattr(plugins, "entry_points", lambda group: points)
    plugins._found.cache_clear()
    yield points
    plugins._found.cache_clear()


def point(name: str, value: str) -> EntryPoint:
    return EntryPoint(name, value, plugins.ENTRY_POINT)


def test_hexlume_brings_the_engine_the_game_kit_mqtt_and_network_games() -> None:
    names = [plugin.package for plugin in plugins.plugins()]
    assert names == ["hexlume_engine", *(f"hexlume_plugins.{name}" for name in ("gamekit", "mqtt", "netplay"))]
    assert plugins.problems() == ()
    assert far_page() == "/netplay"


@pytest.mark.parametrize("package", [hexlume_host, hexlume_record])
def test_the_kernel_names_no_plugin(package: object) -> None:
    (folder,) = package.__path__  # type: ignore[attr-defined]
    for path in Path(folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [node.module] if isinstance(node, ast.ImportFrom) else []
            modules += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not any(str(module).startswith(OTHERS) for module in modules), path


def test_a_package_that_is_gone_is_no_problem(found: list[EntryPoint]) -> None:
    found.append(point("gone", "hexlume_plugins.nothing_there:PLUGIN"))
    assert (plugins.plugins(), plugins.problems()) == ((), ())


def test_a_broken_plugin_is_one_sentence_and_keeps_no_other_from_working(
    found: list[EntryPoint], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "broken_plugin.py").write_text("import no_such_package_anywhere\n")
    (tmp_path / "odd_plugin.py").write_text("PLUGIN = 1\n")
    found += [
        point("broken", "broken_plugin:PLUGIN"),
        point("kit", "hexlume_plugins.gamekit:PLUGIN"),
        point("odd", "odd_plugin:PLUGIN"),
    ]
    assert [plugin.package for plugin in plugins.plugins()] == ["hexlume_plugins.gamekit"]
    assert plugins.problems() == (
        "The plugin broken is left out: ModuleNotFoundError: No module named 'no_such_package_anywhere'.",
        "The plugin odd is left out: odd_plugin:PLUGIN is no Plugin.",
    )


def test_a_plugins_folder_is_that_of_its_package() -> None:
    assert (
        Plugin("hexlume_plugins.gamekit").folder == Path(hexlume_host.__file__).parents[1] / "hexlume_plugins/gamekit"
    )
