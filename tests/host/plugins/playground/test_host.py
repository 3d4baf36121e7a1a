"""The host in the worker: the games it keeps, and what it answers to pages."""

import json
from pathlib import Path
from typing import Any

from hexlume_host.store.repository import Store
from hexlume_record.formats.link import link_text
from hexlume_record.formats.reader import read_game
from hexlume_record.variations.start import game_start
from tests.host.new_store import new_store
from tests.host.plugins.playground.page import STOP, ScriptedPage, answers, get, has_actions, post

PLAY = [{"do": "tidy", "switch": "on"}, {"do": "play", "action": "Wd4"}]
RESIGN = {"do": "resign"}


def body(page: ScriptedPage, number: int) -> Any:
    (answer,) = [message for message in page.messages if message.get("answer") == number]
    return answer["body"]


def is_over(message: dict[str, Any]) -> bool:
    return message.get("event") == "board" and message["status"] == "finished"


def test_finished_game_is_listed_replayed_and_exported_so_that_a_store_imports_it(tmp_path: Path) -> None:
    first = ScriptedPage((has_actions(0), PLAY), (has_actions(1), [RESIGN]), (is_over, STOP))
    first.play_on(tmp_path / "flash")
    later = ScriptedPage(
        (has_actions(0), [get(1, "/api/library"), get(2, "/api/games/1"), get(3, "/api/games/1/record.json")]),
        (answers(3), STOP),
    )
    later.games = first.games
    later.play_on(tmp_path / "flash")
    assert [(row["id"], row["actions"], row["result"]) for row in body(later, 1)["games"]][-1] == (1, 1, "W+")
    assert [ply["action"] for ply in body(later, 2)["plies"]] == ["", "Wd4"]
    with Store(new_store(tmp_path / "store.sqlite")) as store:
        imported = store.import_game(read_game("record.json", body(later, 3)))
        assert store.record(imported.id).ending.result == "W+"


def test_event_that_has_no_room_is_not_acknowledged_and_comes_again(tmp_path: Path) -> None:
    page = ScriptedPage((lambda message: "lit" in message, [{"do": "wait", "ms": 1200}, *STOP]))
    page.has_room = False
    page.play_on(tmp_path / "flash")
    assert page.games == {}
    later = ScriptedPage((has_actions(0), STOP))
    later.play_on(tmp_path / "flash")
    (text,) = later.games.values()
    assert [event["kind"] for event in json.loads(text)["events"]] == ["start"]


def test_new_game_begins_after_its_actions_and_names_its_players(tmp_path: Path) -> None:
    wish = {"rules": "orochi", "size": 4, "actions": ["Wd4", "Be4"], "white": "Ann", "black": "Ben"}
    page = ScriptedPage(
        (has_actions(0), [post(1, "/api/new-game", wish)]),
        (has_actions(2), [get(2, "/api/library")]),
        (answers(2), STOP),
    )
    page.play_on(tmp_path / "flash")
    assert body(page, 1) == {"device": "here"}
    newest = body(page, 2)["games"][0]
    assert (newest["white"], newest["black"], newest["actions"]) == ("Ann", "Ben", 2)


def test_game_that_needs_another_panel_is_answered_with_that_panel(tmp_path: Path) -> None:
    page = ScriptedPage(
        (has_actions(0), [post(1, "/api/new-game", {"rules": "orochi", "size": 5})]), (answers(1), STOP)
    )
    page.play_on(tmp_path / "flash")
    assert [message for message in page.messages if "answer" in message] == [{"answer": 1, "panel": "hex5"}]


def test_unfinished_game_goes_on_after_another(tmp_path: Path) -> None:
    other = post(1, "/api/new-game", {"rules": "orochi", "size": 4})
    page = ScriptedPage(
        (has_actions(0), PLAY),
        (has_actions(1), [other]),
        (has_actions(0), [post(2, "/api/games/1/continue", {})]),
        (has_actions(1), [get(3, "/api/library")]),
        (answers(3), STOP),
    )
    page.play_on(tmp_path / "flash")
    # The board uses the empty game for it; the first one is no game of its own any more.
    assert [(row["id"], row["actions"]) for row in body(page, 3)["games"]] == [(2, 1)]


def test_link_is_shown_up_to_its_damage_and_what_is_none_is_one_sentence(tmp_path: Path) -> None:
    whole = link_text(game_start("orochi", "hex4", {}), ["Wd4", "Be4", "Wd5", "Wc3", "Bb2", "Ba1", "Wf2", "Bg3", "Wa4"])
    damaged = f"{whole[:-3]}AAA"
    page = ScriptedPage(
        (has_actions(0), [get(1, f"/api/games/{whole}"), get(2, f"/api/games/{damaged}"), get(3, "/api/games/77")]),
        (answers(3), STOP),
    )
    page.play_on(tmp_path / "flash")
    shown, broken = body(page, 1), body(page, 2)
    assert (len(shown["plies"]), shown["problem"], shown["source"]) == (10, None, "link")
    assert 1 < len(broken["plies"]) < 10
    assert "damaged after" in broken["problem"]
    assert body(page, 3) == {"error": "There is no game 77."}
