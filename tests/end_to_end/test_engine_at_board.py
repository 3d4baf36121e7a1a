"""Whole games on the twin against the host's engine.

Hands carry out the engine's actions as the lights ask, and play the other side.
"""

import random
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="the extra engine is not installed")

from tests.end_to_end.twin_board import TwinBoard


@pytest.mark.parametrize(
    ("rules", "size", "panel", "seat"),
    [
        ("sibling", 3, "hex4", "engine first"),
        *(
            pytest.param(rules, 0, panel, seat, marks=pytest.mark.soak)
            for rules, panel in (
                ("orochi", "hex4"),
                ("sibling", "hex5"),
                ("orcoon", "square9"),
                ("organica", "hex5"),
                ("droched", "hex7"),
            )
            for seat in ("engine second", "engine first")
        ),
    ],
)
def test_whole_game_is_played_against_the_hosts_engine(
    rules: str, size: int, panel: str, seat: str, tmp_path: Path
) -> None:
    with closing(TwinBoard(tmp_path, rules, size, panel)) as board:
        board.tell("settings", opponent=seat)
        own = board.play_on(random.Random(6), second=seat == "engine second")
        record = board.store.record(board.live.id)
        assert record.ending.result in ("W+", "B+", "0") and board.live.legal
        assert len(record.actions) - own >= 3, "the engine's"
