"""Variations by real discs: a board's events become a tree; take back and play another is a sibling."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from hexlume_host.store.repository import Store
from hexlume_record.game.events import ABANDON, ACTION, CONCLUDE, START, UNDO, BoardEvent
from hexlume_record.game.record import history_of
from hexlume_record.variations.board import GameVariations
from tests.record.formats.random_events import BOARD, STARTS, random_events
from tests.record.variations.tree_lines import main_line

OROCHI = {"rules": "orochi", "on": "hex4", "options": {}}


def events(*played: tuple[str, dict[str, str]]) -> list[BoardEvent]:
    return [BoardEvent("g", seq, kind, 0, dict(data)) for seq, (kind, data) in enumerate([(START, OROCHI), *played])]


def act(action: str, colour: str) -> tuple[str, dict[str, str]]:
    return ACTION, {"action": action, "colour": colour}


BACK: tuple[str, dict[str, str]] = (UNDO, {})


def test_taking_back_and_playing_another_makes_a_sibling() -> None:
    played = [act("Wd4", "white"), act("Bd3", "black"), BACK, act("Bd2", "black"), act("Wa1", "black")]
    mode = GameVariations(events(*played))
    (first,) = mode.tree.root.children
    assert [child.action for child in first.children] == ["Bd2", "Bd3"], "what stands is the main line"
    assert [node.action for node in mode.at.line()] == ["Wd4", "Bd2", "Wa1"]
    assert [node.action for node in main_line(mode.tree)] == ["Wd4", "Bd2", "Wa1"]


def test_playing_the_same_again_goes_on_in_the_same_line() -> None:
    mode = GameVariations(events(act("Wd4", "white"), BACK, act("Wd4", "white")))
    assert (len(mode.tree), mode.at.depth) == (1, 1)


def test_taking_back_a_conclusion_takes_back_no_action() -> None:
    concluded = (CONCLUDE, {"result": "B+", "reason": "resigned"})
    mode = GameVariations(events(act("Wd4", "white"), concluded, BACK))
    assert mode.at.action == "Wd4"
    mode = GameVariations(events(act("Wd4", "white"), concluded, BACK, BACK, (ABANDON, {})))
    assert mode.at is mode.tree.root


def test_what_does_not_fit_is_told_and_the_tree_stays() -> None:
    mode = GameVariations(events(act("Wd4", "white"), act("Wd4", "black"), act("Bd3", "black")))
    assert "not legal" in mode.problem
    assert [node.action for node in mode.at.line()] == ["Wd4"]


@given(start=st.sampled_from(STARTS), seed=st.integers(0, 2**32), most=st.integers(0, 60))
def test_the_main_line_is_what_stands(start: tuple[str, int, dict[str, object]], seed: int, most: int) -> None:
    played = random_events(start, seed, most, back=0.3)
    mode = GameVariations(played)
    assert not mode.problem
    standing = [action.action for action in history_of(played).actions]
    assert [node.action for node in mode.at.line()] == standing
    tree = mode.tree
    assert [node.action for node in main_line(tree)][: len(standing)] == standing
    # Everything ever played is in the tree, and nothing else.
    played = [event for event in played if event.kind == ACTION]
    assert {node.action for node in tree.root.walk()} - {""} == {event.data["action"] for event in played}
    assert len(tree) <= len(played)


def test_stored_game_is_a_tree_with_what_was_taken_back(tmp_path: Path) -> None:
    played = random_events(STARTS[0], 5, 40, back=0.3)
    with Store(tmp_path / "games.sqlite") as store:
        store.commit(BOARD, played)
        mode = GameVariations(store.record(1).events)
    assert any(event.kind == UNDO for event in played)
    assert len(mode.tree) > len(history_of(played).actions)
