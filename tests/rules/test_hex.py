"""Hex's clauses HEX-1 to HEX-6, case by case."""

from .case import case, each, then

ALL_BUT_ONE = "c2 a3 d1 a4 e4 a2 c1 e1 a1 b5 b4 b3 e5 b1 c3 c5 d5 c4 e2 d2 b2 d4 d3 e3"
"""All cells of rhombus5 but a5; nobody has joined two sides."""

CASES = [
    case(
        "HEX-1 black begins on an empty board",
        "hex",
        0,
        then("", board="rhombus9", to_move="black", pieces={}, count=81),
    ),
    case(
        "HEX-2 a disc of the own colour on an empty cell, in turn",
        "hex",
        5,
        then("c3", to_move="white", pieces={"c3": "b"}, refuses="c3"),
        then("c4", to_move="black", pieces={"c3": "b", "c4": "w"}, count=23),
        pie=False,
    ),
    case(
        "HEX-3 and HEX-4 black joins the bottom and the top row",
        "hex",
        5,
        then("c1 a1 c2 a2 c3 a3 c4 a4", phase="place", result=None),
        then("c5", phase="over", result="B+", decided="joined-sides 5 to 0", legal=""),
    ),
    case(
        "HEX-3 and HEX-4 white joins the left and the right column",
        "hex",
        5,
        then("a1 a3 b1 b3 c1 c3 d1 d3 a5 e3", phase="over", result="W+", decided="joined-sides 5 to 0"),
    ),
    case(
        "HEX-3 black does not win by joining the columns",
        "hex",
        5,
        then("a3 a1 b3 b1 c3 c1 d3 d1 e3", phase="place", result=None, to_move="white"),
    ),
    case(
        "HEX-4 GEO-7 a chain goes up to the left, from c2 to b3",
        "hex",
        5,
        then("e1 a1 d2 a2 c3 b1 b4 c1 a5", result="B+", decided="joined-sides 5 to 0"),
    ),
    case(
        "HEX-4 GEO-7 cells that touch nowhere are no chain: from b2 to c3",
        "hex",
        5,
        then("a1 e1 b2 e2 c3 e3 d4 a5 e5", result=None, to_move="white"),
    ),
    case(
        "HEX-3 a corner belongs to the sides of both colours",
        "hex",
        5,
        then("a1 b1 a2 b2 a3 b3 a4 b4 a5", result="B+", decided="joined-sides 5 to 0"),
    ),
    case(
        "HEX-5 the last disc of a full board joins two sides",
        "hex",
        5,
        then(ALL_BUT_ONE, result=None, legal="a5"),
        then("a5", phase="over", result="B+"),
        pie=False,
    ),
    case(
        "HEX-6 the second player takes the first disc's colour",
        "hex",
        5,
        then("", lacks="swap"),
        then("c3", offers="swap", to_move="white"),
        then("swap", to_move="white", pieces={"c3": "b"}, lacks="swap"),
        then("a1", to_move="black", lacks="swap"),
    ),
    case("HEX-6 no swap without pie", "hex", 5, then("c3", lacks="swap"), pie=False),
    case("HEX-6 no swap after the second disc", "hex", 5, then("c3 c4", lacks="swap")),
]


@each(CASES)
def test_hex_clause_holds(one):
    one.check()
