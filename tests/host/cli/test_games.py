"""``hexlume games`` and ``show``."""

import json
from pathlib import Path
from typing import Any

import pytest

from hexlume_host.store.repository import Board, Players, Store
from hexlume_record.game.diagram import diagram
from hexlume_record.game.events import ABANDON, ACTION, CONCLUDE, RESULT, START, BoardEvent
from hexlume_record.game.state import GameState
from hexlume_record.words.text import reason_words
from tests.host.played_games import PlayedGame

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
    rows = [line.split() for line in ran.out.splitlines() if "Orochi" in line]
    assert [(row[0], row[-1]) for row in rows][1:] == [("2", "abandoned"), ("4", "unfinished")]
    assert rows[0][-1] in ("W+", "B+")
    assert "Ann : Ben" in ran.out
    assert len(json.loads(hexlume("games", "--json", "--all", "--store", club).out)) == 4


def test_the_list_of_games_fits_80_columns_and_breaks_no_word(
    hexlume: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    with Store(tmp_path / "s.sqlite") as store:
        for rules, options in (
            ("orcoon", {"pie": False}),
            ("organica", {"setup": "corners"}),
            ("droched", {"komi": 3}),
        ):
            PlayedGame(store, rules, options=options, players=Players("Annabella Featherstone", "Ben")).act()
    out = hexlume("games", "--store", tmp_path / "s.sqlite").out
    assert max(map(len, out.splitlines())) <= 80
    words = "Annabella Featherstone : Ben unfinished Orcoon, cells, no pie rule Organica, corners Droched, komi 3"
    assert set(words.split()) <= set(out.split())


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
    assert f"{'White' if result == 'W+' else 'Black'} wins: {reason_words(result, reason)} (" in out
    assert "White: Ann   Black: Ben" in out
    assert f"The winner is {'Ann' if result == 'W+' else 'Ben'}.\n" in out
    position = GameState("g", {"rules": "orochi", "on": "hex3", "options": {}})
    for action, colour in actions:
        position.take(BoardEvent("g", 1, ACTION, 0, {"action": action, "colour": colour}))
    assert position.game is not None
    assert out.endswith(diagram(position.game) + "\n")
    assert hexlume("show", "played", "--store", club).out == out


def test_show_tells_a_conclusion_and_the_clock(hexlume: Any, tmp_path: Path) -> None:
    start = {"rules": "orochi", "on": "hex3", "options": {}, "clock": "byoyomi 600+3x30"}
    told: list[tuple[str, dict[str, Any]]] = [
        (START, start),
        (ACTION, {"action": "Wc3", "colour": "white"}),
        (CONCLUDE, {"result": "W+", "reason": "resigned"}),
    ]
    with Store(tmp_path / "s.sqlite") as store:
        events = [BoardEvent("g", seq, kind, 0, data) for seq, (kind, data) in enumerate(told)]
        store.commit(BOARD, events, Players("Ann", "Ben"))
    out = hexlume("show", 1, "--store", tmp_path / "s.sqlite").out
    assert "Clock: byoyomi 600+3x30 (10:00 each, then 3 periods of 30 s each)\n" in out
    assert "White wins: black resigned\nThe winner is Ann.\n" in out
    ran = hexlume("show", 1, "--json", "--store", tmp_path / "s.sqlite")
    position = json.loads(ran.out)["position"]
    assert (position["phase"], position["to_move"], position["reason"]) == ("over", None, "resigned")


def test_show_says_where_a_record_stops_being_legal(hexlume: Any, club: Path) -> None:
    out = hexlume("show", 4, "--store", club).out
    assert "Action 2" in out
    assert "The game is unfinished." in out


@pytest.mark.parametrize("game", ["99", "9" * 30, "nothing", "-"])
def test_a_game_that_is_not_there(hexlume: Any, club: Path, game: str) -> None:
    ran = hexlume("show", game, "--store", club)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err == f"There is no game {game} in the store {club}: see hexlume games.\n"


def shown(hexlume: Any, folder: Path, rules: str, on: str, options: dict[str, Any], turns: str) -> str:
    """Return what ``show`` prints of a game between Ann (white at the start) and Ben (black)."""
    events = [BoardEvent("g", 0, START, 0, {"rules": rules, "on": on, "options": options})]
    for turn in turns.split("; "):
        colour, *actions = turn.split()
        for action in actions:
            events.append(BoardEvent("g", len(events), ACTION, 0, {"action": action, "colour": colour}))
    with Store(folder / "one.sqlite") as store:
        store.commit(BOARD, events, Players("Ann", "Ben"))
    ran = hexlume("show", "g", "--store", folder / "one.sqlite")
    assert (ran.code, ran.err) == (0, "")
    assert "is not legal" not in ran.out
    return str(ran.out)


def test_show_orochi(hexlume: Any, tmp_path: Path) -> None:
    out = shown(hexlume, tmp_path, "orochi", "hex3", {}, "white Wc3; black Ba1 Wa3; white Be3")
    assert "white  1. Wc3\nblack  2. Ba1  3. Wa3\nwhite  4. Be3\n" in out
    assert out.endswith("  e  . . b\n d  . . . .\nc  . . w . .\n b  . . . .\n  a  b . w\n")


def test_show_sibling_with_a_swap(hexlume: Any, tmp_path: Path) -> None:
    """SIB-7, ACT-3: the swap ends a turn, and the names go with the seats."""
    out = shown(hexlume, tmp_path, "sibling", "hex3", {"pie": True}, "white c3; black swap a1 a3")
    assert out.startswith("Game 1: Sibling, 19 cells, pie rule\nWhite: Ann   Black: Ben\n")
    assert "white  1. c3\nblack  2. swap\nblack  3. a1  4. a3\n" in out
    assert "The players have exchanged their colours. White: Ben   Black: Ann\n" in out
    assert out.endswith("c  . . w . .\n b  . . . .\n  a  b . b\n")
    (row,) = [
        line for line in hexlume("games", "--store", tmp_path / "one.sqlite").out.splitlines() if "Sibling" in line
    ]
    assert "Ben : Ann" in row


def test_show_orcoon_on_its_square_board(hexlume: Any, tmp_path: Path) -> None:
    """GEO-4, ORC-7: rows are numbered, columns lettered; after the swap it is white's turn again."""
    out = shown(hexlume, tmp_path, "orcoon", "square4", {"pie": True}, "black b2; white swap c3; black d1")
    assert "black  1. b2\nwhite  2. swap\nwhite  3. c3\nblack  4. d1\n" in out
    assert "White: Ben   Black: Ann\n" in out
    assert out.endswith(" 4 . . . .\n 3 . . w .\n 2 . b . .\n 1 . . . b\n   a b c d\n")


def test_show_organica_with_hands_and_leaders(hexlume: Any, tmp_path: Path) -> None:
    """ORG-1, ACT-5: leaders are capitals, and what is in hand is told."""
    out = shown(hexlume, tmp_path, "organica", "hex4", {"setup": "corners"}, "white Ld4; black Le5; white Pa2 end")
    assert out.endswith(
        "   g  w . . b\n  f  . . . . .\n e  . . . . B .\nd  b . . W . . w\n c  . . . . . .\n  b  . . . . .\n"
        "   a  w w . b\nWhite in hand: pawns 6, leaders 3\nBlack in hand: pawns 7, leaders 3\n"
    )


def test_show_droched_with_its_prison(hexlume: Any, tmp_path: Path) -> None:
    """DRO-6, DRO-11: the second seat takes black, and frees nothing of its own from the prison."""
    out = shown(
        hexlume, tmp_path, "droched", "hex3", {"pie": True}, "black komi=3; white take=black; black c3; white free"
    )
    assert "black  1. komi=3\nwhite  2. take=black\nblack  3. c3\nwhite  4. free\n" in out
    assert "White: Ben   Black: Ann\n" in out
    assert out.endswith("  a  . . .\nPrison: white 0, black 2\n")


def test_a_winner_after_a_swap_is_named_rightly(hexlume: Any, tmp_path: Path) -> None:
    """ACT-3, ORC-6: Ben began with black; after the swap he has white, and black's chain is Ann's."""
    out = shown(
        hexlume,
        tmp_path,
        "orcoon",
        "square4",
        {"pie": True},
        "black b2; white swap d1; black b3; white d2; black b4; white d3; black b1",
    )
    with Store(tmp_path / "one.sqlite") as store:
        live = GameState.replay(store.record("g"))
        assert live.game is not None
        assert live.game.result == "B+"
        last = BoardEvent("g", 9, RESULT, 0, {"result": "B+", "reason": live.game.outcome.reason})
        store.commit(BOARD, [last])
    assert "The winner is" not in out
    out = hexlume("show", "g", "--store", tmp_path / "one.sqlite").out
    assert "Black wins: " in out
    assert "The winner is Ann.\n" in out


def test_games_and_show_tell_what_a_board_dropped(hexlume: Any, tmp_path: Path) -> None:
    where = tmp_path / "club.sqlite"
    start: dict[str, Any] = {"rules": "orochi", "on": "hex4", "options": {}}
    action = {"action": "Wd4", "colour": "white"}
    with Store(where) as store:
        store.commit(
            BOARD, [BoardEvent("b0a4d-3-2", 0, START, 1, start), BoardEvent("b0a4d-3-2", 1, ACTION, 2, action)]
        )
        noted = store.add_dropped("b0a4d", "b0a4d-3-2", "b0a4d-3-9")
    assert noted is not None
    for every in ((), ("--device", "b0a4d"), ("--all",)):
        assert noted.sentence in hexlume("games", *every, "--store", where).out
    for other in (("--device", "b1"), ("--player", "ann"), ("--json",)):
        assert "are lost" not in hexlume("games", *other, "--store", where).out
    assert len(json.loads(hexlume("games", "--json", "--status", "incomplete", "--store", where).out)) == 1
    ran = hexlume("show", "1", "--store", where)
    assert "The game is incomplete." in ran.out and "no room left" in ran.out
