"""``hexlume lab report`` on a simulated board's serial port."""

import json
from pathlib import Path
from typing import Any

import pytest

from hexlume.link import wire
from hexlume_sim.client import TwinProcess


@pytest.mark.integration
def test_report_has_what_the_board_says_and_its_games(hexlume: Any, tmp_path: Path) -> None:
    report = tmp_path / "board.jsonl"
    with TwinProcess("hex4", seed=5, settings={"HEXLUME_GAME": "orochi", "HEXLUME_SIZE": "4"}) as twin:
        twin.next_event("leds")
        for gesture in ({"do": "put", "cell": "d4", "piece": "white"}, {"do": "wait", "ms": 1000}):
            twin.send(gesture)
        twin.next_event("waited")
        made = hexlume("lab", "report", report, twin.port)
    assert (made.code, made.err) == (0, "")
    first, *lines = report.read_bytes().splitlines()
    assert json.loads(first)["report"] == 3
    # Each is checked by its checksum.
    hello, *said = [dict(wire.decode(line)) for line in lines]
    assert (hello["type"], hello["device"]) == ("hello", twin.device)
    assert {message["type"] for message in said} == {"health", "incident", "event"}
    assert [one.get("action", one["kind"]) for one in said if one["type"] == "event"] == ["start", "Wd4"]
