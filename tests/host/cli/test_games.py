"""``hexlume games``."""

import json
from pathlib import Path
from typing import Any

import pytest

from hexlume_host.store.repository import Players, Store
from hexlume_record.game.events import ABANDON, ACTION
from tests.host.played_games import PlayedGame


def test_games_lists_what_was_played(hexlume: Any, tmp_path: Path) -> None:
    """Not what nobody has played unless that is asked for, nor what no player is called."""
    assert "hexlume play" in hexlume("games").out
    with Store(tmp_path / "s.sqlite") as store:
        result = PlayedGame(store, "orochi", 3, identity="played").play().game.result
        PlayedGame(store, "orochi", 3, identity="abandoned", players=Players()).play(3).tell(ABANDON)
        PlayedGame(store, "orochi", 3, identity="empty")
        wrong = PlayedGame(store, "orochi", 3, identity="wrong")
        wrong.tell(ACTION, action=wrong.act(), colour="white")
    ran = hexlume("games", "--store", tmp_path / "s.sqlite")
    rows = [line.split() for line in ran.out.splitlines() if "Orochi" in line]
    assert [(row[0], row[-1]) for row in rows] == [("1", result), ("2", "abandoned"), ("4", "unfinished")]
    assert ran.code == 0 and "Ann : Ben" in ran.out
    assert len(json.loads(hexlume("games", "--json", "--all", "--store", tmp_path / "s.sqlite").out)) == 4
    assert hexlume("games", "--player", "%", "--store", tmp_path / "s.sqlite").out == "No games are like that.\n"


def test_the_list_of_games_fits_80_columns_and_breaks_no_word(
    hexlume: Any, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    players = Players("Annabella Featherstone", "Ben")
    PlayedGame(store, "orcoon", options={"pie": False}, players=players).act()
    PlayedGame(store, "organica", options={"setup": "corners"}, players=players).act()
    out = hexlume("games", "--store", store.where).out
    assert max(map(len, out.splitlines())) <= 80
    words = "Annabella Featherstone : Ben unfinished Orcoon, cells, no pie rule Organica, corners"
    assert set(words.split()) <= set(out.split())


def test_games_and_show_tell_what_a_board_dropped(hexlume: Any, store: Store) -> None:
    PlayedGame(store, "orochi", identity="b0a4d-3-2").act()
    noted = store.add_dropped("b0a4d", "b0a4d-3-2", "b0a4d-3-9")
    assert noted is not None
    for asked in ((), ("--device", "b0a4d"), ("--all",), ("--device", "b1"), ("--player", "ann"), ("--json",)):
        is_shown = noted.sentence in hexlume("games", *asked, "--store", store.where).out
        assert is_shown == (asked in ((), ("--device", "b0a4d"), ("--all",)))
    assert len(json.loads(hexlume("games", "--json", "--status", "incomplete", "--store", store.where).out)) == 1
    ran = hexlume("show", "1", "--store", store.where)
    assert "The game is incomplete." in ran.out
