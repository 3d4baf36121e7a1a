"""Why a disc is refused on a cell, in a sentence, and what is to be done with it."""

import random

import pytest

from hexlume import games
from hexlume.games.game import Game
from hexlume.games.pieces import BLACK_LEADER, NAMES, WHITE
from hexlume.table.referee import PUT_ON, TAKE_OFF, TURN_OVER, difference
from hexlume_record.game.state import GameState
from hexlume_record.table.table_report import TableReport
from hexlume_record.table.table_words import DIFFERENCES, TableWords, difference_words, table_words, why_refused
from tests.record.live_game import panel_of, played_on, playing


def differing(
    live: GameState, differs: dict[str, str], seen: dict[str, str] | None = None, asked_to_play: int | None = None
) -> TableWords:
    report = TableReport(differs=differs, asked_to_play=asked_to_play)
    return table_words(live, report, panel_of(live), seen)


def asked(game: Game, cell: int, piece: int) -> str:
    """Return what a board asks for where this piece stands."""
    what, expected = difference(piece, game.board[cell]), NAMES[game.board[cell]]
    return {TAKE_OFF: "take off", TURN_OVER: "turn over", PUT_ON: f"put on {expected}"}.get(
        what, f"exchange for {expected}"
    )


@pytest.mark.integration
@pytest.mark.parametrize("positions", [1, pytest.param(10, marks=pytest.mark.soak)])
@pytest.mark.parametrize("rules", games.NAMES)
def test_every_wrong_hand_in_random_positions_gets_a_sentence(rules: str, positions: int) -> None:
    """Of every piece on every cell: a sentence exactly if no action leaves it there, with and without its class."""
    choice = random.Random(rules)
    for _ in range(positions):
        live = played_on(rules, choice, 60)
        game = live.game
        assert game is not None
        made = {work[-1] for work in map(game.hand_work, game.legal_actions()) if len(work) == 1}
        changed = {cell for cell, _, _ in game.changes()}
        panel_cells = {name: cell for cell, name in live.cells_on(panel_of(live)).items()}
        for cell in range(game.grid.cells):
            for piece in range(WHITE, BLACK_LEADER + 1):
                if piece == game.board[cell]:
                    continue
                assert bool(why_refused(game, cell, piece)) == ((cell, piece) not in made)
                if (cell, piece) in made or cell in changed:
                    continue
                name, what = panel_cells[game.grid.name(cell)], asked(game, cell, piece)
                words = differing(live, {name: what}, {name: NAMES[piece]})
                exchanged = f"{difference_words(what).removeprefix('exchange ')}."
                assert (
                    words.wrong[name].endswith(("off.", "back over.", exchanged)) and words.wrong[name].count(".") == 2
                )
                differing(live, {name: what})


def test_a_refusal_says_why_and_what_to_do() -> None:
    live = playing("organica", "La3", "Lg1")
    refused = differing(live, {"a4": "take off"}, {"a4": "white leader"})
    assert refused.wrong == {"a4": "A leader is never placed beside a leader of its own colour. Take it off."}
    assert refused.clauses == {"a4": "ORG-4"}
    assert differing(live, {"a4": "take off"}).wrong == refused.wrong, "likeliest, since a pawn may be placed there"
    assert differing(live, {"c3": "take off"}, {"c3": "black"}).wrong == {"c3": "It is white's turn. Take it off."}
    assert differing(live, {"a3": "turn over"}).wrong == {
        "a3": "Discs are not turned over in this game. Turn it back over."
    }


def test_a_disc_is_not_to_be_turned_over_first_where_none_is_due() -> None:
    refused = differing(playing("orochi", "Wd4"), {"d4": "turn over"}, {"d4": "black"})
    assert refused.wrong["d4"].startswith("A disc is turned over only while it has four neighbours or more")


def test_a_disc_that_was_moved_goes_back_to_its_cell() -> None:
    live = playing("organica", "La3", "Lg1")
    moved = differing(live, {"b1": "put on white", "b2": "take off"})
    assert list(moved.wrong) == ["b2"] and not moved.held
    assert moved.wrong["b2"].endswith("Put it back on b1.")
    captured = differing(live, {"a3": "put on white leader", "g1": "turn over"})
    assert captured.wrong["g1"].endswith("Put it back on a3.")


def test_one_missing_disc_is_in_a_hand_and_no_mistake() -> None:
    live = playing("organica", "La3", "Lg1")
    assert differing(live, {"b1": "put on white"}) == TableWords(held="b1")


def test_what_the_last_action_left_to_do_is_no_mistake() -> None:
    live = playing("orochi", "Wd4")
    assert differing(live, {"d4": "put on white"}) == TableWords(due={"d4": "put on white"})
    assert not differing(live, {"d4": "turn over"}).due
    setting_up = differing(playing("organica"), {"a1": "put on white", "a2": "put on white"})
    assert list(setting_up.due) == ["a1", "a2"]


def test_a_leader_that_is_lost_where_it_is_placed_is_no_mistake() -> None:
    """ORG-12: surrounded at once, it leaves the game."""
    live = playing("organica", "Pa3", "end", "Pd4", "end", "Pb4", "end", "Pd5", "end", "Pb5", "end", "La4", size=4)
    words = differing(live, {"a4": "take off"}, {"a4": "black leader"})
    assert (words.due, words.wrong) == ({"a4": "take off"}, {})


def test_a_mess_is_listed_cell_by_cell_without_reasons() -> None:
    mess = {"a1": "take off", "b1": "take off", "c1": "take off", "e1": "take off"}
    assert differing(playing("sibling", "c3"), mess) == TableWords(due=mess)


def test_on_the_engines_turn_the_hands_wait() -> None:
    live = playing("orcoon", "c3")
    assert differing(live, {"c4": "take off"}, {"c4": "white"}).wrong == {}, "it may be placed, so it will be"
    waiting = differing(live, {"c4": "take off"}, {"c4": "white"}, asked_to_play=live.last_seq)
    assert waiting.wrong == {"c4": "It is Hexlume's turn. Take it off."}


def test_all_that_a_board_asks_for_has_words() -> None:
    asked = {f"{what} {piece}" for what in ("put on", "exchange for") for piece in NAMES[1:]}
    assert {*asked, "take off", "turn over"} == {*DIFFERENCES}
    assert difference_words("put on black") == "put on a black disc"
