"""What every game keeps: clauses ACT-1 to ACT-7 and the table's questions."""

import re
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hexlume.games import IllegalAction, OptionError, notation, start
from hexlume.games.game import NOTHING, OVER
from hexlume.games.pieces import BLACK, EMPTY, WHITE
from hexlume_record.game.position import legal_texts, position_of

VARIANTS = [
    ("orochi", 2, {}),
    ("orochi", 3, {}),
    ("sibling", 3, {"pie": True}),
    ("sibling", 4, {}),
    ("orcoon", 4, {"pie": True}),
    ("orcoon", 6, {"pie": False}),
    ("organica", 4, {"setup": "clusters"}),
    ("organica", 4, {"setup": "corners"}),
    ("droched", 3, {"pie": True}),
    ("droched", 3, {"komi": 2, "handicap": 4}),
    ("droched", 4, {"handicap": 3, "pie": True}),
    ("hex", 5, {"pie": True}),
]

each_variant = pytest.mark.parametrize("name, size, options", VARIANTS)
SEEDS = st.integers(0, 2**32 - 1)


def conceivable(game):
    """Return every string that any game could name an action on this grid, and some that none could."""
    cells = [game.grid.name(cell) for cell in range(game.grid.cells)]
    found = [prefix + cell for cell in cells for prefix in ("", "W", "B", "*", "P", "L", "w", "x")]
    found += [a + joint + b for a in cells for b in cells for joint in "-x"]
    found += [f"komi={komi}" for komi in range(25)] + ["komi=", "komi=-1", "komi=03", "komi=999"]
    found += ["swap", "pass", "done", "end", "free", "take=black", "take=white", "take=", "", "z99", "a0", "D4", "d4 "]
    return found


@each_variant
@settings(max_examples=6, deadline=None)
@given(SEEDS)
def test_a_string_is_accepted_just_when_it_is_legal(begin, state, wander, name, size, options, seed):
    """ACT-1, ACT-6: ``legal_texts`` is the exact set; an action outside it changes nothing."""
    game = begin(name, size, **options)
    random = Random(seed)
    wander(game, seed, random.randrange(40))
    legal = legal_texts(game)
    assert legal == sorted(set(legal))
    strings = conceivable(game)
    assert {action for action in strings if game.is_legal(notation.parse(action, game.grid))} == set(legal)
    before = state(game)
    for action in random.sample(sorted(set(strings) - set(legal)), 25):
        with pytest.raises(IllegalAction):
            game.push_text(action)
    assert state(game) == before
    if legal:
        game.push_text(random.choice(legal))
        assert state(game) != before


@each_variant
@settings(max_examples=4, deadline=None)
@given(SEEDS)
def test_only_legal_codes_are_allowed(begin, wander, name, size, options, seed):
    """ACT-6: any integer may be asked about, and only the legal codes are allowed."""
    game = begin(name, size, **options)
    random = Random(seed)
    wander(game, seed, random.randrange(40))
    legal = set(game.legal_actions())
    asked = [random.randrange(-(2**25), 2**25) for _ in range(300)]
    asked += [code ^ (1 << bit) for code in sorted(legal)[:20] for bit in range(26)]
    assert {code for code in asked if game.is_legal(code)} <= legal


@each_variant
@settings(max_examples=6, deadline=None)
@given(SEEDS)
def test_every_game_ends_and_is_undone_to_its_start(begin, state, wander, name, size, options, seed):
    """ACT-2, ACT-4: a finished game has a result, a reason and no legal action; undo leads back to the start."""
    game = begin(name, size, **options)
    states = [state(game)]
    random = Random(seed)
    while game.result is None:
        game.push(random.choice(game.legal_actions()))
        states.append(state(game))
        assert len(states) < 5000
    assert game.result in ("W+", "B+", "0")
    assert re.fullmatch("[a-z]+(-[a-z]+)*", game.outcome.reason)
    assert game.result == {WHITE: "W+", BLACK: "B+", EMPTY: "0"}[game.outcome.winner]
    assert game.phase == OVER
    assert game.to_move == EMPTY
    assert legal_texts(game) == []
    for code in reversed(list(game.codes)):
        states.pop()
        assert game.pop() == code
        assert state(game) == states[-1]
    with pytest.raises(IllegalAction):
        game.pop()
    assert state(game) == state(begin(name, size, **options))


@each_variant
@settings(max_examples=5, deadline=None)
@given(SEEDS)
def test_the_hands_work_and_the_boards_changes(begin, name, size, options, seed):
    """``hand_work``, ``codes_at`` and ``changes`` agree with what the actions do to the board."""
    game = begin(name, size, **options)
    random = Random(seed)
    for _ in range(60):
        legal = game.legal_actions()
        if not legal:
            break
        leaving = {}
        for code in legal:
            for cell, piece in game.hand_work(code):
                if piece:
                    leaving.setdefault((cell, piece), []).append(code)
        for cell in range(game.grid.cells):
            for piece in range(1, 5):
                assert sorted(game.codes_at(cell, piece)) == sorted(leaving.get((cell, piece), []))
        code = random.choice(legal)
        work, before = game.hand_work(code), bytes(game.board)
        game.push(code)
        changed = [
            (cell, before[cell], game.board[cell])
            for cell in range(game.grid.cells)
            if before[cell] != game.board[cell]
        ]
        assert sorted(game.changes()) == changed
        for cell, piece in work:
            assert game.board[cell] in (piece, EMPTY)


@each_variant
def test_final_groups_hold_the_pieces_they_name(begin, wander, name, size, options):
    """The winner's cells hold the winner's pieces, the loser's the loser's, and nothing is shown before the end."""
    for seed in range(20):
        game = begin(name, size, **options)
        assert game.final_groups() == ([], [], [])
        wander(game, seed)
        won, lost, _ = game.final_groups()
        winner = {"W+": WHITE, "B+": BLACK, "0": EMPTY}[game.result]
        assert {game.board[cell] for cell in won} <= {winner, winner + 2}
        assert {game.board[cell] for cell in lost} <= {3 - winner, 5 - winner}
        assert len(set(won)) == len(won)


@each_variant
def test_a_scan_outlasts_questions_and_an_action_that_is_taken_back(begin, wander, name, size, options):
    """The referee tries actions while the legal ones are being gathered; the position is the same again after it."""
    game = begin(name, size, **options)
    wander(game, 7, 15)
    expected = sorted(game.legal_actions())
    for tried in expected[:1] + expected[-1:]:
        for moment in range(0, 3 * game.grid.cells, 2):
            # What was found out about the position is forgotten with the action that led to it.
            game.push(game.pop())
            found = []
            for slices, code in enumerate(game.iter_legal()):
                if code != NOTHING:
                    found.append(code)
                if slices == moment:
                    game.push(tried)
                    game.pop()
                game.is_legal(notation.code(notation.PLACE, slices % game.grid.cells))
            assert sorted(found) == expected


@pytest.mark.parametrize(
    "name, options, word",
    [
        ("chess", {}, "orochi, sibling, orcoon, organica, droched"),
        ("orochi", {"pie": True}, "no option 'pie'"),
        ("hex", {"pie": "yes"}, "pie is one of off, on"),
        ("sibling", {"pie": "maybe"}, "pie is one of off, on"),
        ("sibling", {"pie": 1}, "pie is one of off, on"),
        ("orcoon", {"komi": 3}, "no option 'komi'"),
        ("organica", {"setup": "rings"}, "clusters, corners"),
        ("droched", {"komi": 21}, "komi"),
        ("droched", {"komi": -1}, "komi"),
        ("droched", {"komi": True}, "komi"),
        ("droched", {"komi": "03"}, "komi"),
        ("droched", {"handicap": 1}, "handicap"),
        ("droched", {"handicap": 21}, "handicap"),
        ("droched", {"pie": True, "komi": 2}, "pie and a komi"),
    ],
)
def test_wrong_games_and_options_are_refused(name, options, word):
    """ACT-7: an unknown game or option, a value out of range, or pie with a komi other than 0 is an error."""
    with pytest.raises(OptionError, match=word):
        start(name, 0, options)


@pytest.mark.parametrize(
    "name, options, expected",
    [
        ("sibling", {"pie": "on"}, {"pie": True}),
        ("orcoon", {}, {"pie": True}),
        ("orcoon", {"pie": "off"}, {"pie": False}),
        ("organica", {}, {"setup": "clusters"}),
        ("organica", {"setup": "corners"}, {"setup": "corners"}),
        ("droched", {}, {"komi": 0, "pie": False, "handicap": 0}),
        ("droched", {"komi": "20", "handicap": "20"}, {"komi": 20, "pie": False, "handicap": 20}),
        ("droched", {"pie": True, "komi": 0, "handicap": 2}, {"komi": 0, "pie": True, "handicap": 2}),
    ],
)
def test_options_are_read_from_values_and_text(name, options, expected):
    """ACT-7: every option has its default, and words and numbers are read."""
    assert position_of(start(name, 0, options))["options"] == expected


@pytest.mark.parametrize(
    "name, least, most",
    [
        ("orochi", 2, 13),
        ("sibling", 3, 13),
        ("orcoon", 4, 26),
        ("organica", 4, 13),
        ("droched", 3, 13),
        ("hex", 5, 19),
    ],
)
def test_each_game_has_its_range_of_sizes(name, least, most):
    """ACT-7: all sizes of the rules are played, the ones beyond are errors."""
    for size in (least, most):
        game = start(name, size)
        game.push_text(legal_texts(game)[0])
        assert legal_texts(game)
    for size in (least - 1, most + 1, -1):
        with pytest.raises(OptionError):
            start(name, size)


@each_variant
@settings(max_examples=6, deadline=None)
@example(21357).via("Droched's komi and take were still on offer")
@given(SEEDS)
def test_a_concluded_game_has_no_legal_action_and_reopens_as_it_was(begin, state, wander, name, size, options, seed):
    """ACT-2, ACT-4: a conclusion is no action; it is taken back before any."""
    game = begin(name, size, **options)
    random = Random(seed)
    wander(game, seed, random.randrange(40))
    if game.result is not None:
        with pytest.raises(IllegalAction):
            game.conclude(EMPTY, "draw-agreed")
        game.pop()
    before, legal = state(game), legal_texts(game)
    with pytest.raises(IllegalAction):
        game.reopen()
    game.conclude(WHITE, "resigned")
    assert game.concluded and legal_texts(game) == [] and game.to_move == EMPTY and game.phase == OVER
    assert not [code for code in range(0, 1 << 24, 4099) if game.is_legal(code)]
    assert position_of(game)["result"] == "W+" and position_of(game)["reason"] == "resigned"
    won, lost, _ = game.deciders()
    assert len(won) + len(lost) == sum(map(bool, game.board))
    with pytest.raises(IllegalAction):
        game.pop()
    game.reopen()
    assert not game.concluded and state(game) == before and legal_texts(game) == legal


@each_variant
@settings(max_examples=8, deadline=None)
@given(SEEDS)
def test_a_copy_has_the_position_and_the_past(begin, state, wander, name, size, options, seed):
    """ACT-4: what follows a game goes on and is taken back like it, to its start."""
    game = begin(name, size, **options)
    random = Random(seed)
    wander(game, seed, random.randrange(60))
    if game.result is None and random.randrange(4) == 0:
        game.conclude(WHITE, "resigned")
    copy = begin(name, size, **options)
    before = state(game)
    copy.copy_from(game)
    assert state(copy) == state(game) == before and copy.concluded == game.concluded
    if copy.concluded:
        copy.reopen()
    on = wander(copy, seed + 1, 5)
    assert state(game) == before, on
    while copy.codes:
        assert copy.pop() is not None
        if len(copy.codes) < len(game.codes):
            if game.concluded:
                game.reopen()
            game.pop()
            assert state(copy) == state(game)
    assert state(copy) == state(begin(name, size, **options))
