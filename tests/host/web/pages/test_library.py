"""Library, players and statistics: the JSON they answer with, and the pages in a real browser at every size."""

import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from browser_pages import Complaints
from playwright.sync_api import Page, expect
from site_pages import site_on

from hexlume_host.store.clock_sync import ClockReading
from hexlume_host.store.repository import Board, Players, Store
from hexlume_record.game.events import BoardEvent
from tests.bench.library_games import fill

pytestmark = pytest.mark.integration

HOSTILE = '<img src=x onerror="document.title=1">/../%41?&#'


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Eighty games of a club, and two of somebody with a hostile name."""
    path: Path = tmp_path_factory.mktemp("club") / "club.sqlite"
    fill(path, 80, variety=2)
    with Store(path) as store:
        for number, result in enumerate(("W+", "0")):
            board = Board("b0a4d", "hex4", "1", ClockReading(number, 0, datetime.now(UTC) - timedelta(minutes=5)))
            told: list[tuple[str, dict[str, Any]]] = [
                ("start", {"rules": "orochi", "board": "hex4", "options": {}}),
                ("action", {"action": "Wd4", "colour": "white"}),
                ("result", {"result": result, "reason": HOSTILE}),
            ]
            events = [
                BoardEvent(f"h{number}", seq, kind, 1000 * seq, data, boot=number)
                for seq, (kind, data) in enumerate(told)
            ]
            store.commit(board, events, Players(HOSTILE, "Ann Lee"))
        yield store


@pytest.fixture(scope="module")
def site(club: Store) -> Iterator[str]:
    with site_on(club) as address:
        yield address


@pytest.fixture
def page(laptop: Page) -> Page:
    return laptop


def shown(page: Page, count: int | None = None) -> None:
    page.wait_for_selector("body[data-shown]" if count is None else f'body[data-shown="{count}"]')


def asked(site: str, path: str, **told: str) -> tuple[int, Any]:
    address = f"{site}api/{path}?{urllib.parse.urlencode(told)}"
    try:
        with urllib.request.urlopen(address) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_the_library_answers_in_pages(site: str) -> None:
    status, first = asked(site, "library", limit="50")
    assert (status, first["total"], len(first["games"]), first["more"]) == (200, 82, 50, True)
    _, second = asked(site, "library", limit="50", page="2")
    assert (len(second["games"]), second["more"]) == (32, False)
    assert first["games"][0]["white"] == HOSTILE


@pytest.mark.parametrize(
    ("path", "told", "status"),
    [
        ("library", {"result": "X"}, 400),
        ("library", {"page": "now"}, 400),
        ("library", {"limit": "-1"}, 400),
        ("library", {"since": "9999-99-99"}, 400),
        ("players", {"page": "0"}, 400),
        ("players", {"page": "²"}, 400),
        ("players/nobody", {}, 404),
        ("statistics", {"turns": "9"}, 400),
        ("statistics", {"outcome": "won"}, 400),
    ],
)
def test_what_cannot_be_answered_is_said_in_a_sentence(site: str, path: str, told: dict[str, str], status: int) -> None:
    got, answer = asked(site, path, **told)
    assert got == status
    assert answer["error"].endswith(".")


def test_players_and_statistics_answer(site: str, club: Store) -> None:
    _, players = asked(site, "players")
    assert players["players"][0]["place"] == 1
    _, one = asked(site, f"players/{urllib.parse.quote(HOSTILE, safe='')}")
    assert (one["name"], one["total"]["won"], one["total"]["drawn"]) == (HOSTILE, 1, 1)
    assert [len(points) for points in one["history"].values()] == [2, 2]
    _, statistics = asked(site, "statistics", rules="orochi", board="hex4")
    games = [game for game in club.games() if (game.rules, game.board) == ("orochi", "hex4")]
    assert statistics["games"] == len(games)
    ended = sum(game.ending.status != "unfinished" for game in games)
    assert statistics["openings"]["games"] == sum(statistics["openings"]["cells"].values()) == ended


def test_searching_by_mouse_and_sharing_the_address(site: str, page: Page, complaints: Complaints) -> None:
    page.goto(site + "library")
    shown(page, 50)
    expect(page.locator("#count")).to_have_text("82 games")
    page.get_by_role("link", name="Older games").click()
    shown(page, 32)
    page.get_by_label("Game", exact=True).select_option("orcoon")
    page.wait_for_url("**/library?rules=orcoon")
    expect(page.locator("#count")).to_contain_text("Orcoon")
    page.reload()
    expect(page.get_by_label("Game", exact=True)).to_have_value("orcoon")
    page.get_by_role("button", name="Show all games").click()
    expect(page.locator("#count")).to_have_text("82 games")
    # The browser says on its console that the server refused that.
    with page.expect_console_message(lambda message: "400" in message.text):
        page.get_by_label("The player").select_option("won")
    expect(page.locator("#count")).to_have_text("An outcome is that of a player: name one.")
    assert len(complaints) == 1
    complaints.clear()


def test_hostile_names_are_only_text(site: str, page: Page) -> None:
    """The content policy would complain of a script, and the markup would become an element."""
    page.goto(site + "library?player=" + urllib.parse.quote(HOSTILE, safe=""))
    shown(page, 2)
    page.get_by_role("link", name=HOSTILE).first.click()
    shown(page)
    expect(page.locator("h1")).to_have_text(HOSTILE)
    expect(page.locator("main img")).to_have_count(0)
    page.get_by_role("link", name="All games in the library").click()
    shown(page, 2)
    page.goto(site + "players?name=" + urllib.parse.quote("<IMG", safe=""))
    shown(page, 1)
    expect(page.locator("main img")).to_have_count(0)
