"""The clauses that ``why_not`` names, case by case."""

import pytest

from hexlume.games import NAMES, IllegalAction, notation, start
from hexlume.games.pieces import WHITE

CASES = [  # a game, its size and options, the actions played, and for others the clause that forbids them
    ("orochi", 3, {}, "", {"Wc3": None, "Bc3": None, "*c3": "ORO-4", "c3": "ACT-1", "swap": "ACT-1", "Wz9": "ACT-1"}),
    ("orochi", 3, {}, "Wc3", {"Wc3": "ORO-1", "Bc3": "ORO-1", "*c3": "ORO-4"}),
    ("orochi", 2, {}, "Wb2 Wa1 Wa2 Wb1 Wc1", {"*b2": None, "*a1": "ORO-4", "Wc2": "ORO-4", "Wb2": "ORO-4"}),
    ("sibling", 3, {"pie": True}, "", {"c3": None, "swap": "SIB-7", "Wc3": "ACT-1", "end": "ACT-1"}),
    ("sibling", 3, {"pie": True}, "a1", {"c3": None, "swap": None, "a1": "SIB-2"}),
    ("sibling", 3, {"pie": True}, "a1 c3", {"c1": None, "b2": "SIB-2", "a2": "SIB-2", "c3": "SIB-2", "swap": "SIB-7"}),
    ("sibling", 3, {}, "a1", {"swap": "SIB-7"}),
    ("orcoon", 5, {"pie": False}, "b2 e5", {"c4": None, "b2": "ORC-2", "c3": "ORC-3", "swap": "ORC-7"}),
    ("orcoon", 5, {"pie": False}, "b2 e5", {"done": "ORC-5", "pass": None}),
    ("orcoon", 7, {"pie": False}, "c3 e3 e4", {"c4": "ORC-4", "c5": None, "Pc4": "ACT-1", "free": "ACT-1"}),
    ("orcoon", 5, {}, "b2", {"swap": None, "pass": None}),
    ("orcoon", 5, {}, "b2 pass", {"done": None, "pass": "ORC-5", "swap": "ORC-7"}),
    ("organica", 4, {}, "", {"Pd4": None, "Ld4": None, "Pa1": "ORG-4", "a1-b2": "ORG-5", "end": "ORG-9"}),
    ("organica", 4, {}, "Ld4 Ld5", {"Le4": "ORG-4", "Pe4": None, "Wd4": "ACT-1", "done": "ACT-1"}),
    ("organica", 4, {}, "Pd4", {"end": None, "a1-b2": None, "Pd5": "ORG-3", "Ld5": "ORG-3", "d4-d5": "ORG-6"}),
    ("organica", 4, {}, "Pd4", {"a1-g4": "ORG-7", "a1-a2": "ORG-7", "a1xb1": "ORG-11", "g4-f4": "ORG-6"}),
    ("organica", 4, {}, "Pd4 a1-b2", {"d4-d5": "ORG-7", "Pd5": "ORG-3"}),
    ("organica", 4, {}, "Lb2 Pf1 end Lb4 Pf2 end Pa4", {"b2-b3": "ORG-10", "b2xb3": "ORG-11", "b2-c2": None}),
    ("hex", 5, {}, "", {"c3": None, "swap": "HEX-6", "Wc3": "ACT-1", "pass": "ACT-1"}),
    ("hex", 5, {}, "c3", {"c3": "HEX-2", "swap": None, "a1": None}),
    ("hex", 5, {}, "c3 swap", {"swap": "HEX-6"}),
    ("hex", 5, {"pie": False}, "c3", {"swap": "HEX-6"}),
    ("droched", 3, {}, "", {"c3": None, "free": "DRO-6", "komi=3": "DRO-11", "take=black": "DRO-11", "Wc3": "ACT-1"}),
    ("droched", 3, {}, "c3", {"c3": "DRO-1", "swap": "ACT-1"}),
    ("droched", 3, {"pie": True}, "", {"komi=20": None, "komi=21": "DRO-11", "c3": "DRO-11", "free": "DRO-11"}),
    ("droched", 3, {"pie": True}, "komi=3", {"take=white": None, "komi=3": "DRO-11", "c3": "DRO-11"}),
    ("droched", 3, {"handicap": 2, "komi": 1}, "c3", {"b2": None, "c3": "DRO-1", "free": "DRO-12"}),
    ("droched", 3, {}, "e2 c1 d1 c2 d2", {"e1": "DRO-7"}),
    ("droched", 3, {}, "c5 c3 c4 b4 d3 c1 b2 a2 a3", {"b4": "DRO-8"}),
    ("droched", 3, {}, "d3 b1 c5 d1 c4 c3 d2 a3 e2 a1 e3 b3 b2 e1 c1 free b2", {"free": "DRO-8"}),
]


@pytest.mark.parametrize(("name", "size", "options", "actions", "clauses"), CASES)
def test_the_clause_that_forbids_an_action_is_named(begin, name, size, options, actions, clauses):
    game = begin(name, size, actions, **options)
    assert {action: game.why_not(notation.parse(action, game.grid)) for action in clauses} == clauses


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_game_allows_nothing(name):
    """ACT-2: not even the actions that were legal before it was resigned."""
    game = start(name, 5)
    legal = game.legal_actions()
    game.conclude(WHITE, "resigned")
    assert {game.why_not(action) for action in legal} == {"ACT-2"}


def test_a_swap_is_not_legal_once_the_game_is_resigned():
    """ACT-2, SIB-7: it answers the first piece of a game that goes on."""
    game = start("sibling", 3, {"pie": True})
    game.push_text("a1")
    game.conclude(WHITE, "resigned")
    assert not game.is_legal(notation.code(notation.SWAP))


def test_a_refusal_names_the_clause(begin):
    game = begin("orochi", 3, "Wc3")
    with pytest.raises(IllegalAction, match=r"^'Bc3' is not legal here \(ORO-1\)$"):
        game.push_text("Bc3")
    with pytest.raises(IllegalAction, match=r"^'Bc33' is not legal here \(ACT-1\)$"):
        game.push_text("Bc33")
