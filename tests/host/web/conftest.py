"""A real server, a real WebSocket and a real browser for the page's tests."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from hexlume_host.store.repository import Store
from hexlume_host.web.live.hub import LiveHub

sys.path.insert(0, str(Path(__file__).parent))

from browser_pages import LAPTOP, PHONE, Complaints, open_page, serving_table
from site_pages import site_on
from table_session import TableSession


@pytest.fixture
def session() -> TableSession:
    return TableSession()


@pytest.fixture
def url(session: TableSession, store: Store) -> Iterator[str]:
    with serving_table(session, store) as address:
        yield address


@pytest.fixture
def hub(store: Store) -> LiveHub:
    return LiveHub(store)


@pytest.fixture
def site_url(store: Store) -> Iterator[str]:
    """The address of a site on loopback without tokens and boards."""
    with site_on(store) as address:
        yield address


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    found = Complaints()
    yield found
    assert found == []


@pytest.fixture
def laptop(browser: Browser, complaints: Complaints) -> Iterator[Page]:
    """A tab on a laptop that shows nothing yet."""
    page = browser.new_context(**LAPTOP).new_page()  # type: ignore[arg-type]
    complaints.watch(page)
    yield page
    page.context.close()


@pytest.fixture
def page(browser: Browser, url: str, complaints: Complaints) -> Iterator[Page]:
    page = open_page(browser, url, complaints, **LAPTOP)
    yield page
    page.context.close()


@pytest.fixture
def phone(browser: Browser, url: str, complaints: Complaints) -> Iterator[Page]:
    page = open_page(browser, url, complaints, **PHONE)
    yield page
    page.context.close()
