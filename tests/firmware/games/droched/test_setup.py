"""Droched before the first placement: clauses DRO-11 and DRO-12."""

from hexlume.games.pieces import BLACK, WHITE


def test_komi(begin):
    """DRO-11: black stones are in prison before the start."""
    for komi in (0, 1, 20):
        game = begin("droched", 3, komi=komi)
        assert game.position()["prison"] == {"white": 0, "black": komi}
        assert (game.position()["to_move"], game.position()["phase"]) == ("black", "place")


def test_pie(begin):
    """DRO-11: the first seat names the komi, the second takes a colour, black starts."""
    game = begin("droched", 3, pie=True)
    assert (game.position()["to_move"], game.position()["phase"]) == ("black", "setup")
    assert game.legal_texts() == sorted(f"komi={komi}" for komi in range(21))
    game.push_text("komi=7")
    assert game.position()["prison"] == {"white": 0, "black": 7}
    assert (game.position()["to_move"], game.position()["phase"]) == ("white", "setup")
    assert game.legal_texts() == ["take=black", "take=white"]
    for take in ("take=black", "take=white"):
        game.push_text(take)
        assert (game.position()["to_move"], game.position()["phase"]) == ("black", "place")
        assert len(game.legal_texts()) == 19
        game.pop()


def test_handicap(begin):
    """DRO-12: black's first turn; ``free`` is not offered, nothing is removed, broken bridges wait."""
    game = begin("droched", 3, "a1 c3", handicap=3)
    assert (game.position()["to_move"], game.position()["phase"]) == ("black", "setup")
    assert len(game.legal_texts()) == 17
    game.push_text("e3")
    assert (game.position()["to_move"], game.position()["phase"]) == ("white", "place")
    assert len(game.legal_texts()) == 16
    game = begin("droched", 3, "komi=2 take=white", pie=True, handicap=2)
    assert (game.position()["to_move"], game.position()["phase"]) == ("black", "setup")
    assert "free" not in game.legal_texts()


def test_groups_left_on_broken_bridges_go_with_the_next_placement(begin):
    """DRO-12: a handicap group that reaches one edge only stays until white places."""
    game = begin("droched", 4, "a2", handicap=2)
    for name in ("a1", "a3", "b2", "b3"):
        game._write(game.grid.cell(name), WHITE)
    game.push_text("d4")
    assert game.position()["pieces"]["a2"] == "b"
    assert game.position()["prison"] == {"white": 0, "black": 0}
    game.push_text("g4")
    assert "a2" not in game.position()["pieces"]
    assert game.position()["prison"] == {"white": 0, "black": 1}


def test_a_broken_bridge_stays_over_a_free(begin):
    """DRO-12: only a placement judges."""
    game = begin("droched", 4, "a2", handicap=2, komi=1)
    for name in ("a1", "a3", "b2", "b3"):
        game._write(game.grid.cell(name), WHITE)
    game.push_text("d4")
    game.push_text("free")
    assert game.position()["pieces"]["a2"] == "b"
    # The next placement is black's own: its broken group goes as a friendly one.
    game.push_text("e4")
    assert "a2" not in game.position()["pieces"]
    assert game.position()["prison"] == {"white": 0, "black": 1}


def test_only_the_last_handicap_board_counts(begin):
    """DRO-8, DRO-12: the history holds one board of black's after the handicap turn."""
    game = begin("droched", 3, "a1 c3 e3", handicap=3)
    assert len(game._past) == 1
    assert game._past.times(BLACK, game._hash, game.board, game.board, game._history) == 1


def test_more_handicap_stones_than_cells(begin):
    """DRO-10, DRO-12: hex3 has 19 cells; with 20 stones due black has no legal action on the full board."""
    game = begin("droched", 3, handicap=20)
    for cell in range(19):
        assert game.result is None
        game.push_text(game.grid.name(cell))
    assert (game.result, game.reason) == ("W+", "black has no legal action")
