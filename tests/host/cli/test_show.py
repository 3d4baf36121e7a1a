"""``hexlume show``: the plies of a game, one of its positions."""

from pathlib import Path
from typing import Any

from hexlume_host.game.diagram import diagram
from hexlume_host.game.replay import replay_of
from hexlume_host.store.repository import Store
from tests.host.played_games import PlayedGame


def test_plies_are_a_line_each(hexlume: Any, tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        played = PlayedGame(store, "orcoon", 5).play(6).resign()
    ran = hexlume("show", 1, "--plies", "--store", tmp_path / "s.sqlite")
    lines = ran.out.splitlines()
    assert lines[0] == "The start"
    assert [line.split()[2].rstrip(",") for line in lines[1:7]] == played.game.actions()
    assert lines[1].endswith("after 1.5 s")
    assert lines[-1] == "White wins: black resigned"


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
