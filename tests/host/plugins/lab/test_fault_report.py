"""``hexlume lab report`` on a simulated board's serial port."""

import json
from pathlib import Path
from typing import Any

import pytest

from hexlume.link import wire
from hexlume_plugins.lab.cli.lab import report as command
from hexlume_sim.client import TwinProcess

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


def messages(report: Path) -> list[dict[str, Any]]:
    """Return a report's messages, each checked by its checksum."""
    return [dict(wire.decode(line)) for line in report.read_bytes().splitlines()[1:]]


@pytest.mark.integration
def test_report_has_what_the_board_says_and_what_came_while_it_was_recorded(
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

        monkeypatch.setattr(command, "say", say)
        made = hexlume("lab", "report", report, twin.port, "--record", "5")
    assert (made.code, made.err) == (0, "")
    header = json.loads(report.read_bytes().splitlines()[0])
    assert (header["report"], header["cut"]) == (2, False)
    hello, *said = messages(report)
    assert (hello["type"], hello["device"]) == ("hello", twin.device)
    began = next(at for at, message in enumerate(said) if message["type"] == "raw")
    assert {message["type"] for message in said[:began]} == {"health", "incident", "event", "table"}
    before, after = (
        [one.get("action", one["kind"]) for one in part if one["type"] == "event"]
        for part in (said[:began], said[began:])
    )
    assert before[-1] == "Wd4" and (len(after), after[0], after[-1]) == (3, "Be4", "undo")


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

        monkeypatch.setattr(command, "say", say)
        made = hexlume("lab", "report", report, twin.port, "--record", "60")
    assert made.code == 0 and "The recording was cut short: The board on" in said[-1]
    assert json.loads(report.read_bytes().splitlines()[0])["cut"]
    assert "raw" in [message["type"] for message in messages(report)]
