"""Hands on the table: gestures, refusals and what listeners hear."""

import pytest

from hexlume_sim.assembly import Twin
from hexlume_sim.table import GestureRefused


def test_gestures_change_what_stands_on_the_table(twin: Twin) -> None:
    heard: list[dict[str, str]] = []
    twin.table.listeners.append(lambda: heard.append(twin.table.discs()))
    twin.table.put("d4", "white")
    twin.table.put("a1", "black leader")
    twin.table.flip("d4")
    twin.table.move("d4", "e4")
    assert twin.table.lift("a1") == "black leader"
    twin.table.clear()
    assert heard == [
        {"d4": "white"},
        {"a1": "black leader", "d4": "white"},
        {"a1": "black leader", "d4": "black"},
        {"a1": "black leader", "e4": "black"},
        {"e4": "black"},
        {},
    ]


@pytest.mark.parametrize(
    ("gesture", "arguments", "message"),
    [
        ("put", ("d4", "black"), "There is already a white disc on d4: lift it first."),
        ("put", ("d8", "black"), "The panel hex4 has no cell 'd8'."),
        ("put", ("a1", "red"), "There is no piece 'red': choose white, black, white leader, black leader."),
        ("put", ("a1", "white", 12.0, 12.0), "A disc more than 16 mm off a cell's centre is not on it."),
        ("put", ("a1", "white", float("nan"), 0.0), "A disc more than 16 mm off a cell's centre is not on it."),
        ("lift", ("a1",), "There is no disc on a1."),
        ("flip", ("a1",), "There is no disc on a1."),
        ("move", ("a1", "a2"), "There is no disc on a1."),
        ("move", ("d4", "d4"), "The disc on d4 already stands there."),
    ],
)
def test_impossible_gestures_change_nothing(
    twin: Twin, gesture: str, arguments: tuple[object, ...], message: str
) -> None:
    twin.table.put("d4", "white")
    with pytest.raises(GestureRefused) as refused:
        getattr(twin.table, gesture)(*arguments)
    assert str(refused.value) == message
    assert twin.table.discs() == {"d4": "white"}


def test_an_unknown_button_is_refused(twin: Twin) -> None:
    with pytest.raises(GestureRefused, match="There is no button 'fire': choose act, back, menu"):
        twin.press("fire")


def test_a_held_disc_is_felt_but_does_not_stand(twin: Twin) -> None:
    levels = [list(each) for each in twin.front.levels]
    twin.table.hold("left", "white leader", 0.0, 0.0, 20.0)
    high = [list(each) for each in twin.front.levels]
    twin.table.hold("left", "white leader", 0.0, 0.0, 2.0)
    assert levels != high != twin.front.levels
    assert twin.table.discs() == {}
    twin.table.let_go("left")
    assert twin.front.levels == levels
