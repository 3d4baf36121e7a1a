"""Gestures on the table: their effects, refusals and listeners."""

import pytest

from hexlume_sim.twin import Twin
from hexlume_sim.world.table import GestureRefused


def test_gestures_change_the_discs_on_the_table(twin: Twin) -> None:
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
def test_refused_gestures_change_nothing(twin: Twin, gesture: str, arguments: tuple[object, ...], message: str) -> None:
    twin.table.put("d4", "white")
    with pytest.raises(GestureRefused) as refused:
        getattr(twin.table, gesture)(*arguments)
    assert str(refused.value) == message
    assert twin.table.discs() == {"d4": "white"}


def test_an_unknown_button_is_refused(twin: Twin) -> None:
    with pytest.raises(GestureRefused, match="There is no button 'fire': choose act, back, menu"):
        twin.press("fire")


def test_held_disc_is_measured_but_not_on_the_table(twin: Twin) -> None:
    levels = [list(each) for each in twin.front.levels]
    twin.table.hold("left", "white leader", 0.0, 0.0, 20.0)
    high = [list(each) for each in twin.front.levels]
    twin.table.hold("left", "white leader", 0.0, 0.0, 2.0)
    assert levels != high != twin.front.levels
    assert twin.table.discs() == {}
    twin.table.let_go("left")
    assert twin.front.levels == levels


def levels(twin: Twin) -> list[list[int]]:
    return [list(each) for each in twin.front.levels]


def test_grasped_disc_keeps_its_position_and_magnet(twin: Twin) -> None:
    twin.table.put("d4", "black")
    twin.faults.set("weak_magnet", "d4:0.8")
    lying = levels(twin)
    disc = twin.table.grasp("right", "d4")
    assert (disc.piece, disc.strength) == ("black", 0.8)
    assert twin.table.discs() == {}
    assert levels(twin) == lying
    site = twin.sensors.sites[twin.table.cell("e4")]
    twin.table.hold("right", "black", site.x_mm + 2.0, site.y_mm, 20.0)
    twin.table.hold("right", "white", site.x_mm + 2.0, site.y_mm, 0.0)
    twin.table.set_down("right", "e4")
    stood = twin.table.disc("e4")
    assert (stood.piece, stood.strength) == ("white", 0.8)
    assert stood.x_mm == site.x_mm + 2.0


def test_disc_set_down_reads_as_one_put_there(twin: Twin) -> None:
    twin.table.put("d3", "white leader")
    site = twin.sensors.sites[twin.table.cell("d4")]
    twin.table.hold("left", "black", site.x_mm + 1.0, site.y_mm - 2.0, 30.0)
    twin.table.hold("left", "black", site.x_mm + 1.0, site.y_mm - 2.0, 0.0)
    twin.table.set_down("left", "d4")
    way = levels(twin)
    twin.table.clear()
    twin.table.put("d3", "white leader")
    twin.table.put("d4", "black", 1.0, -2.0)
    assert levels(twin) == way


def test_held_disc_adds_its_field_and_leaves_none_behind(twin: Twin) -> None:
    twin.table.put("d4", "white")
    before = levels(twin)
    for lift_mm in (40.0, 15.0, 0.5, 15.0):
        twin.table.hold("left", "white leader", 10.0, 5.0, lift_mm)
    assert levels(twin) != before
    twin.table.let_go("left")
    assert levels(twin) == before


def test_nudged_disc_reads_as_one_put_off_centre(twin: Twin) -> None:
    twin.table.put("d4", "white")
    twin.table.nudge("d4", 2.5, -1.0)
    nudged = levels(twin)
    twin.table.lift("d4")
    twin.table.put("d4", "white", 2.5, -1.0)
    assert levels(twin) == nudged


def test_impossible_hand_gestures_are_refused(twin: Twin) -> None:
    twin.table.put("d4", "white")
    with pytest.raises(GestureRefused, match="There is no disc on e4"):
        twin.table.grasp("right", "e4")
    with pytest.raises(GestureRefused, match="The hand 'right' holds no disc"):
        twin.table.set_down("right", "e4")
    twin.table.hold("right", "black", 0.0, 0.0, 0.0)
    with pytest.raises(GestureRefused, match="The hand 'right' holds a disc already"):
        twin.table.grasp("right", "d4")
    with pytest.raises(GestureRefused, match="There is already a white disc on d4"):
        twin.table.set_down("right", "d4")
    with pytest.raises(GestureRefused, match="more than 16 mm off"):
        twin.table.set_down("right", "a1")
    with pytest.raises(GestureRefused, match="more than 16 mm off"):
        twin.table.nudge("d4", 12.0, 12.0)
    with pytest.raises(GestureRefused, match="below the table"):
        twin.table.hold("right", "black", 0.0, 0.0, -1.0)
