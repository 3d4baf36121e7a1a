"""The live pages in a real browser: overview, one board, wall, keyboard, signing in, names as text."""

import random
import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser_pages import Complaints, cell, wait_until
from playwright.sync_api import Browser, Page, expect
from site_pages import ScriptedBoard, site_on

from hexlume.games.game import REPLACING
from hexlume_host.device.messages import Table
from hexlume_host.store.repository import Players, Store
from hexlume_host.web.http.auth import LOOPBACK_NAMES, AccessPolicy
from hexlume_host.web.http.static_files import address
from hexlume_host.web.live.hub import LiveHub
from hexlume_host.web.live.port_watch import GONE, PortWatch
from hexlume_host.web.live.store_watch import StoreWatch
from hexlume_record.game.position import legal_texts
from hexlume_record.table.clock import ClockReport

pytestmark = pytest.mark.integration

SMALL = {"viewport": {"width": 360, "height": 740}}
HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>'


@pytest.fixture
def hub(store: Store) -> LiveHub:
    return LiveHub()


@pytest.fixture
def url(store: Store, hub: LiveHub) -> Iterator[str]:
    with site_on(store, hub) as address:
        yield address


@pytest.fixture
def site(url: str, laptop: Page) -> Page:
    return laptop


def connected(page: Page, url: str) -> Page:
    page.goto(url)
    page.wait_for_function("() => document.body.dataset.connected === 'true'")
    return page


def test_the_overview_says_what_to_do_and_fills_by_itself(store: Store, hub: LiveHub, url: str, site: Page) -> None:
    connected(site, url)
    expect(site.get_by_role("heading", name="No board is being played on")).to_be_visible()
    for name in ("Play", "Learn", "Games", "Analyse"):
        expect(site.get_by_role("link", name=name, exact=True)).to_be_visible()
    expect(site.get_by_role("link", name="Network game")).to_be_hidden()
    watch = PortWatch(hub, store)
    board = ScriptedBoard(store, "b1", players=Players("Ann", "Ben"), watch=watch)
    card = site.get_by_role("link", name="b1")
    expect(card).to_contain_text("Ann \u2013 Ben")
    expect(card).to_contain_text("waiting for the first action")
    expect(card).to_contain_text("Orochi on 37 cells")
    expect(site.get_by_role("heading", name="No board")).to_be_hidden()
    board.act("Wd4")
    expect(card).to_contain_text("Black: place a disc")
    expect(card.locator(".disc")).to_have_count(1)
    expect(card.locator(".badge")).to_have_text("playing")
    watch.lost("The port is gone.")
    expect(card.locator(".badge")).to_have_text("not connected, left just now")
    watch.hello(board.hello())
    board.tell("conclude", result="W+", reason="resigned")
    expect(card.locator(".badge")).to_have_text("finished just now")
    expect(card.locator(".player-mark")).to_have_text(["won", "lost"])
    expect(site.locator("li.ended")).to_have_count(1)


@pytest.mark.soak
def test_a_turn_ends_with_a_swap(store: Store, hub: LiveHub, url: str, site: Page) -> None:
    board = ScriptedBoard(store, "b1", "hex", watch=PortWatch(hub, store))
    connected(site, url + "boards/b1")
    board.act("a1", "swap", "c3")
    expect(site.locator("#actions li")).to_have_text(["black a1", "white swap", "white c3"])


def test_one_board_is_followed_action_by_action(store: Store, hub: LiveHub, url: str, site: Page) -> None:
    watch = PortWatch(hub, store)
    board = ScriptedBoard(store, "b1", players=Players("Ann", "Ben"), watch=watch)
    connected(site, url + "boards/b1")
    expect(site.locator(".player-white")).to_contain_text("Ann")
    board.act("Wd4")
    expect(cell(site, "d4")).to_have_attribute("aria-label", "d4, white disc, last action")
    expect(site.locator("#text")).to_have_text("Ann placed a white disc on d4. Black: place a disc (first of two).")
    expect(site.locator("#actions li")).to_have_count(1)
    expect(site.get_by_role("link", name="Replay this game")).to_have_attribute("href", "/games/1")
    clock = ClockReport("fischer 300+5", {"white": 300_000, "black": 61_000}, {"white": 0, "black": 0}, None, None)
    watch.table(Table(board.id, {"d4": "turn over"}, "", clock))
    expect(site.get_by_role("timer", name="Black's time")).to_have_text("1:01")
    expect(cell(site, "d4")).to_have_attribute("aria-label", "d4, white disc, last action, turn over")
    expect(site.locator("#differs")).to_contain_text("now none has. Turn it back over.")
    watch.lost("The board on /dev/ttyACM1 has gone.")
    expect(site.locator("#lost")).to_have_text(f"The board is not connected. {GONE}")


@pytest.mark.soak
def test_a_board_that_is_logged_elsewhere_says_what_is_not_shown(
    store: Store, hub: LiveHub, url: str, site: Page
) -> None:
    board = ScriptedBoard(store, "b1")
    StoreWatch(store, hub).look()
    connected(site, url + "boards/b1")
    told = site.get_by_role("status").filter(has_text="Another program logs this board.")
    expect(told).to_contain_text("neither clocks nor what is to be put right")
    PortWatch(hub, store).hello(board.hello())
    expect(site.locator("#state")).to_have_text("waiting for the first action")
    expect(told).to_have_count(0)


@pytest.mark.soak
def test_forced_replacements_are_marked(store: Store, hub: LiveHub, url: str, site: Page) -> None:
    board = ScriptedBoard(store, "b1", watch=PortWatch(hub, store))
    choose = random.Random(5)
    while board.game.phase != REPLACING:
        board.act(choose.choice(legal_texts(board.game)))
    forced = sorted(action[1:] for action in legal_texts(board.game))
    connected(site, url + "boards/b1")
    for name in forced:
        expect(cell(site, name)).to_have_attribute(
            "aria-label", re.compile(rf"^{name}, (white|black) disc,.* to be turned over$")
        )
    expect(site.locator(".mark-forced")).to_have_count(len(forced))


@pytest.mark.soak
def test_names_of_cells_come_on_demand_and_stay(store: Store, hub: LiveHub, url: str, site: Page) -> None:
    ScriptedBoard(store, "b1", watch=PortWatch(hub, store))
    connected(site, url + "boards/b1")
    name = site.locator(".cell-name", has_text="d4")
    expect(name).to_be_hidden()
    site.get_by_role("button", name="Cell names").press("Enter")
    expect(name).to_be_visible()
    site.reload()
    expect(name).to_be_visible()


@pytest.mark.soak
def test_the_board_tells_which_cell_was_chosen_and_shows_free_marks(
    store: Store, hub: LiveHub, url: str, site: Page
) -> None:
    connected(site, url)
    site.evaluate(
        """async (address) => {
          const { BoardView } = await import(address);
          const box = document.createElement("div");
          box.className = "board";
          box.id = "tried";
          document.querySelector("main").append(box);
          window.view = new BoardView(box);
          window.chosen = [];
          view.input = { tap: (cell) => window.chosen.push(cell) };
          await view.show({ board: "hex4", discs: { a1: "white", b1: "black leader" } });
          view.show({ marks: { a1: "1", b1: "cross", c1: "ring", d1: "dot" }, captured: ["e1"] });
          view.show({ heat: { d4: 1, d5: 0.5, d6: 0 } });
        }""",
        address("lib/board-view.js"),
    )
    cell(site, "a1").click()
    cell(site, "b2").focus()
    site.keyboard.press("Enter")
    site.keyboard.press("ArrowRight")
    site.keyboard.press(" ")
    assert site.evaluate("window.chosen") == ["a1", "b2", "b3"]
    expect(site.locator("#tried .marks text")).to_have_text("1")
    expect(site.locator("#tried .marks > *")).to_have_count(5)
    expect(cell(site, "e1")).to_have_attribute("aria-label", "e1, empty, captured just now")
    heat = site.locator("#tried .heat")
    assert sorted(heat.evaluate_all("(all) => all.map((one) => Number(one.getAttribute('opacity')))")) == [
        pytest.approx(0.535),
        0.95,
    ]
    site.evaluate(
        """view.show({ won: ["a1"], turned: ["b1"], last: ["b1"],
          arrows: [{ from: "a1", to: "b2", kind: "step" }, { from: "a1", to: "z9", kind: "step" },
                   { from: "b2", to: "d4", kind: "better", label: "1" }] })"""
    )
    expect(site.locator("#tried .arrow")).to_have_count(2)
    expect(cell(site, "a1")).to_have_attribute("aria-label", "a1, white disc, in the winner's group, step to b2")
    expect(cell(site, "b2")).to_have_attribute("aria-label", "b2, empty, step from a1, better step 1 to d4")
    expect(cell(site, "b1")).to_have_attribute("aria-label", "b1, black leader, turned over just now")
    site.evaluate("view.show({ marks: {}, arrows: [], won: [], turned: [], last: [] })")
    site.evaluate("view.show({ heat: {}, captured: [], named: false })")
    expect(site.locator("#tried .arrow, #tried .marks > *")).to_have_count(0)
    expect(site.locator("#tried .cell-name").first).to_be_hidden()


def test_a_lost_server_is_said_and_found_again(store: Store, hub: LiveHub, browser: Browser) -> None:
    board = ScriptedBoard(store, "b1", watch=PortWatch(hub, store))
    page = browser.new_context().new_page()
    with site_on(store, hub) as url:
        connected(page, url + "boards/b1")
    expect(page.locator(".note")).to_contain_text("The connection to the server is lost")
    board.act("Wd4")
    port = int(url.rstrip("/").rpartition(":")[2])
    with site_on(store, hub, port=port):
        expect(cell(page, "d4")).to_have_attribute("aria-label", "d4, white disc, last action")
        expect(page.locator(".note")).to_have_count(0)
        page.context.close()


def test_a_board_that_a_restarted_server_does_not_know_is_not_shown_as_alive(
    store: Store, hub: LiveHub, browser: Browser
) -> None:
    ScriptedBoard(store, "b1", watch=PortWatch(hub, store))
    page = browser.new_context().new_page()
    with site_on(store, hub) as url:
        connected(page, url + "boards/b1")
    after = LiveHub()
    with site_on(store, after, port=int(url.rstrip("/").rpartition(":")[2])):
        expect(page.locator(".note")).to_contain_text("The program that this page belongs to has ended.")
        board = ScriptedBoard(store, "b1", watch=PortWatch(after, store), boot=2)
        board.act("Wd4")
        expect(cell(page, "d4")).to_have_attribute("aria-label", "d4, white disc, last action")
        expect(page.locator(".note")).to_have_count(0)
        page.context.close()


def test_signing_in_lets_one_watch(store: Store, hub: LiveHub, browser: Browser, complaints: Complaints) -> None:
    ScriptedBoard(store, "b1", watch=PortWatch(hub, store))
    policy = AccessPolicy(LOOPBACK_NAMES, "act-token-01", "watch-token-01")
    with site_on(store, hub, policy) as url:
        page = browser.new_context().new_page()
        page.goto(url + "boards/b1")
        expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
        page.get_by_label("Token").fill("wrong-token")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_contain_text("That is not the token")
        complaints.watch(page)
        page.get_by_label("Token").fill("watch-token-01")
        page.keyboard.press("Enter")
        page.wait_for_url(url + "boards/b1")
        page.wait_for_function("() => document.body.dataset.connected === 'true'")
        assert page.evaluate("document.cookie") == ""
        page.get_by_role("button", name="More").click()
        expect(page.get_by_role("link", name="Sign in")).to_be_visible()
        page.context.close()


def test_signing_in_leads_nowhere_else(store: Store, hub: LiveHub, browser: Browser) -> None:
    with site_on(store, hub, AccessPolicy(LOOPBACK_NAMES, "act-token-01", "watch-token-01")) as url:
        page = browser.new_context().new_page()
        for wanted in ("https://evil.example/", "//evil.example/", "javascript:document.title=1", "/\\\\evil.example"):
            page.goto(f"{url}sign-in?next={wanted}")
            page.get_by_label("Token").fill("watch-token-01")
            page.keyboard.press("Enter")
            page.wait_for_url(lambda address: "sign-in" not in address)
            assert page.url.startswith(url)
        page.context.close()


def test_names_are_text_whatever_they_look_like(store: Store, hub: LiveHub, url: str, site: Page) -> None:
    board = ScriptedBoard(store, "b1", players=Players(HOSTILE, "\u202eBen"), watch=PortWatch(hub, store))
    board.act("Wd4")
    for path in ("", "boards/b1"):
        connected(site, url + path)
        expect(site.locator(".player-name").first).to_have_text(HOSTILE)
        expect(site.locator("main img, main script")).to_have_count(0)
        assert site.title() not in ("1", "2")


def test_the_policy_stops_what_would_get_in_all_the_same(url: str, browser: Browser) -> None:
    page = browser.new_context().new_page()
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.goto(url)
    page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "document.title = 'taken'";
          document.body.append(script);
          document.body.append(Object.assign(document.createElement("img"), { src: "https://evil.example/x.png" }));
          document.body.setAttribute("style", "color: red");
          fetch("https://evil.example/").catch(() => {});
        }"""
    )
    wait_until(page, lambda: len([text for text in told if "Content Security Policy" in text]) >= 4)
    assert page.title() == "Live boards · Hexlume"
    page.context.close()


@pytest.mark.soak
def test_a_phone_shows_the_board_as_wide_as_its_window(store: Store, hub: LiveHub, url: str, browser: Browser) -> None:
    ScriptedBoard(store, "b1", "droched", Players("Ann", "Ben"), PortWatch(hub, store)).act("a1")
    page = browser.new_context(**SMALL).new_page()  # type: ignore[arg-type]
    page.goto(url + "boards/b1")
    page.wait_for_selector("#board [data-cell]")
    box = page.locator("#board").bounding_box()
    assert box is not None and box["width"] > 300
    page.context.close()


@pytest.mark.soak
def test_phone_on_its_side_has_large_cells_and_the_whole_navigation(
    store: Store, hub: LiveHub, url: str, browser: Browser
) -> None:
    ScriptedBoard(store, "b1", "sibling", watch=PortWatch(hub, store))
    page = browser.new_context(viewport={"width": 844, "height": 390}).new_page()
    connected(page, url + "boards/b1")
    assert cell(page, "e5").bounding_box()["width"] >= 40  # type: ignore[index]
    for shown in (cell(page, "a1"), cell(page, "i5"), page.locator("#text")):
        expect(shown).to_be_in_viewport(ratio=1)
    last = page.get_by_role("link", name="Network game")
    expect(last).to_be_hidden()
    page.get_by_role("button", name="More").click()
    expect(last).to_be_in_viewport(ratio=1)
    assert Axe().run(page).response["violations"] == []
    page.keyboard.press("Escape")
    expect(last).to_be_hidden()
    page.context.close()


@pytest.mark.sample(1)
@pytest.mark.parametrize(("rules", "size"), [("orochi", "1280x720"), ("droched", "1920x1080"), ("orcoon", "1280x720")])
def test_wall_shows_result_and_players_of_a_game_that_is_over(
    store: Store, hub: LiveHub, url: str, browser: Browser, rules: str, size: str
) -> None:
    board = ScriptedBoard(store, "b1", rules, Players("Maximiliana von Langenname", "Ben"), PortWatch(hub, store))
    choose = random.Random(1)
    for _ in range(24):
        board.act(choose.choice(legal_texts(board.game)))
    board.tell("conclude", result="W+", reason="resigned")
    width, height = map(int, size.split("x"))
    page = browser.new_context(viewport={"width": width, "height": height}).new_page()
    connected(page, url + "boards/b1?wall")
    expect(page.locator("#text")).to_contain_text("White wins: black resigned")
    for shown in ("#text", "#board", ".player-white", ".player-black", "#actions [aria-current]"):
        expect(page.locator(shown)).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    page.context.close()


@pytest.mark.soak
def test_the_wall_shows_the_board_as_large_as_it_gets(store: Store, hub: LiveHub, url: str, browser: Browser) -> None:
    ScriptedBoard(store, "b1", watch=PortWatch(hub, store)).act("Wd4")
    page = browser.new_context(viewport={"width": 1920, "height": 1080}).new_page()
    connected(page, url + "boards/b1?wall")
    expect(page.locator("#site-header")).to_be_hidden()
    expect(cell(page, "d4")).to_be_attached()
    box = page.locator("#board").bounding_box()
    assert box is not None
    assert box["height"] > 0.8 * 1080
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080
    for number in range(2, 7):
        ScriptedBoard(store, f"b{number}", watch=PortWatch(hub, store))
    connected(page, url + "?wall")
    expect(page.locator(".board-live")).to_have_count(6)
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080, "six boards are in sight at once"
    page.context.close()
