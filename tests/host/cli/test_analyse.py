"""``hexlume analyse``: the curve, the turning points, going on after Ctrl-C, and what it cannot do."""

import json
from collections.abc import Callable

import pytest

from hexlume_host.store.repository import Store
from tests.host.played_games import PlayedGame

pytestmark = pytest.mark.integration

pytest.importorskip("numba", reason="the extra engine is not installed")


def test_analyse_prints_the_curve_and_the_turning_points(store: Store, hexlume: Callable[..., object]) -> None:
    PlayedGame(store, "orochi", 2, 2).play()
    ran = hexlume("analyse", 1, "--playouts", 20_000, "--store", store.where)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == "Game 1: Orochi, 7 cells" and lines[2].startswith("100 % │")
    told = json.loads(hexlume("analyse", 1, "--playouts", 20_000, "--json", "--store", store.where).out)
    assert told["known"] == told["positions"] == len(told["points"]) - 1
    turn, first = told["turning_points"][-1], told["turning_points"][-1]["actions"][0]
    assert lines[-1].startswith(f"{first['ply']}. {first['action']} ({turn['severity']}")
    assert lines[-1].endswith(f"): {turn['words']}") and "had a won game" in turn["words"]


def test_a_game_in_which_nobody_has_acted_cannot_be_analysed(store: Store, hexlume: Callable[..., object]) -> None:
    PlayedGame(store, "orochi", 3)
    ran = hexlume("analyse", 1, "--store", store.where)
    assert ran == (1, "", "Nobody has acted in game 1: there is nothing to analyse.\n")
