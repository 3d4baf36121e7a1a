"""``hexlume show``: the plies of a game, one of its positions."""

from pathlib import Path
from typing import Any

from hexlume_host.store.repository import Store
from hexlume_record.game.diagram import diagram
from hexlume_record.game.events import ACTION, START, BoardEvent
from hexlume_record.game.replay import replay_of
from tests.host.played_games import BOARD, PlayedGame


def test_plies_are_a_line_each(hexlume: Any, tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        played = PlayedGame(store, "orcoon", 5).play(6).resign()
    ran = hexlume("show", 1, "--plies", "--store", tmp_path / "s.sqlite")
    lines = ran.out.splitlines()
    assert lines[0] == "The start"
    assert [line.split()[2].rstrip(",") for line in lines[1:7]] == played.game.actions()
    assert lines[1].endswith("after 1.5 s")
    assert lines[-1] == "White wins: black resigned"


def test_a_ply_of_a_game_with_a_clock_says_what_its_player_had_left(hexlume: Any, tmp_path: Path) -> None:
    """Where the clock stood, and in games from older firmware, there is nothing to say."""
    start = {"rules": "orochi", "on": "hex3", "options": {}, "clock": "fischer 60+10"}
    actions = [{"action": "Wc3", "colour": "white", "clock": 70_000}, {"action": "Ba1", "colour": "black"}]
    with Store(tmp_path / "s.sqlite") as store:
        events = [(START, start), *((ACTION, data) for data in actions)]
        store.commit(
            BOARD, [BoardEvent("g", seq, kind, 1000 * seq, data, 1) for seq, (kind, data) in enumerate(events)]
        )
        assert [ply.left_ms for ply in replay_of(store.record(1)).plies] == [None, 70_000, None]
    ran = hexlume("show", 1, "--plies", "--store", tmp_path / "s.sqlite")
    assert ran.out.splitlines()[1:3] == ["1. white Wc3, after 1.0 s, clock 1:10", "2. black Ba1, after 1.0 s"]


def test_the_position_after_a_ply_is_a_diagram(hexlume: Any, tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        PlayedGame(store, "organica", 4).play(6)
        game = replay_of(store.record(1)).game(4)
    ran = hexlume("show", 1, "--ply", 4, "--store", tmp_path / "s.sqlite")
    assert ran.out.startswith("4. ")
    assert diagram(game) in ran.out
    assert "White in hand:" in ran.out


def test_a_missing_ply_or_game_is_one_sentence(hexlume: Any, tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        PlayedGame(store, "orcoon", 5).play(2)
    for arguments, sentence in (((1, "--ply", 7), "no ply 7"), ((5,), "There is no game 5")):
        ran = hexlume("show", *arguments, "--store", tmp_path / "s.sqlite")
        assert (ran.code, ran.out) == (1, "")
        assert sentence in ran.err
