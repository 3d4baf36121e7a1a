"""What the monkeys must notice, and the trace by which a walk is gone again."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from hexlume_host.store.repository import Store
from hexlume_host.web.live.hub import LiveHub
from tests.host.web.site_pages import site_on
from tests.monkey.pages import Pages
from tests.monkey.walk import Action, Monkey, Walk

GOOD = "<p>Nothing to see.</p>"


class Counting(Monkey):
    """Counts to a number that it cannot stand."""

    name = "counting"

    def choose(self, choice: Random) -> Action:
        return ["say", choice.randrange(10)]

    def do(self, action: Action) -> None:
        if action[1] == 7:
            self.complaints.append("seven was said")

    def finish(self) -> None:
        pass


def test_a_complaint_is_told_with_the_trace_and_comes_again(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    with pytest.raises(AssertionError, match="Seed 3, at action") as told:
        Walk([(Counting(), 1)], 3, trace).go(1000)
    assert "counting: seven was said" in str(told.value)
    actions = [json.loads(line) for line in trace.read_text().splitlines()]
    assert actions[-1] == ["counting", "say", 7]
    with pytest.raises(AssertionError, match=f"at action {len(actions)}"):
        Walk([(Counting(), 1)], 3, tmp_path / "again.jsonl").repeat(actions)


def test_the_same_seed_goes_the_same_way(tmp_path: Path) -> None:
    walks = [Walk([(Counting(), 1)], seed, tmp_path / "trace") for seed in (5, 5, 6)]
    for walk in walks:
        with pytest.raises(AssertionError):
            walk.go(1000)
    assert walks[0].done == walks[1].done != walks[2].done


@pytest.fixture
def pages(browser: Browser, tmp_path: Path) -> Iterator[Pages]:
    with Store(tmp_path / "games.sqlite") as store, site_on(store, LiveHub()) as address:
        monkey = Pages(browser, address, "laptop", [])
        monkey.finish()
        assert monkey.complaints == []
        yield monkey
        monkey.context.close()


WRONG = [
    ("setTimeout(() => { throw new Error('out of cheese'); })", "out of cheese"),
    ("Promise.reject(new Error('no promise'))", "no promise"),
    ("console.error('a complaint')", "a complaint"),
    ("fetch('/static/site/none.js')", "answers 404"),
    ("fetch('/api/rights', { method: 'POST' })", "answers 405"),
    ("document.body.append('It is ' + document.none)", "undefined"),
    ("document.body.append('It is [object Object]')", "[object Object]"),
    ("document.body.append(Object.assign(document.createElement('img'), { src: 'http://x.test/' }))", "x.test"),
]


@pytest.mark.soak
def test_the_walk_notes_every_kind_of_page_error(pages: Pages) -> None:
    for done, heard in WRONG:
        pages.page.evaluate(f"() => {{ {done}; }}")
        deadline = time.monotonic() + 60
        while heard not in " ".join(pages.complaints):
            assert time.monotonic() < deadline, pages.complaints
            pages.do(["key", "Escape"])


@pytest.mark.soak
def test_a_refusal_in_a_sentence_and_a_lost_network_are_none(pages: Pages) -> None:
    pages.page.evaluate("fetch('/api/games/999')")
    pages.do(["offline"])
    pages.page.evaluate("fetch('/api/boards').catch(() => 0)")
    pages.do(["key", "Escape"])
    pages.do(["online"])
    assert pages.complaints == []
