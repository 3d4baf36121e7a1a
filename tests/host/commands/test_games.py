"""``hexlume games``, ``show`` and ``export`` (docs/record.md)."""

import json
from pathlib import Path
from typing import Any

import pytest

from hexlume_host.events import ABANDON, ACTION, RESULT, START, BoardEvent
from hexlume_host.store import Board, Players, Store

BOARD = Board("b0a4d", "hex4", "0.1.0")


@pytest.fixture
def club(tmp_path: Path, random_game: Any) -> Path:
    """A store with a finished game of Ann and Ben, an abandoned one, one nobody played and one that is not legal."""
    path = tmp_path / "club.sqlite"
    actions, result, reason = random_game(3)
    start: dict[str, Any] = {"rules": "orochi", "on": "hex3", "options": {}}
    with Store(path) as store:

        def keep(game: str, *events: tuple[str, dict[str, Any]]) -> None:
            told = [
                BoardEvent(game, seq, kind, seq, data) for seq, (kind, data) in enumerate(((START, start), *events))
            ]
            store.commit(BOARD, told, Players("Ann", "Ben") if game == "played" else Players())

        acted = [(ACTION, {"action": action, "colour": colour}) for action, colour in actions]
        keep("played", *acted, (RESULT, {"result": result, "reason": reason}))
        keep("abandoned", *acted[:3], (ABANDON, {}))
        keep("empty")
        keep("wrong", acted[0], acted[0])
    return path


def test_games_lists_what_was_played(hexlume: Any, club: Path) -> None:
    ran = hexlume("games", "--store", club)
    assert ran.code == 0
    rows = [line.split() for line in ran.out.splitlines() if "orochi" in line]
    assert [(row[0], row[-1]) for row in rows][1:] == [("2", "abandoned"), ("4", "unfinished")]
    assert rows[0][-1] in ("W+", "B+")
    assert "Ann : Ben" in ran.out
    assert len(json.loads(hexlume("games", "--json", "--all", "--store", club).out)) == 4


def test_games_without_a_store_says_how_to_begin(hexlume: Any, tmp_path: Path) -> None:
    assert "hexlume play" in hexlume("games").out
    ran = hexlume("games", "--store", tmp_path / "typo")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("There is no store")


def test_the_environment_names_the_store(hexlume: Any, club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXLUME_STORE", str(club))
    assert len(json.loads(hexlume("games", "--json").out)) == 3


def test_show_tells_the_whole_game(hexlume: Any, club: Path, random_game: Any) -> None:
    actions, result, reason = random_game(3)
    out = hexlume("show", 1, "--store", club).out
    for number, (action, _) in enumerate(actions, 1):
        assert f"{number}. {action}" in out
    assert f"{'White' if result == 'W+' else 'Black'} wins: {reason}" in out
    assert "White: Ann   Black: Ben" in out
    assert out.count(".\n") == 0 or "\n    c " in out
    assert hexlume("show", "played", "--store", club).out == out


def test_show_says_where_a_record_stops_being_legal(hexlume: Any, club: Path) -> None:
    out = hexlume("show", 4, "--store", club).out
    assert "Action 2" in out
    assert "The game is unfinished." in out


@pytest.mark.parametrize("game", ["99", "9" * 30, "nothing", "-"])
def test_a_game_that_is_not_there(hexlume: Any, club: Path, game: str) -> None:
    ran = hexlume("show", game, "--store", club)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == f"There is no game {game} in the store {club}: see hexlume games.\n"


def test_export_is_the_record(hexlume: Any, club: Path, tmp_path: Path, random_game: Any) -> None:
    actions, result, reason = random_game(3)
    record = json.loads(hexlume("export", 1, "--store", club).out)
    assert (record["schema"], record["version"], record["legal"], record["problem"]) == (
        "hexlume-record",
        1,
        True,
        None,
    )
    assert [(one["action"], one["colour"]) for one in record["actions"]] == actions
    assert (record["status"], record["result"], record["reason"]) == ("finished", result, reason)
    assert [event["seq"] for event in record["events"]] == list(range(len(actions) + 2))
    assert all(event["at"].endswith("Z") for event in record["events"])
    assert (record["position"]["result"], record["position"]["phase"]) == (result, "over")
    assert record["players"] == {"white": "Ann", "black": "Ben"}
    assert json.loads(hexlume("show", 1, "--json", "--store", club).out) == record
    assert hexlume("export", 1, "--out", tmp_path / "game.json", "--store", club).out == ""
    assert json.loads((tmp_path / "game.json").read_text()) == record
    ran = hexlume("export", 1, "--out", tmp_path, "--store", club)
    assert (ran.code, ran.err.count("\n")) == (1, 1)


def test_the_record_has_the_members_that_are_documented(hexlume: Any, club: Path) -> None:
    rows = (Path(__file__).parents[3] / "docs" / "record.md").read_text().splitlines()
    documented = {
        name
        for row in rows
        if row.startswith("| `")
        for name in row.split("|")[1].replace("`", "").replace(" ", "").split(",")
    }
    assert documented == set(json.loads(hexlume("export", 1, "--store", club).out))
