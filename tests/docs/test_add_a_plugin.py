"""The guide for plugins: the package that it shows works as it says."""

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.test_play import HEXLUME
from tests.host.new_store import new_store

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "how-to" / "add-a-plugin.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\w+\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
FILES = {
    "__init__.py": "PLUGIN = ",
    "cli/claps.py": "def claps(store",
    "attachment.py": "class Clapper",
    "routes.py": "def routes(site",
    "tables.py": "class ClapRow",
    "templates/claps.html": "{% extends",
    "static/site/claps/claps.js": "setText",
}
"""A text in the block of each file."""
SERVED = """
from hexlume_host.store.repository import Store
from hexlume_host.web.app_context import Site
from hexlume_host.web.http.auth import AccessPolicy
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.site import make_site
import sys
import urllib.request
from hexlume_host.web.http.server import serving
with Store(sys.argv[1]) as store, serving(make_site(Site(store, AccessPolicy(), LiveHub(store)))) as url:
    print(urllib.request.urlopen(url + "claps").read().decode())
"""


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Any]:
    """Write the guide's package as installed, and return a function that runs a program with it."""
    package = tmp_path / "site" / "hexlume_claps"
    for file, mark in FILES.items():
        (block,) = [block for block in BLOCKS if mark in block and not block.startswith("[project]")]
        (package / file).parent.mkdir(parents=True, exist_ok=True)
        (package / file).write_text(block)
    (package / "cli" / "__init__.py").touch()
    (named,) = re.findall(r'^\[project\.entry-points\."hexlume\.plugins"\]\n(\w+) = "([\w:]+)"$', GUIDE, re.MULTILINE)
    info = tmp_path / "site" / "hexlume_claps-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hexlume-claps\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[hexlume.plugins]\n{} = {}\n".format(*named))
    paths = os.pathsep.join([os.environ.get("PYTHONPATH", ""), str(tmp_path / "site")]).lstrip(os.pathsep)

    def ran(*words: str) -> str:
        done = subprocess.run(
            words, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=False, timeout=200
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    return ran


@pytest.mark.integration
def test_the_guides_plugin_adds_a_command_an_option_a_page_and_a_table(run: Callable[..., Any], tmp_path: Path) -> None:
    store = str(new_store(tmp_path / "games.sqlite"))
    assert "claps  " in run(HEXLUME, "--help")
    assert run(HEXLUME, "claps", "--store", store) == "0 actions.\n"
    # The store was there before the plugin.
    with closing(sqlite3.connect(store)) as opened:
        assert opened.execute("SELECT count(*), sum(times) FROM claps").fetchall() == [(0, None)]
    assert "--claps" in run(HEXLUME, "log", "--help") and "--claps" not in run(HEXLUME, "serve", "--help")
    served = run(sys.executable, "-c", SERVED, store)
    assert "<h1>Claps</h1>" in served and '<a href="/claps" aria-current="page">Claps</a>' in served
    assert "site/claps/claps.js" in served
