"""Random walks over the pages while a board is played on: any error in any log fails, and what was done is printed."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from hexlume_host.device.discovery import announced
from hexlume_sim.client import TwinProcess
from tests.monkey.pages import Pages
from tests.monkey.served import Served, own_folders
from tests.monkey.stock import stocked

pytestmark = pytest.mark.soak

HANDS = {"game": "orochi", "size": 3, "options": {}, "count": 1000, "seed": 1, "wait_for_host": True}
WRONG = [
    ("setTimeout(() => { throw new Error('out of cheese'); })", "out of cheese"),
    ("Promise.reject(new Error('no promise'))", "no promise"),
    ("console.error('a complaint')", "a complaint"),
    ("fetch('/static/site/none.js')", "answers 404"),
    ("document.body.append('It is ' + document.none)", "undefined"),
]


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    for variable, folder in own_folders(tmp_path).items():
        monkeypatch.setenv(variable, folder)
    monkeypatch.delenv("HEXLUME_STORE", raising=False)
    running = Served(tmp_path, stocked(tmp_path / "games.sqlite"))
    yield running
    running.kill()


@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("seed", "actions"), [(1000, 40), *((seed, 400) for seed in range(4))])
def test_whatever_one_does_no_log_holds_an_error(seed: int, actions: int, server: Served, browser: Browser) -> None:
    settings = {"HEXLUME_GAME": "orochi", "HEXLUME_SIZE": "3"}
    script = "hexlume_sim.hands.careful:play_games"
    with (
        TwinProcess("hex4", "real", settings=settings, script=script, script_args=HANDS) as twin,
        announced(twin.port),
    ):
        pages = Pages(browser, server.address)
        pages.walk(seed, actions, server.complaints)
        pages.context.close()
    assert server.stop() == []


def test_every_kind_of_page_error_is_noticed(server: Served, browser: Browser) -> None:
    pages = Pages(browser, server.address)
    for done, heard in WRONG:
        pages.page.evaluate(f"() => {{ {done}; }}")
        deadline = time.monotonic() + 60
        while heard not in " ".join(pages.complaints):
            assert time.monotonic() < deadline, pages.complaints
            pages.do(["key", "Escape"])
