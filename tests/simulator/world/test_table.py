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


def test_grasped_disc_keeps_its_position_and_magnet(twin: Twin) -> None:
    twin.table.put("d4", "black")
    twin.faults.set("weak_magnet", "d4:0.8")
    lying = [list(each) for each in twin.front.levels]
    disc = twin.table.grasp("right", "d4")
    assert (disc.piece, disc.strength) == ("black", 0.8)
    assert twin.table.discs() == {}
    assert [list(each) for each in twin.front.levels] == lying
    site = twin.sensors.sites[twin.table.cell("e4")]
    twin.table.hold("right", "black", site.x_mm + 2.0, site.y_mm, 20.0)
    twin.table.hold("right", "white", site.x_mm + 2.0, site.y_mm, 0.0)
    twin.table.set_down("right", "e4")
    stood = twin.table.disc("e4")
    assert (stood.piece, stood.strength) == ("white", 0.8)
    assert stood.x_mm == site.x_mm + 2.0
