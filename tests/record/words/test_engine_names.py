"""The engine's names as a player: whoever reads them back knows the level."""

import pytest

from hexlume.play.preferences import LEVELS as OWN
from hexlume_engine.search.level import LEVELS
from hexlume_record.words.engine_names import LEVEL_NAMES, engine_level, engine_player


def test_each_level_has_a_name_and_the_gentlest_is_the_boards_too() -> None:
    assert len(set(LEVEL_NAMES)) == len(LEVELS)
    assert LEVEL_NAMES[0] == OWN[0] and set(OWN) <= set(LEVEL_NAMES)
    assert [engine_level(engine_player(name)) for name in LEVEL_NAMES] == list(LEVEL_NAMES)


@pytest.mark.parametrize("name", ["", "Ann", "Hexlume", "Hexlume level 6", "gentle", "Hexlume (gentle"])
def test_a_person_has_no_level(name: str) -> None:
    assert engine_level(name) == ""
