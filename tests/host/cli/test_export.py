"""``hexlume export`` (docs/record.md)."""

import json
import re
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from hexlume_host.store.repository import Players, Store
from hexlume_record.formats.json import record_json
from hexlume_record.game.events import ACTION, RESULT, START, BoardEvent
from tests.record.formats.random_events import BOARD, PLAYERS, STARTS, finished_game, random_events

pytestmark = pytest.mark.integration

DOCUMENT = Path(__file__).parents[3] / "docs" / "record.md"
SCHEMA = DOCUMENT.parent / "schemas" / "hexlume-record-2.json"


def test_json_is_the_whole_record(hexlume: Any, store: Store, tmp_path: Path) -> None:
    """The first table of docs/record.md lists every member of it."""
    store.commit(BOARD, finished_game(STARTS[0]), PLAYERS)
    ran = hexlume("export", 1, "--store", store.where)
    record = json.loads(ran.out)
    assert record == record_json(store.record(1))
    assert json.loads(hexlume("show", 1, "--json", "--store", store.where).out) == record
    assert hexlume("export", 1, "--out", tmp_path / "game", "--store", store.where).out == ""
    assert (tmp_path / "game").read_text(encoding="utf-8") == ran.out
    table = DOCUMENT.read_text().partition("\n| member |")[2].partition("\n\n")[0]
    names = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    documented = {name for row in names for name in row.replace("`", "").replace(" ", "").split(",")}
    schema = json.loads(SCHEMA.read_text())
    assert documented == set(schema["properties"]) == {*schema["required"], "variations"}
    assert set(schema["required"]) == set(record)


def test_what_cannot_be_exported_is_one_sentence(hexlume: Any, store: Store, tmp_path: Path) -> None:
    store.commit(BOARD, random_events(STARTS[0], 1, 5, 0))
    ran = hexlume("export", 1, "--format", "apgame", "--store", store.where)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == (
        "Game 1 is unfinished and an APGameRecord holds finished games only: export it as json or text.\n"
    )
    ran = hexlume("export", 1, "--out", tmp_path, "--store", store.where)
    assert (ran.code, ran.err) == (1, f"{tmp_path} cannot be written: Is a directory.\n")


def test_the_text_in_the_documentation_is_what_its_game_exports(hexlume: Any, store: Store) -> None:
    (shown,) = re.findall(r"^    \[Hexlume.*\n(?:(?:    .*)?\n)*", DOCUMENT.read_text(), re.MULTILINE)
    turns = re.findall(r"^\d+\. (\w+) (\w+)$", dedent(shown), re.MULTILINE)
    start = {"rules": "orcoon", "board": "square4", "options": {"pie": True}}
    events = [BoardEvent("g", 0, START, 0, start)]
    events += [BoardEvent("g", at, ACTION, 0, {"action": one, "colour": of}) for at, (of, one) in enumerate(turns, 1)]
    events.append(BoardEvent("g", len(events), RESULT, 0, {"result": "B+", "reason": "no-moves"}))
    store.commit(BOARD, events, Players("Ann", "Ben"))
    exported = hexlume("export", 1, "--format", "text", "--store", store.where).out.splitlines()
    dated = ("[Started ", "[Ended ")
    assert all(line in exported for line in dedent(shown).splitlines() if not line.startswith(dated))
