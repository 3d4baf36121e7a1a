"""What a host may have the running game do, and what is refused."""

import pytest

from hexlume import games
from hexlume.hardware import panel
from hexlume.hardware.panel import panel_grid
from hexlume.output import led_cues
from hexlume.play.commands import _MOST_EVENTS
from hexlume.table import layout
from tests.firmware.play.running_table import Table


def test_a_host_may_point_at_actions_and_cells_until_the_position_changes() -> None:
    table = Table()
    table.play("Wd4")
    cell = table.grid.cell
    cues = table.running.prompt.cues
    assert table.command({"do": "suggest", "actions": ["Ba1", "Wb2", "Bc3"]}) is None
    assert [cues[cell(name)] - led_cues.ADVICE for name in ("a1", "b2", "c3")] == [0, 1, 2]
    assert table.command({"do": "lights", "cells": {"g4": 2}}) is None
    assert cues[cell("g4")] == led_cues.ADVICE + 1
    for wrong in (["Wd4"], "Ba1", [7], ["Ba1", None], None):
        assert table.command({"do": "suggest", "actions": wrong}) is not None
    for cells in ({"z9": 1}, {"a1": 4}, {"a1": "1"}, {"a1": 1.0}, ["a1"], None):
        assert table.command({"do": "lights", "cells": cells}) is not None
    assert cues[cell("a1")] == led_cues.ADVICE, "what is refused changes nothing"
    table.play("Bd3")
    assert not {led_cues.ADVICE, led_cues.ADVICE + 1, led_cues.ADVICE + 2} & set(cues)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ({"do": "dance"}, "this board does not know that command"),
        ({}, "this board does not know that command"),
        ({"do": "act", "action": "pass"}, "'pass' is not legal here"),
        ({"do": "act", "action": "Ba1"}, "'Ba1' is played with discs: put them on the board"),
        ({"do": "act", "action": "x" * 50}, f"'{'x' * 40}' is not legal here"),
        ({"do": "new", "rules": 3}, "a new game needs rules (text), size (a number) and options"),
        ({"do": "new", "rules": "orochi", "size": "3"}, "a new game needs rules (text), size (a number) and options"),
        ({"do": "new", "rules": "orochi", "options": []}, "a new game needs rules (text), size (a number) and options"),
        ({"do": "new", "rules": "orochi", "actions": ["x" * 11]}, "actions are a list of action strings"),
        ({"do": "actions", "actions": "Ba1"}, "actions are a list of action strings"),
        (
            {"do": "actions", "actions": ["Ba1"]},
            "this game has begun by hand already: start a new one with its actions",
        ),
        ({"do": "suggest", "actions": ["Wd4"], "seq": 1}, "the board asks for something else by now"),
    ],
)
def test_a_command_that_cannot_be_carried_out_is_refused_in_one_sentence(
    command: dict[str, object], sentence: str
) -> None:
    table = Table()
    table.play("Wd4")
    assert table.command(command) == sentence
    assert table.kinds == ["start", "action"]


def test_actions_that_were_sent_are_played_before_anything_else() -> None:
    table = Table()
    assert table.command({"do": "new", "rules": "orochi", "size": 4, "actions": ["Wd4", "Ba1"]}) is None
    assert table.command({"do": "back"}) == "the actions that were sent are still being played"
    assert table.command({"do": "actions", "actions": ["Wa2"] * 2000}).startswith(
        "too many actions: send them in parts"
    )
    assert table.command({"do": "settings", "sounds": "off"}) is None
    for button in (panel.ACT_BUTTON, panel.BACK_BUTTON):
        assert table.running.state.press(button, False, table.ms) is table.running.state
    table.wait()
    assert table.kinds == ["start", "action", "action"] and table.command({"do": "back"}) is None


def test_a_new_game_that_is_refused_leaves_the_running_one() -> None:
    table = Table()
    table.play("Wd4")
    for wrong in ({"actions": [1]}, {"clock": 5}, {"clock": "hourglass"}):
        assert table.command({"do": "new", "rules": "orochi", "size": 3, **wrong}) is not None
    assert table.kinds == ["start", "action"]


@pytest.mark.parametrize("panel_name", ["hex2", "hex4", "hex6", "square7"])
def test_a_new_game_without_a_size_has_the_panels_usual_size(panel_name: str) -> None:
    grid = panel_grid(panel_name)
    first = next(rules for rules in games.NAMES if layout.usual_size(grid, rules))
    for rules in games.NAMES:
        usual = layout.usual_size(grid, rules)
        for size in ({}, {"size": 0}):
            table = Table(first, size=layout.usual_size(grid, first), panel_name=panel_name)
            refusal = table.command({"do": "new", "rules": rules, **size})
            if usual:
                assert refusal is None
                assert (table.running.game.NAME, table.running.game.size) == (rules, usual)
            else:
                assert refusal == f"{rules} can't be played on a {panel_name} panel"


def test_a_host_cannot_make_a_game_grow_for_ever() -> None:
    table = Table(size=3)
    refusal = None
    for _ in range(_MOST_EVENTS):
        refusal = table.command({"do": "play", "action": "Wd4"}) or table.command({"do": "back"})
        if refusal is not None:
            break
    assert refusal is not None and "begin a new one" in refusal
    assert table.link.records[-1].count <= _MOST_EVENTS + 1


def test_a_host_may_end_a_game_as_the_players_agreed_elsewhere() -> None:
    ends = {
        ("resigned", "white"): "B+",
        ("resigned", "black"): "W+",
        ("draw-agreed", None): "0",
        ("time", "white"): "B+",
        ("time", "black"): "W+",
    }
    for (reason, colour), result in ends.items():
        end = {"do": "conclude", "reason": reason} | ({"colour": colour} if colour else {})
        table = Table()
        table.play("Wd4")
        for wrong in ("white won", "", None, 3, [], "white resigned", "no-moves"):
            assert table.command({"do": "conclude", "reason": wrong, "colour": "white"}) is not None
        for nobody in ("", None, 1, [], "red", "WHITE"):
            assert table.command({"do": "conclude", "reason": "resigned", "colour": nobody}) is not None
            assert table.command({"do": "conclude", "reason": "time", "colour": nobody}) is not None
        assert table.command({"do": "conclude", "reason": "time"}) is not None
        assert table.kinds == ["start", "action"]
        assert table.command(end) is None
        assert table.kinds == ["start", "action", "conclude"]
        assert (table.events[-1]["result"], table.events[-1]["reason"]) == (result, reason)
        assert table.command(end) == "the game is over"
        # Taken back, it goes on.
        assert table.command({"do": "back"}) is None
        table.play("Bd3")
        assert table.kinds == ["start", "action", "conclude", "undo", "action"]


def test_a_host_ends_a_game_while_resigning_is_on_the_act_button() -> None:
    table = Table()
    table.play("Wd4")
    table.running.offer_conclusion()
    assert table.command({"do": "conclude", "reason": "draw-agreed"}) is None
    table.hold_act()
    assert table.kinds == ["start", "action", "conclude"]
