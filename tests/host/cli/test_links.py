"""Links as ``hexlume export`` writes them, and the commands that take such a text (docs/record.md)."""

from pathlib import Path
from typing import Any

from hexlume_host.store.repository import Store
from hexlume_record.formats.link import LONGEST, read_link
from tests.record.formats.random_events import BOARD, PLAYERS, STARTS, finished_game


def test_a_games_link_is_shown_and_imported_unless_it_is_damaged(hexlume: Any, store: Store, tmp_path: Path) -> None:
    store.commit(BOARD, finished_game(STARTS[3]), PLAYERS)
    actions = [action.action for action in store.record(1).actions]
    text = hexlume("export", 1, "--format", "link", "--store", store.where).out.strip()
    assert len(text) <= LONGEST and read_link(text).actions == actions
    for code, link in enumerate((f"https://example.org/analysis#{text}", text[:-2])):
        shown = hexlume("show", link)
        assert shown.code == code and "Sibling" in shown.out and ("damaged" in shown.err) == bool(code)
    assert "is new" in hexlume("import", text, "--store", tmp_path / "other.sqlite").out
    refused = hexlume("import", text[:-2], "--store", tmp_path / "other.sqlite")
    assert refused.code == 1 and "damaged" in refused.err
