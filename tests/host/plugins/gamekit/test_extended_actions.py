"""Actions that the hands may begin as another: named in one sentence, and none in Hexlume's own games."""

import random
from pathlib import Path

import pytest

from hexlume import games
from hexlume_plugins.gamekit.check import check_game
from hexlume_plugins.gamekit.extended_actions import extended_pair
from tests.firmware.games.test_external import write_game
from tests.firmware.table import spread


def test_placement_that_a_jump_may_begin_with_is_found() -> None:
    game = spread.Spread(3, {})
    pair = extended_pair(game)
    assert pair is not None
    assert [game.name(code) for code in pair] == ["b1", "a2-b1"]


@pytest.mark.integration
def test_check_names_such_a_pair_in_one_sentence_and_fails_nothing_for_it(tmp_path: Path) -> None:
    folder = write_game(tmp_path, "spread", rules=Path(spread.__file__).read_text())
    (rules,) = [
        check for check in check_game(folder, 4, 1, lambda name, steps: None, lambda: None) if check.name == "rules"
    ]
    assert not rules.failures
    assert rules.notes == [
        "For the hands a2-b1 may begin with b1, on hex2 at the start: the board waits for a second before b1 counts."
    ]


@pytest.mark.parametrize("name", games.NAMES)
def test_no_action_of_a_game_of_hexlumes_own_begins_another(name: str) -> None:
    """So none of them has to wait for the hands."""
    for seed in range(4):
        choice = random.Random(seed)
        game = games.start(name, games.game_class(name).MIN_SIZE + 1)
        for _ in range(60):
            assert extended_pair(game) is None, game.actions()
            if game.result is not None:
                break
            game.push(choice.choice(game.legal_actions()))
