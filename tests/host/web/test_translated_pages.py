"""Pages in another language: with a catalogue that wraps every text in brackets, nothing stands outside of them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from site_pages import ToldBoard

from hexlume_host.game.text import game_title
from hexlume_host.store.repository import Players, Store
from hexlume_host.translation import FOLDER

PAGES = (
    "/library",
    "/library?player=Ann&outcome=won",
    "/players",
    "/players/Ann",
    "/statistics",
    "/sign-in",
    "/nowhere",
)
"""The pages whose texts all come from the catalogue."""
LETTERS = re.compile(r"[^\W\d_]{3,}")
TEXTS = """() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const kept = parent.closest("script, style, noscript, p:has(code), .when, .last, .kind, .board-id");
    if (!kept) found.push(walker.currentNode.textContent);
  }
  for (const name of ["aria-label", "placeholder", "title", "alt"])
    for (const one of document.querySelectorAll(`body [${name}]`)) found.push(one.getAttribute(name));
  return found.filter((text) => text.trim());
}"""


def wrapped(folder: Path) -> Path:
    """Return a catalogue made of the template: every text in brackets."""
    template = (FOLDER / "hexlume.pot").read_text(encoding="utf-8")
    filled = re.sub(r'^msgid "(.+)"\nmsgstr ""$', r'msgid "\1"\nmsgstr "⟦\1⟧"', template, flags=re.M)
    filled = re.sub(
        r'^msgid "(.+)"\nmsgid_plural "(.+)"\nmsgstr\[0\] ""\nmsgstr\[1\] ""$',
        r'msgid "\1"\nmsgid_plural "\2"\nmsgstr[0] "⟦\1⟧"\nmsgstr[1] "⟦\2⟧"',
        filled,
        flags=re.M,
    )
    path = folder / "qps.po"
    path.write_text(filled, encoding="utf-8")
    return path


def outside(text: str) -> str:
    """Return what of a text stands in no brackets and is no date, which the browser words."""
    text = re.sub(r"\b[A-Z][a-z]+ (\d+, )?\d{4}\b", "", text)
    while (inner := re.sub(r"⟦[^⟦⟧]*⟧", " ", text)) != text:
        text = inner
    return text


@pytest.mark.integration
def test_every_text_of_the_pages_comes_from_the_catalogue(browser: Browser, tmp_path: Path) -> None:
    where = str(tmp_path / "games.sqlite")
    with Store(where) as store:
        told = ToldBoard(store, "board", players=Players("Ann", "Ben"))
        told.act(*told.game.legal_texts()[:1])
        names = {
            "Hexlume",
            "Ann",
            "Ben",
            "board",
            game_title(told.game.NAME),
            told.game.grid.board.rstrip("0123456789"),
        }
        told.tell("result", result="W+", reason="resigned")
    command = [
        sys.executable,
        "-c",
        "from hexlume_host.cli.main import main; main()",
        "serve",
        "--port",
        "0",
        "--no-log",
        "--no-browser",
    ]
    command += ["--store", where, "--language", str(wrapped(tmp_path))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split("Watch at ")[1].split()[0]
            page = browser.new_page()
            for path in PAGES:
                page.goto(address.rstrip("/") + path)
                page.wait_for_load_state("networkidle")
                assert page.locator("html").get_attribute("lang") == "qps"
                texts = page.evaluate(TEXTS)
                assert any("⟦" in text for text in texts)
                left = {text for text in texts if set(LETTERS.findall(outside(text))) - names}
                assert left == set(), path
            page.close()
        finally:
            server.terminate()
