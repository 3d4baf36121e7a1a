"""Droched's clauses DRO-1 to DRO-10."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume.games import notation
from hexlume.games.droched.reach import HARMLESS, LONE, UNCLEAR, Reach
from hexlume.games.game import NOTHING
from hexlume.games.grid import HexGrid
from hexlume.games.pieces import BLACK, EMPTY, WHITE, other

SEEDS = st.integers(0, 2**32 - 1)


def reached(grid, board, group):
    """Return the border cells a group reaches, walking from each stone through empty cells (DRO-2)."""
    found = {cell for cell in group if grid.border[cell]}
    walked = set()
    fresh = set(group)
    while fresh:
        fresh = {near for cell in fresh for near in grid.neighbours[cell] if board[near] == EMPTY} - walked
        walked |= fresh
    return found | {cell for cell in walked if grid.border[cell]}


def broken_groups(grid, board, colour):
    """Return the cells of all groups of a colour on broken bridges (DRO-3)."""
    left = {cell for cell in range(grid.cells) if board[cell] == colour}
    broken = set()
    while left:
        group, fresh = set(), {min(left)}
        while fresh:
            group |= fresh
            fresh = {near for cell in fresh for near in grid.neighbours[cell] if near in left} - group
        left -= group
        if len({grid.border[cell] for cell in reached(grid, board, group)}) < 2:
            broken |= group
    return broken


def placed(grid, board, cell, colour):
    """Return the board after a placement and the removed enemy and own cells (DRO-4)."""
    board = list(board)
    board[cell] = colour
    enemies = broken_groups(grid, board, other(colour))
    for gone in enemies:
        board[gone] = EMPTY
    own = broken_groups(grid, board, colour)
    for gone in own:
        board[gone] = EMPTY
    return board, enemies, own


def names(grid, cells):
    return sorted(grid.name(cell) for cell in cells)


@pytest.fixture(scope="session")
def last_of_ring(begin):
    """Return a function that walls white stones (and empty cells beside them) in with black and plays the last stone.

    All of the wall stands but the cell ``last``, which black then plays in a game on hex4.
    """

    def walled(white, empty, last):
        game = begin("droched", 4)
        inner = {game.grid.cell(name) for name in (white + " " + empty).split()}
        wall = {near for cell in inner for near in game.grid.neighbours[cell]} - inner
        for name in white.split():
            game._write(game.grid.cell(name), WHITE)
        for cell in wall - {game.grid.cell(last)}:
            game._write(cell, BLACK)
        # A white stone far off, so that nobody is eliminated.
        game._write(game.grid.cell("g4"), WHITE)
        assert game.grid.cell(last) in wall
        game.push_text(last)
        return game

    return walled


def test_black_starts_on_an_empty_board(begin):
    """DRO-1."""
    position = begin("droched").position()
    assert position["board"] == "hex7"
    assert position["to_move"] == "black"
    assert position["pieces"] == {}
    assert position["prison"] == {"white": 0, "black": 0}
    assert len(begin("droched").legal_texts()) == 127


@pytest.mark.parametrize(
    "white, empty, last, stays",
    [
        ("a2 a3", "", "b3", False),  # two cells of one edge
        ("a1", "", "b2", False),  # one corner
        ("c3 c4", "", "b3", False),  # nothing
        ("a1 a2", "", "b2", True),  # a corner and an edge
        ("a2 b2 b1", "a1", "c2", True),  # two edges
        ("a1 a2 a3 a4", "", "b3", True),  # two corners
        ("b2", "a2", "c3", False),  # through an empty cell to one edge
        ("b2", "a2 a1", "c3", True),  # and to the corner next to both
        ("b3", "a2 a1", "c3", True),  # along the border, past the first border cell
        ("b3", "a2 a3", "c3", False),  # two cells of one edge through empty cells
    ],
)
def test_bridges(last_of_ring, white, empty, last, stays):
    """DRO-2, DRO-3: what the walled-in group reaches decides whether it stays."""
    game = last_of_ring(white, empty, last)
    pieces = game.position()["pieces"]
    for cell in white.split():
        assert (pieces.get(cell) == "w") == stays
    gone = 0 if stays else len(white.split())
    assert game.position()["prison"] == {"white": gone, "black": 0}


def test_enemy_groups_go_first(begin):
    """DRO-4: black's group at d1 would be walled in, but e1, judged first, makes room for it."""
    game = begin("droched", 3, "e2 e3 c3 d3 c2 e1")
    after = begin("droched", 3, "e2 e3 c3 d3 c2 e1 d1")
    board, enemies, own = placed(game.grid, game.board, game.grid.cell("d1"), BLACK)
    assert (names(game.grid, enemies), own) == (["e1"], set())
    assert list(after.board) == board
    assert after.position()["prison"] == {"white": 1, "black": 0}


def test_both_sides_may_lose_groups(begin):
    """DRO-4, DRO-5: b1 removes the enemy's c1 group and its own; the prison cancels pairs."""
    game = begin("droched", 3, "c4 e1 a2 d1 e3 c3 c2 c1 d4 a1 b3")
    assert game.position()["prison"] == {"white": 0, "black": 0}
    board, enemies, own = placed(game.grid, game.board, game.grid.cell("b1"), WHITE)
    assert enemies and own
    game.push_text("b1")
    assert list(game.board) == board
    white, black = len(own), len(enemies)
    assert game.position()["prison"] == {"white": white - min(white, black), "black": black - min(white, black)}


def test_the_prison_cancels(begin):
    """DRO-5: white's stone from c1 sits in prison; when white takes d1, both stones leave it."""
    game = begin("droched", 3, "d1 d2 a3 e1 e3 b2 c3 c1 b1")
    assert game.position()["prison"] == {"white": 1, "black": 0}
    game.push_text("c1")
    assert "d1" not in game.position()["pieces"]
    assert game.position()["prison"] == {"white": 0, "black": 0}


def test_free(begin):
    """DRO-6: only an enemy stone in prison may be freed; it leaves, and the turn ends."""
    game = begin("droched", 3, "c3", komi=2)
    assert game.position()["prison"] == {"white": 0, "black": 2}
    board = bytes(game.board)
    assert "free" in game.legal_texts()
    game.push_text("free")
    assert bytes(game.board) == board
    assert game.position()["prison"] == {"white": 0, "black": 1}
    assert game.position()["to_move"] == "black"
    # Black's own stones are no enemy's.
    assert "free" not in game.legal_texts()
    assert "free" not in begin("droched", 3, komi=2).legal_texts()


def test_a_lone_suicide_is_illegal(begin):
    """DRO-7: e1 would be walled in at once and take nothing."""
    game = begin("droched", 3, "e2 c1 d1 c2 d2")
    assert "e1" not in game.legal_texts()
    game.pop()
    assert "e1" in game.legal_texts()


def test_a_placement_may_cost_its_player_other_groups(begin):
    """DRO-4, DRO-7: d3 itself stays, but cuts white's b3 and c5 off; that is legal."""
    game = begin("droched", 3, "a2 d2 b2 c5 d4 c2 e3 b3 b4")
    _, enemies, own = placed(game.grid, game.board, game.grid.cell("d3"), WHITE)
    assert (names(game.grid, enemies), names(game.grid, own)) == ([], ["b3", "c5"])
    game.push_text("d3")
    assert game.position()["pieces"]["d3"] == "w"
    assert game.position()["prison"] == {"white": 2, "black": 0}


def test_no_board_twice(begin):
    """DRO-8: b4 was white's, a3 took it; taking back would end white's turn with the same board again."""
    game = begin("droched", 3, "c5 c3 c4 b4 d3 c1 b2 a2 a3")
    board, enemies, _ = placed(game.grid, game.board, game.grid.cell("b4"), WHITE)
    assert names(game.grid, enemies) == ["a3"]
    before = begin("droched", 3, "c5 c3 c4 b4 d3 c1 b2 a2")
    assert board == list(before.board)
    assert "b4" not in game.legal_texts()


def test_the_board_counts_for_free_as_well(begin):
    """DRO-8: black frees, so white would end its second turn in a row with the same board."""
    moves = "d3 b1 c5 d1 c4 c3 d2 a3 e2 a1 e3 b3 b2 e1 c1 free b2"
    game = begin("droched", 3, moves)
    assert game.position()["prison"] == {"white": 0, "black": 1}
    assert "free" not in game.legal_texts()
    game = begin("droched", 3, "c3 free", komi=3)
    assert game.position()["prison"] == {"white": 0, "black": 2}
    game.push_text("d3")
    assert "free" in game.legal_texts()


def test_history_goes_by_colour(begin):
    """DRO-8: a board that black's turn ended with is no repetition for white's."""
    game = begin("droched", 3, "c3", komi=1)
    assert "free" in game.legal_texts()
    game.push_text("free")
    assert game.result is None


def test_elimination(begin):
    """DRO-9: a side that had a stone and has none left loses."""
    game = begin("droched", 3, "a2 a1 b1 a3")
    game._write(game.grid.cell("a3"), EMPTY)
    game.push_text("b2")
    assert (game.result, game.reason) == ("B+", "white has no stone left on the board")
    assert names(game.grid, game.final_groups()[0]) == ["a2", "b1", "b2"]
    assert game.position()["prison"] == {"white": 1, "black": 0}


def test_eliminating_oneself(begin, lay):
    """DRO-9: black's only group fills its last room and goes; the enemy is judged first and still has stones."""
    game = begin("droched", 3, "c4 e3 a3 d1 c1 b1 a1 a2 e1 b4 d3 d4 c3 b3 c5")
    assert game.result is None
    game.push_text("e2")
    assert (game.result, game.reason) == ("W+", "black has no stone left on the board")
    own = begin("droched", 3)
    lay(
        own,
        """
          w w w
         w w w w
        w w b . w
         w w w w
          w w w
        """,
    )
    _, enemies, removed = placed(own.grid, own.board, own.grid.cell("c4"), BLACK)
    assert (enemies, names(own.grid, removed)) == (set(), ["c3", "c4"])
    own.push_text("c4")
    assert (own.result, own.reason) == ("W+", "black has no stone left on the board")


def test_a_side_that_never_had_a_stone_is_not_eliminated(begin):
    """DRO-9: white has none after black's first placement."""
    assert begin("droched", 3, "c3").result is None


def test_no_legal_action_loses(begin):
    """DRO-10."""
    game = begin("droched", 3, "c4 b4 d2 d4 d1 c2 a3 d3 e3 b3 e2 a2 c1 c3 e1 b1")
    assert (game.result, game.reason) == ("W+", "black has no legal action")
    game = begin("droched", 3, "c3 e2 b2 a2 c4 e3 c1 e1 a1 a3 d1 d3 d2 b4 d4 b3 c5")
    assert (game.result, game.reason) == ("B+", "white has no legal action")
    assert game.legal_texts() == []


@settings(max_examples=12, deadline=None)
@given(SEEDS, st.sampled_from([(3, 0), (3, 5), (4, 0)]))
def test_whole_games_by_definition(begin, seed, variant):
    """DRO-4 to DRO-10: legal sets, boards, prison and results of random games, recomputed from the clauses."""
    size, handicap = variant
    game = begin("droched", size, komi=seed % 3, handicap=handicap)
    random = Random(seed)
    grid = game.grid
    history = {WHITE: [], BLACK: []}
    while game.phase == "setup":
        game.push_text(random.choice(game.legal_texts()))
    if handicap:
        history[BLACK].append(list(game.board))
    while game.result is None and len(game.codes) < 120:
        player, enemy = game.to_move, other(game.to_move)
        expected = {}
        for cell in range(grid.cells):
            if game.board[cell] == EMPTY:
                board, enemies, own = placed(grid, game.board, cell, player)
                if (enemies or own != {cell}) and board not in history[player]:
                    expected[grid.name(cell)] = (board, len(enemies), len(own))
        prison = {WHITE: game.prison()["white"], BLACK: game.prison()["black"]}
        if prison[enemy] and list(game.board) not in history[player]:
            expected["free"] = (list(game.board), 0, 0)
        assert game.legal_texts() == sorted(expected)
        action = random.choice(sorted(expected))
        board, enemies, own = expected[action]
        if action == "free":
            prison[enemy] -= 1
        else:
            prison[enemy] += enemies
            prison[player] += own
            pairs = min(prison.values())
            prison = {colour: prison[colour] - pairs for colour in prison}
        had_enemy = enemy in game.board
        game.push_text(action)
        history[player].append(board)
        assert list(game.board) == board
        assert game.prison() == {"white": prison[WHITE], "black": prison[BLACK]}
        if had_enemy and enemy not in board:
            assert game.result == ("W+" if player == WHITE else "B+")
        elif action != "free" and player not in board:
            assert game.result == ("W+" if enemy == WHITE else "B+")
        elif game.result:
            assert (game.result, game.reason.endswith("no legal action")) == ("W+" if player == WHITE else "B+", True)


@settings(max_examples=80, deadline=None)
@given(SEEDS, st.integers(3, 6), st.floats(0.1, 0.95))
def test_verdicts_agree_with_trials(seed, size, filled):
    """DRO-2 to DRO-4, DRO-7: what the survey and the glance claim about a placement, and a trial, is what happens."""
    grid, random = HexGrid(size), Random(seed)
    board = bytearray(random.choice((WHITE, BLACK)) if random.random() < filled else EMPTY for _ in range(grid.cells))
    while True:
        gone = broken_groups(grid, board, WHITE) | broken_groups(grid, board, BLACK)
        if not gone:
            break
        for cell in gone:
            board[cell] = EMPTY
    reach, trial = Reach(grid), Reach(grid)
    assert trial.all_on_bridges(board)
    for cell in range(grid.cells):
        reach.write(cell, EMPTY, board[cell])
    for _ in reach.survey(board):
        pass
    for cell in range(grid.cells):
        if board[cell] != EMPTY:
            continue
        for colour in (WHITE, BLACK):
            left, enemies, own = placed(grid, board, cell, colour)
            trial.place(board, cell, colour)
            assert (list(trial.board), set(trial.removed)) == (left, enemies | own)
            exact = LONE if (enemies | own) == {cell} else UNCLEAR if enemies or own else HARMLESS
            assert reach.verdict(cell, colour) in (exact, UNCLEAR)
            assert reach.glance(board, cell, colour) in ((HARMLESS, UNCLEAR) if exact == HARMLESS else (UNCLEAR,))


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(2, 6), st.floats(0.1, 0.9))
def test_what_keeps_a_region_whole(seed, size, filled):
    """The survey's walls tell exactly whether a region stays connected without a cell."""
    grid, random = HexGrid(size), Random(seed)
    board = bytearray(WHITE if random.random() < filled else EMPTY for _ in range(grid.cells))
    reach = Reach(grid)
    for cell in range(grid.cells):
        reach.write(cell, EMPTY, board[cell])
    for _ in reach.survey(board):
        pass
    for cell in range(grid.cells):
        near_empty = [near for near in grid.neighbours[cell] if board[near] == EMPTY]
        if board[cell] != EMPTY or not near_empty:
            continue
        walked, fresh = set(), {near_empty[0]}
        while fresh:
            walked |= fresh
            fresh = {far for near in fresh for far in grid.neighbours[near] if board[far] == EMPTY and far != cell}
            fresh -= walked
        empties = reach._inside[cell] & ~(reach._stones[WHITE][cell] | reach._stones[BLACK][cell])
        assert reach._stays_whole(cell, empties) == (set(near_empty) <= walked)


def test_equal_hashes_decide_nothing(begin):
    """DRO-8: where hashes are equal the boards are compared, so a chance equality forbids nothing."""
    game = begin("droched", 3, "a1 c3 e3 b2")
    cell = game.grid.cell("d2")
    fake = game._hash_after(cell, [])
    game._past.add(BLACK, fake, 1)
    assert game._past.holds(BLACK, fake)
    assert "d2" in game.legal_texts()
    assert game.is_legal(notation.code(notation.PLACE, cell))


@pytest.mark.parametrize("seed", range(6))
def test_a_scan_goes_on_after_other_questions(begin, wander, seed):
    """One trial serves all: a scan begins its own again where a question came in between."""
    game = begin("droched", 6)
    wander(game, seed, 30)
    expected = sorted(game.legal_actions())
    # What was found out about the position is forgotten with the action that led to it: all placements are tried.
    game.push(game.pop())
    found = []
    random, fresh = Random(seed), Reach(game.grid)
    for slices, code in enumerate(game.iter_legal()):
        if code != NOTHING:
            found.append(code)
            if slices > 9 and notation.kind(code) == notation.PLACE:
                fresh.place(game.board, notation.first(code), game.to_move)
                assert game.reach.removed == fresh.removed
        if slices == 9:
            game.push(expected[0])
            game.pop()
        elif slices % 7 == 0:
            asked = notation.code(notation.PLACE, random.randrange(game.grid.cells))
            assert game.is_legal(asked) == (asked in expected)
    assert sorted(found) == expected
