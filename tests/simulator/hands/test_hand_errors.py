"""Knobs of the clumsy hands: each error happens and is put right, and bad values are refused."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hexlume_sim.cpython.firmware_run import default_drive, run_firmware
from hexlume_sim.hands.clumsy import play_games
from hexlume_sim.hands.hand_errors import CARRY_ERRORS, KNOBS, TABLE_ERRORS
from hexlume_sim.twin import Twin

pytestmark = pytest.mark.integration

ERRORS = (*CARRY_ERRORS, *TABLE_ERRORS)
LIFTING = set(TABLE_ERRORS) - {"nudge", "half_on_border"}
"""Errors by which a disc leaves its cell."""
MOST_S = 600
"""Virtual seconds that a game takes at most."""


def played(game: str, knobs: dict[str, Any]) -> tuple[dict[str, Any], list[set[str]]]:
    """Let hands with only these errors play a game; return what they say of it, and each change's cells with discs."""
    twin = Twin("hex4", seed=5)
    told: list[dict[str, Any]] = []
    cells: list[set[str]] = [set()]
    twin.listeners.append(told.append)
    twin.table.listeners.append(lambda: cells.append(set(twin.table.discs())))

    def script() -> Iterator[float]:
        quiet: dict[str, Any] = dict.fromkeys(ERRORS, 0.0)
        yield from play_games(twin, game=game, size=3, options={}, count=1, seed=5, knobs={**quiet, **knobs})
        twin.stop()

    twin.clock.run_script(script())  # type: ignore[arg-type]
    twin.clock.at(MOST_S * 1_000_000, twin.stop)
    settings = {"HEXLUME_PANEL": "hex4", "HEXLUME_GAME": game, "HEXLUME_SIZE": "3"}
    ending = run_firmware(twin, default_drive(), settings)
    assert not ending.failed, ending.message
    (of_game,) = [event for event in told if event["event"] == "game"]
    assert of_game["result"]
    return of_game, cells


@pytest.mark.parametrize("error", ERRORS)
def test_a_hand_error_happens_and_is_put_right(error: str) -> None:
    """In Sibling a disc leaves its cell only by mistake, and when the table is cleared at the end."""
    of_game, cells = played("sibling", {error: 0.3})
    assert set(of_game["mishaps"]) == {error}
    assert of_game["recovered"] == of_game["mishaps"][error] > 0
    taken = sum(not before <= after for before, after in pairwise(cells))
    assert taken > of_game["mishaps"][error] if error in LIFTING else taken == 1


def test_every_hand_error_knob_is_documented_with_its_unit() -> None:
    documented = (Path(__file__).parents[3] / "docs" / "simulator.md").read_text()
    for knob in KNOBS:
        assert f"| `{knob.name}` | {knob.unit} |" in documented
