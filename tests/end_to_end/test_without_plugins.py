"""The kernel without any plugin: it logs, serves, replays, exports and plays on the simulated board."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from hexlume_host.plugins import plugins
from tests.end_to_end import test_play
from tests.end_to_end.newcomer import Newcomer
from tests.end_to_end.test_play import Played

pytestmark = pytest.mark.integration

PROGRAM = f"""#!{sys.executable}
import sys


class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("hexlume_engine", "hexlume_plugins"):
            raise ModuleNotFoundError("No module named " + name, name=name)


sys.meta_path.insert(0, Gone())
from hexlume_host.cli.main import main

main()
"""
"""``hexlume`` as if the plugins' folders were deleted."""


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return a function that runs a command without plugins, and returns what it prints."""
    program = tmp_path / "hexlume"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    monkeypatch.setattr(test_play, "HEXLUME", str(program))

    def run(*words: str) -> str:
        ran = subprocess.run([program, *words], capture_output=True, text=True, timeout=200, check=False)
        assert (ran.returncode, ran.stderr) == (0, "")
        return ran.stdout

    return run


@pytest.fixture
def played(kernel: Callable[..., str], tmp_path: Path) -> Iterator[Played]:
    found = Played(tmp_path / "games.sqlite", "--rules", "hex", "--size", "5", "--opponent", "person")
    yield found
    found.process.terminate()
    found.process.wait(timeout=60)


def test_without_plugins_their_commands_and_options_are_gone(kernel: Callable[..., str]) -> None:
    help_text = kernel("--help")
    assert all(f"\n  {name} " in help_text for name in ("play", "log", "serve", "show", "export", "sim"))
    gone = [name for plugin in plugins() for panel in plugin.commands.values() for name in panel]
    assert {"engine", "lab", "new-game"} <= set(gone)
    assert not any(f"\n  {name} " in help_text for name in gone)
    assert "--mqtt" not in kernel("log", "--help") and "--engine" not in kernel("play", "--help")


def test_a_game_on_the_simulated_board_is_played_logged_served_replayed_and_exported(
    played: Played, kernel: Callable[..., str], browser: Browser, tmp_path: Path
) -> None:
    page = browser.new_page(viewport={"width": 1366, "height": 768})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(played.address)
    newcomer = Newcomer(page, seed=1, mistakes=0)
    newcomer.play()
    expect(page.locator("#text")).to_contain_text("wins: ")
    page.get_by_role("link", name="Review the game").click()
    expect(page.get_by_text("wins").first).to_be_visible()
    expect(page.get_by_text("engine")).to_have_count(0)
    site = played.address.partition("/boards/")[0]
    for address, seen in (("/rules/hex", "HEX-1"), ("/analysis", "Analysis"), ("/library", "Hex")):
        page.goto(site + address)
        expect(page.locator("main")).to_contain_text(seen)
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("link", name="Live boards")).to_be_visible()
    gone = [label for plugin in plugins() for label in plugin.pages.values()]
    assert len(gone) == 4 and not any(page.get_by_role("link", name=label).count() for label in gone)
    page.goto(played.address)
    page.get_by_role("link", name="New game …").click()
    expect(page.get_by_role("radio", name="A person here")).to_have_count(1)
    expect(page.get_by_role("radio", name="Somebody far away")).to_have_count(0)
    page.close()
    assert errors == []
    assert "wins" in kernel("show", "1", "--store", str(played.store))
    exported = tmp_path / "game.json"
    kernel("export", "1", "--out", str(exported), "--store", str(played.store))
    kernel("import", str(exported), "--store", str(tmp_path / "other.sqlite"))
    assert "Hex" in kernel("games", "--store", str(tmp_path / "other.sqlite"))
