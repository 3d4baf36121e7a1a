"""Droched's handicap (DRO-12) with white stones in between; ``tests/rules/test_droched.py`` has the plain cases."""

from hexlume.games.pieces import BLACK, WHITE
from hexlume_record.game.position import position_of


def test_groups_left_on_broken_bridges_go_with_the_next_placement(begin):
    """DRO-12: a handicap group that reaches one edge only stays until white places."""
    game = begin("droched", 4, "a2", handicap=2)
    for name in ("a1", "a3", "b2", "b3"):
        game._write(game.grid.cell(name), WHITE)
    game.push_text("d4")
    assert position_of(game)["pieces"]["a2"] == "b"
    assert position_of(game)["prison"] == {"white": 0, "black": 0}
    game.push_text("g4")
    assert "a2" not in position_of(game)["pieces"]
    assert position_of(game)["prison"] == {"white": 0, "black": 1}


def test_a_broken_bridge_stays_over_a_free(begin):
    """DRO-12: only a placement judges."""
    game = begin("droched", 4, "a2", handicap=2, komi=1)
    for name in ("a1", "a3", "b2", "b3"):
        game._write(game.grid.cell(name), WHITE)
    game.push_text("d4")
    game.push_text("free")
    assert position_of(game)["pieces"]["a2"] == "b"
    # The next placement is black's own: its broken group goes as a friendly one.
    game.push_text("e4")
    assert "a2" not in position_of(game)["pieces"]
    assert position_of(game)["prison"] == {"white": 0, "black": 1}


def test_only_the_last_handicap_board_counts(begin):
    """DRO-8, DRO-12: the history holds one board of black's after the handicap turn."""
    game = begin("droched", 3, "a1 c3 e3", handicap=3)
    assert len([key for key in game._keys if key >= 0]) == 1
    assert game._stood(game.board, BLACK) == 1
