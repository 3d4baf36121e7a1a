"""The rules: the list of games, the sheets with their pictures, and sheets that mean harm."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from site_pages import ask

from hexlume.games import NAMES
from hexlume.games.external import FOLDERS
from hexlume_host.web.pages import rules
from hexlume_host.web.pages.sheet_html import sheet_html
from hexlume_record.words.text import game_aim, game_title

pytestmark = pytest.mark.integration

GAME = NAMES[0]
HOSTILE = """# A title
# Another
<script>document.title = "harmed"</script> <img src=x onerror="document.title = 'harmed'">

[script](javascript:alert(1)) [data](data:text/html,harm) [fine](https://example.org "a\\" onclick=\\"b")

![elsewhere](https://example.org/x.png) ![up](pictures/../rules.md) ![inline](data:image/png;base64,AAAA)

| left | right |
|:-----|------:|
| a    | b     |

- **BAD-1** A clause.
- **<b>** None.
"""


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game's folder with a sheet that means harm."""
    monkeypatch.setitem(FOLDERS, GAME, str(tmp_path))
    (tmp_path / "rules.md").write_text(HOSTILE + "\n![a picture](pictures/shown.svg)\n")
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for name in ("shown", "hidden"):
        (pictures / f"{name}.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")
    return tmp_path


def test_the_list_names_every_game_with_its_aim_and_picture(site_url: str) -> None:
    _, _, page = ask(site_url, "/rules")
    for name in NAMES:
        assert game_title(name) in page
        assert game_aim(name).replace("'", "&#39;") in page
        assert f'href="/rules/{name}"' in page
        light, dark = (ask(site_url, f"/api/rules/{name}/picture.svg?theme={theme}")[2] for theme in ("light", "dark"))
        assert light.startswith("<svg")
        assert light != dark


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_of_a_sheet_is_an_anchor_and_every_picture_is_there(site_url: str, name: str) -> None:
    sheet = rules._text(name)
    _, _, page = ask(site_url, f"/rules/{name}")
    clauses = re.findall(r"^- \*\*([A-Z]+-\d+)\*\*", sheet, re.MULTILINE)
    assert clauses
    assert re.findall(r'<li id="([^"]+)"', page) == clauses
    pictures = re.findall(r'<img src="(/rules/[^"]+)"', page)
    assert len(pictures) == sheet.count("](pictures/")
    for picture in pictures:
        assert ask(site_url, picture)[1]["content-type"] == "image/svg+xml"


def test_a_link_to_a_clause_shows_it_without_an_obstacle(site_url: str, laptop: Page) -> None:
    page = laptop
    clause = re.findall(r"\*\*([A-Z]+-\d+)\*\*", rules._text(GAME))[-1]
    page.goto(f"{site_url}rules/{GAME}#{clause}")
    expect(page.locator(f"#{clause}")).to_be_in_viewport()
    assert Axe().run(page).response["violations"] == []


def test_a_hostile_sheet_runs_nothing(site_url: str, hostile: Path, laptop: Page) -> None:
    page = laptop
    page.goto(f"{site_url}rules/{GAME}", wait_until="networkidle")
    expect(page).to_have_title(f"Rules of {game_title(GAME)} · Hexlume")
    sheet = page.locator(".rule-sheet")
    expect(sheet).to_contain_text("<script>")
    assert sheet.locator("script, [onerror], [onclick], [style]").count() == 0
    assert sheet.locator("a").evaluate_all("links => links.map((link) => link.href)") == ["https://example.org/"]
    expect(sheet.locator("img")).to_have_attribute("src", f"/rules/{GAME}/pictures/shown.svg")
    expect(page.locator("h1")).to_have_count(1)
    expect(sheet.locator("#BAD-1")).to_contain_text("A clause.")


def test_only_pictures_that_a_sheet_shows_are_served(site_url: str, hostile: Path) -> None:
    status, headers, _ = ask(site_url, f"/rules/{GAME}/pictures/shown.svg")
    assert status == 200
    # Opened by itself, the picture's script is refused, too.
    assert "default-src 'none'; script-src 'self'" in headers["content-security-policy"]
    for file in ("hidden.svg", "..%2Frules.md", "none.svg"):
        assert ask(site_url, f"/rules/{GAME}/pictures/{file}")[0] == 404


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "text", ["[" * 50_000, "![x](" * 20_000, "> " * 50_000, "- " * 50_000, "_a*" * 30_000, "|a" * 50_000]
)
def test_nested_markdown_ends(text: str) -> None:
    assert len(sheet_html(text, "")) < 10 * len(text)
