"""The games on both back ends: equal gestures give equal lights and host events."""

from typing import Any, NamedTuple

import pytest

from hexlume_record.game.events import RESULT
from hexlume_sim.cpython.firmware_run import default_drive, run_firmware
from hexlume_sim.twin import Board, Twin
from tests.chip.booted import SEED, Script, booted, visit
from tests.chip.witnessed_hands import play
from tests.vm.demo import HostLink

pytestmark = [pytest.mark.chip, pytest.mark.timeout(2400)]

FEWEST = 6
"""Gestures of the shortest of these games."""


class Played(NamedTuple):
    """Each gesture with what was seen after it, the game as the hands know it, and the host's events of it."""

    gestures: list[tuple[str, dict[str, int]]]
    intended: list[str]
    result: str
    events: list[tuple[str, dict[str, Any]]]


class Witness:
    """Plays a game on a board and notes what its hands tell."""

    def __init__(self, game: str, size: int, seed: int) -> None:
        self._arguments: dict[str, Any] = {"game": game, "size": size, "options": {}, "seed": seed}
        self._told: list[dict[str, Any]] = []

    def script(self, board: Board, host: HostLink) -> Script:
        board.listeners.append(self._told.append)
        for pause in play(board, **self._arguments):
            if self._is_over(host):
                return
            yield pause

    def _is_over(self, host: HostLink) -> bool:
        """Return whether the hands have finished the game and the host has its end."""
        ended = any(event.kind == RESULT for events in host.events.values() for event in events)
        return ended and any(event["event"] == "game" for event in self._told)

    def played(self, _board: Board, host: HostLink) -> Played:
        (game,) = [event for event in self._told if event["event"] == "game"]
        gestures = [(event["gesture"], event["seen"]) for event in self._told if event["event"] == "gesture"]
        events = [(event.kind, event.data) for event in next(iter(host.events.values()))]
        return Played(gestures, game["intended"], game["result"], events)


def settings_of(game: str, size: int) -> dict[str, str]:
    return {"HEXLUME_GAME": game, "HEXLUME_SIZE": str(size)}


def on_cpython(game: str, size: int, panel: str, seed: int) -> Played:
    twin, witness = Twin(panel, SEED), Witness(game, size, seed)
    host = HostLink(twin)

    def script() -> Script:
        yield from witness.script(twin, host)
        twin.stop()

    twin.clock.run_script(script())
    ending = run_firmware(twin, default_drive(), {"HEXLUME_PANEL": panel, **settings_of(game, size)})
    assert not ending.failed, ending.message
    return witness.played(twin, host)


def on_chip(game: str, size: int, panel: str, seed: int) -> Played:
    witness = Witness(game, size, seed)
    return visit(booted(panel, **settings_of(game, size)), witness.script, witness.played)


def check(game: str, size: int, panel: str, seed: int) -> None:
    expected = on_cpython(game, size, panel, seed)
    assert len(expected.gestures) >= FEWEST
    found = on_chip(game, size, panel, seed)
    for number, (one, other) in enumerate(zip(expected.gestures, found.gestures, strict=True)):
        assert other == one, f"gesture {number}"
    assert found[1:] == expected[1:]


def test_a_short_game_is_the_same_on_both_back_ends() -> None:
    check("orochi", 2, "hex2", 5)


@pytest.mark.parametrize(
    ("game", "size", "panel", "seed"),
    [
        ("sibling", 3, "hex4", 5),
        ("orcoon", 4, "square7", 4),
        # Its shortest game has four times as many gestures as the others.
        pytest.param("organica", 4, "hex4", 3, marks=pytest.mark.timeout(5400)),
        ("droched", 3, "hex4", 5),
        ("hex", 5, "hex5", 5),
    ],
)
def test_a_whole_game_is_the_same_on_both_back_ends(game: str, size: int, panel: str, seed: int) -> None:
    check(game, size, panel, seed)
