"""A real board at the page, which is its host: here the serial line of a simulated one, see ``serial_bridge``."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Frame, Page, expect

from hexlume import games
from hexlume_host.device.logger import Logger
from hexlume_host.device.simulated_board import REAL, SimulatedBoard, running_twin
from hexlume_host.store.repository import Store
from hexlume_record.formats.reader import read_game
from hexlume_sim.client import TwinProcess
from tests.host.conftest import until_lit, wait_until
from tests.host.plugins.playground.conftest import FIRST_LIGHT_MS, Server, go, light
from tests.host.plugins.playground.serial_bridge import Bridge, bridging

pytestmark = pytest.mark.integration


@pytest.fixture
def twin() -> Iterator[TwinProcess]:
    with running_twin(SimulatedBoard.of(games.start("orochi", 4)), REAL, 5) as twin:
        until_lit(twin)
        yield twin


@pytest.fixture
def bridge(twin: TwinProcess, context: BrowserContext) -> Iterator[Bridge]:
    with bridging(twin.port) as (bridge, script):
        context.add_init_script(script)
        yield bridge


def connect(page: Page) -> Frame:
    shown = go(page, "/live", "#connect")
    shown.locator("#connect").click()
    return shown


def shows(page: Page, device: str, actions: int) -> None:
    """Wait until the page of a board shows this number of actions."""
    page.evaluate("path => window.hexlume.open(path)", f"/boards/{device}")
    expect(page.frame_locator("#frame").locator("body")).to_have_attribute(
        "data-shown", str(actions), timeout=FIRST_LIGHT_MS
    )


def record(page: Page, device: str) -> str:
    """Return the record of a board's only game as the page would save it."""
    text = """async device => {
      const { games } = await (await window.hexlume.request("/api/library")).json();
      const { id } = games.find(game => game.device === device);
      return (await window.hexlume.request(`/api/games/${id}/record.json`)).text();
    }"""
    return str(page.evaluate(text, device))


def test_board_is_shown_and_no_action_is_lost_when_it_is_unplugged_and_the_page_reloaded(
    server: Server, twin: TwinProcess, bridge: Bridge, store: Store, page: Page
) -> None:
    shown = connect(page)
    expect(shown.locator("#own-state")).to_have_text(re.compile("All 37 cells are well"), timeout=FIRST_LIGHT_MS)
    expect(shown.locator(f'[data-device="{twin.device}"]')).to_be_visible()
    twin.send({"do": "put", "cell": "d4", "piece": "white"})
    shows(page, twin.device, 1)
    bridge.unplug()
    expect(page.frame_locator("#frame").locator("#lost")).to_contain_text("not connected", timeout=FIRST_LIGHT_MS)
    twin.send({"do": "put", "cell": "a1", "piece": "black"})
    page.evaluate("navigator.serial.dispatchEvent(new Event('connect'))")
    shows(page, twin.device, 2)
    page.goto("about:blank")
    twin.send({"do": "put", "cell": "g4", "piece": "white"})
    page = light(page, server.url)
    shows(page, twin.device, 3)
    page.evaluate("window.hexlume.line.close()")
    game = read_game("record", record(page, twin.device))
    # The page closes its port a little later than it says.
    wait_until(lambda: bridge.socket is None)
    logger = Logger(lambda: twin.port, store)
    logger.start()
    wait_until(lambda: any(one.action_count == 3 for one in store.games()))
    logger.stop()
    events = store.record(1).events
    assert [(event.kind, event.data, event.boot, event.ticks) for event in game.events] == [
        (event.kind, event.data, event.boot, event.ticks) for event in events
    ]


def test_port_that_another_program_has_is_one_sentence(context: BrowserContext, server: Server, bridge: Bridge) -> None:
    bridge.is_busy = True
    shown = connect(light(context.new_page(), server.url))
    expect(shown.locator("#own-state")).to_contain_text("close what else uses it")
    bridge.is_busy = False
    shown.locator("#connect").click()
    expect(shown.locator("#own-state")).to_contain_text("cells are well", timeout=FIRST_LIGHT_MS)
    shown.locator("#disconnect").click()
    expect(shown.locator("#own-state")).to_contain_text("is disconnected")


def test_browser_without_web_serial_is_one_sentence(context: BrowserContext, server: Server) -> None:
    context.add_init_script("delete Navigator.prototype.serial")
    shown = connect(light(context.new_page(), server.url))
    expect(shown.locator("#own-state")).to_contain_text("opens no serial ports")
