"""``hexlume doctor --report`` on a simulated board's serial port, and ``hexlume sim --replay`` of what it wrote."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexlume.games.grid import HexGrid
from hexlume.link import wire
from hexlume_host.cli import doctor
from hexlume_host.device.fault_report import MOST_BYTES, read_report
from hexlume_record.game.events import BoardEvent
from hexlume_sim.client import TwinProcess

HEADER = {"report": 1, "made": "2026-11-27T09:00:00+00:00", "hexlume": "0.1.0", "python": "3.11.4", "system": "Linux"}
HELLO = {
    "type": "hello",
    "protocol": 3,
    "board": "b0a4d",
    "firmware": "0.1.0",
    "panel": "hex4",
    "boot": 1,
    "ticks": 5,
    "game": "b0a4d-1-1",
    "seq": 0,
}
RAW = {"type": "raw", "ticks": 10, "cells": [0], "counts": [2048], "leds": [0], "cues": [0]}
START = {"game": "b0a4d-1-1", "seq": 0, "kind": "start", "boot": 1, "ticks": 1, "rules": "orochi", "on": "hex4"}
E4 = HexGrid(4).cell("e4")
GESTURES: list[dict[str, Any]] = [
    {"do": "wait", "ms": 700},
    {"do": "put", "cell": "e4", "piece": "black"},
    {"do": "wait", "ms": 700},
    {"do": "put", "cell": "c3", "piece": "black"},
    {"do": "wait", "ms": 700},
    {"do": "press", "button": "back"},
    {"do": "wait", "ms": 150},
    {"do": "release", "button": "back"},
    {"do": "wait", "ms": 700},
    {"do": "lift", "cell": "c3"},
]
"""Black acts twice, takes the second action back by the button and takes the disc off."""


@pytest.fixture(autouse=True)
def without_chip(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Leave the emulated chip out: it takes minutes (tests/chip)."""
    monkeypatch.setenv("HEXLUME_CIRCUITPYTHON", str(tmp_path / "none.uf2"))


def written(path: Path, header: object, *messages: dict[str, Any]) -> Path:
    """Write a report of a header and lines of the protocol."""
    path.write_bytes(json.dumps(header).encode() + b"\n" + b"".join(wire.encode(message) for message in messages))
    return path


def altered(report: Path, to: Path, change: Callable[[dict[str, Any]], bool]) -> Path:
    """Write a report with the first line changed that ``change`` takes, its checksum right."""
    first, *lines = report.read_bytes().splitlines(keepends=True)
    done = False
    for number, line in enumerate(lines):
        message = dict(wire.decode(line))
        if not done and change(message):
            lines[number], done = wire.encode(message), True
    assert done
    to.write_bytes(first + b"".join(lines))
    return to


def other_action(message: dict[str, Any]) -> bool:
    if message.get("action") != "Be4":
        return False
    message["action"] = "Be3"
    return True


def other_light(message: dict[str, Any]) -> bool:
    """Have the board show that e4 is to be taken off where it showed the last action."""
    if message["type"] != "raw" or E4 not in message["leds"] or len(message["leds"]) > 30:
        return False
    message["cues"][message["leds"].index(E4)] = 5
    return True


@pytest.mark.integration
def test_report_of_a_board_replays_without_difference_and_an_altered_line_is_named(
    hexlume: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = tmp_path / "board.jsonl"
    with TwinProcess("hex4", seed=5, settings={"HEXLUME_GAME": "orochi", "HEXLUME_SIZE": "4"}) as twin:
        twin.next_event("leds")
        for gesture in ({"do": "put", "cell": "d4", "piece": "white"}, {"do": "wait", "ms": 1000}):
            twin.send(gesture)
        twin.next_event("waited")

        def say(sentence: str) -> None:
            if sentence.startswith("Recording"):
                for gesture in GESTURES:
                    twin.send(gesture)

        monkeypatch.setattr(doctor, "say", say)
        made = hexlume("doctor", twin.port, "--report", report, "--record", "5")
    assert (made.code, made.err) == (0, "")
    read = read_report(report)
    assert (read.board.board, read.panel.complete, read.incidents.complete) == (twin.board, True, True)
    said = [message.kind for message in read.recording if isinstance(message, BoardEvent)]
    assert said == ["action", "action", "undo"]
    assert [action.action for action in read.state().actions] == ["Wd4"]

    same = hexlume("sim", "--replay", report)
    assert same.out.splitlines()[1:] == [
        "CPython: no difference.",
        same.out.splitlines()[2],
        "It does what the board did.",
    ]

    assert "emulated chip was left out" in same.out and same.code == 0

    for change, board in ((other_action, "event action Be3 black"), (other_light, "light e4 says 'take off'")):
        other = hexlume("sim", "--replay", altered(report, tmp_path / "altered.jsonl", change))
        assert other.code == 1 and f"the board had {board}; the simulation had" in other.out


@pytest.mark.integration
def test_board_that_goes_while_it_is_recorded_leaves_a_report_of_what_came_before(
    hexlume: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = tmp_path / "board.jsonl"
    said = []
    with TwinProcess("hex4", seed=5) as twin:

        def say(sentence: str) -> None:
            said.append(sentence)
            if sentence.startswith("Recording"):
                twin.send({"do": "wait", "ms": 500})
                # A stop does not wait: an unplugged cable does.
                twin.send({"do": "fault", "name": "unplug", "value": 1})

        monkeypatch.setattr(doctor, "say", say)
        made = hexlume("doctor", twin.port, "--report", report, "--record", "60")
    assert made.code == 0 and "The recording was cut short: The board on" in said[-1]
    read = read_report(report)
    assert read.header.cut and read.recording


@pytest.mark.parametrize(
    ("header", "messages", "why"),
    [
        ({}, [], "line 1: Report is missing."),
        ("x", [], "line 1: It must be an object."),
        ({**HEADER, "report": 2}, [], "is a fault report of version 2: update this hexlume to read it."),
        ({**HEADER, "system": "a\x1b[2J"}, [HELLO], "line 1: System must not hold the control character U+001B."),
        (HEADER, [], "no board says hello in it."),
        (HEADER, [RAW], "line 2: Protocol is missing."),
        (HEADER, [{**HELLO, "panel": "hex99"}], "line 2: The board has a panel this hexlume does not know"),
        (HEADER, [HELLO, {**RAW, "cells": [37]}], "line 3: Cells must be of the panel, which has 37."),
        (HEADER, [HELLO, {**RAW, "counts": [4096]}], "line 3: Counts[0] must be 4095 or less."),
        (HEADER, [HELLO, RAW, {**RAW, "ticks": 2**40}], "line 4: Ticks must be within ten minutes"),
    ],
)
def test_hostile_report_is_one_sentence(
    header: object, messages: list[dict[str, Any]], why: str, hexlume: Any, tmp_path: Path
) -> None:
    ran = hexlume("sim", "--replay", written(tmp_path / "report", header, *messages))
    assert (ran.code, ran.out) == (1, "")
    assert why in ran.err and ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "line 1: It must be JSON."),
        (b"\xff\xfe\x00", "line 1: It must be JSON."),
        (b"[" * 100_000, "line 1: It must be JSON."),
        (json.dumps(HEADER).encode() + b"\n" + b"{" * 3000, "line 2: Line too long."),
        (
            json.dumps(HEADER).encode() + b"\n" + wire.encode(HELLO).replace(b"hex4", b"hex5"),
            "line 2: Line without its checksum",
        ),
        (b"x" * (MOST_BYTES + 1), "it is larger than 4 MB."),
    ],
)
def test_bytes_that_are_no_report_are_one_sentence(content: bytes, why: str, hexlume: Any, tmp_path: Path) -> None:
    (tmp_path / "report").write_bytes(content)
    ran = hexlume("sim", "--replay", tmp_path / "report")
    assert (ran.code, ran.out) == (1, "")
    assert why in ran.err and ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("messages", "why"),
    [
        ([HELLO], "has no recording"),
        ([HELLO, {**RAW, "settings": {"opponent": "engine first"}}], "engine took part"),
        ([HELLO, RAW], "lacks the health of some cells"),
    ],
)
def test_report_that_cannot_be_replayed_is_one_sentence(
    messages: list[dict[str, Any]], why: str, hexlume: Any, tmp_path: Path
) -> None:
    ran = hexlume("sim", "--replay", written(tmp_path / "report", HEADER, *messages))
    assert ran.code == 1 and why in ran.err and ran.err.count("\n") == 1


def test_missing_file_is_one_sentence(hexlume: Any, tmp_path: Path) -> None:
    ran = hexlume("sim", "--replay", tmp_path / "nothing")
    assert (ran.code, ran.out, ran.err) == (
        1,
        "",
        f"{tmp_path / 'nothing'} cannot be read: No such file or directory.\n",
    )


@pytest.mark.parametrize(
    ("options", "why"), [(["--record", "5"], "add --report FILE"), (["--report", "x", "--json"], "leave --json")]
)
def test_options_that_do_not_fit_are_refused(options: list[str], why: str, hexlume: Any) -> None:
    ran = hexlume("doctor", *options)
    assert ran.code == 2 and why in ran.err.replace("\n", " ")
