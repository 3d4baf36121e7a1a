"""Plugins: what installed packages announce, and those that cannot be used."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import hexlume_plugins
from hexlume_host import plugins
from hexlume_host.plugins import far_page


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """The entry points that are installed, for the test to set."""
    points: list[EntryPoint] = []
    monkeypatch.setattr(plugins, "entry_points", lambda group: points)
    plugins._found.cache_clear()
    yield points
    plugins._found.cache_clear()


def test_hexlume_brings_the_engine_and_a_plugin_for_each_folder() -> None:
    (folder,) = hexlume_plugins.__path__
    names = sorted(path.parent.name for path in Path(folder).glob("*/__init__.py"))
    found = [plugin.package for plugin in plugins.plugins()]
    assert found == ["hexlume_engine", *(f"hexlume_plugins.{name}" for name in names)]
    assert plugins.problems() == ()
    assert far_page() == "/netplay"


def test_a_broken_plugin_is_one_sentence_and_keeps_no_other_from_working(
    found: list[EntryPoint], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "broken_plugin.py").write_text("import no_such_package_anywhere\n")
    (tmp_path / "odd_plugin.py").write_text("PLUGIN = 1\n")
    found += [
        EntryPoint("broken", "broken_plugin:PLUGIN", plugins.ENTRY_POINT),
        EntryPoint("kit", "hexlume_plugins.gamekit:PLUGIN", plugins.ENTRY_POINT),
        EntryPoint("odd", "odd_plugin:PLUGIN", plugins.ENTRY_POINT),
        # A package that is gone is no problem.
        EntryPoint("gone", "hexlume_plugins.nothing_there:PLUGIN", plugins.ENTRY_POINT),
    ]
    assert [plugin.package for plugin in plugins.plugins()] == ["hexlume_plugins.gamekit"]
    assert plugins.problems() == (
        "The plugin broken is left out: ModuleNotFoundError: No module named 'no_such_package_anywhere'.",
        "The plugin odd is left out: odd_plugin:PLUGIN is no Plugin.",
    )
