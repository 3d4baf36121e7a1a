"""Constants that more than one module has: each has its own, which takes no heap, and all are equal."""

from hexlume import const
from hexlume.engine import engine
from hexlume.games import notation
from hexlume.games.droched import rules as droched
from hexlume.games.organica import rules, setup
from hexlume.hardware import board_time
from hexlume.sensing import health, sense


def test_repeated_constants_are_equal() -> None:
    assert board_time._PERIOD == const._PERIOD
    assert health._DRIFT_LIMIT == sense._DRIFT_LIMIT
    assert setup._LEADERS == rules._LEADERS
    assert setup._PAWNS_IN_HAND == rules._PAWNS_IN_HAND
    assert setup._SMALLEST_MOVING_GROUP == rules._SMALLEST_MOVING_GROUP


def test_constant_codes_of_actions_are_those_of_the_notation() -> None:
    assert engine._END == rules._END == notation.code(notation.END)
    assert notation.code(notation.FREE) == droched._FREE
    assert notation.code(notation.TAKE_BLACK) == droched._TAKE_BLACK
    assert notation.code(notation.TAKE_WHITE) == droched._TAKE_WHITE
