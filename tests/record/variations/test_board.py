"""Variations by real discs: a board's events become a tree; take back and play another is a sibling."""

from hypothesis import given

from hexlume_record.game.events import ACTION, START, BoardEvent
from hexlume_record.game.record import history_of
from hexlume_record.variations.board import GameVariations
from tests.record.formats.random_events import random_event_lists
from tests.record.variations.tree_lines import main_line

OROCHI = {"rules": "orochi", "board": "hex4", "options": {}}


def test_what_does_not_fit_is_told_and_the_tree_stays() -> None:
    played = [(ACTION, {"action": "Wd4", "colour": colour}) for colour in ("white", "black")]
    events = [BoardEvent("g", seq, kind, 0, data) for seq, (kind, data) in enumerate([(START, OROCHI), *played])]
    mode = GameVariations(events)
    assert "not legal" in mode.problem
    assert [node.action for node in mode.at.line()] == ["Wd4"]


@given(played=random_event_lists())
def test_the_main_line_is_what_stands(played: list[BoardEvent]) -> None:
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
