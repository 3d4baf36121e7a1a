"""Sibling's clauses SIB-1 to SIB-7, case by case."""

from .case import case, each, laid, then

CASES = [
    case(
        "SIB-1 white places one piece on any hex",
        "sibling",
        3,
        then("", pieces={}, count=19),
        then("c3", to_move="black", pieces={"c3": "w"}),
    ),
    case(
        "SIB-1 and SIB-2 the first turn is one piece, every later one two",
        "sibling",
        3,
        then("", to_move="white"),
        then("c3", to_move="black"),
        then("a1", to_move="black"),
        then("a3", to_move="white"),
        then("e1", to_move="white"),
        then("e3", to_move="black", at={"a3": "b", "e3": "w"}),
    ),
    case(
        "SIB-2 from the centre of hex3 the ends of the three axes, whatever stands between",
        "sibling",
        3,
        then("a1 c3", to_move="black", legal="a3 c1 c5 e1 e3"),
        then("e3", to_move="white"),
        # c1's lines: row c, where c3 stands between; a1 and e1's edges.
        then("c1", to_move="white", legal="c4 c5 e1"),
    ),
    case("SIB-2 on a common line and not adjacent", "sibling", 3, then("e3 c3", legal="a1 a3 c1 c5 e1")),
    case("SIB-2 pieces may stand between", "sibling", 3, then("b2 c3", offers="a1")),
    case(
        "SIB-2 lines run along all three axes",
        "sibling",
        3,
        # Along row a: a3; up left past b1: c1; up right past b2 and the white c3: d3 e3.
        then("c3 a1", legal="a3 c1 d3 e3"),
    ),
    laid(
        "SIB-3 and SIB-4 the only line mate of c2 and of d1 is the other, next to it",
        "sibling",
        "w b w / . w b w / w . b b w / b w b w / . b .",
        then("", legal="a1 a3"),
        then("a3", legal="a1"),
        then("a1", phase="over", at={"a1": "b", "a3": "b", "c2": None, "d1": None}),
        to_move="black",
    ),
    laid(
        "SIB-3 e1 shares a line with a3, a2 with none but its neighbours",
        "sibling",
        ". b b / b b b b / b b b b b / b b b b / . . .",
        then("", legal="a1 a3 e1"),
    ),
    laid(
        "SIB-3 only a1 and a3 pair", "sibling", "b b b / b b b b / b b b b b / b b b b / . . .", then("", legal="a1 a3")
    ),
    laid(
        "SIB-4 a2 and a3 are adjacent, b1 shares no line with a3 and none with a2",
        "sibling",
        "b b b / b b b b / b b b b b / . b b b / . . .",
        then("a1", phase="over", legal=""),
        to_move="white",
        first="c3",
    ),
    laid(
        "SIB-4 the game ends without a legal first piece",
        "sibling",
        "b b b / b b b b / b b b b b / . b b b / . . .",
        then("a3", phase="over", legal=""),  # a1 is adjacent to a2 and b1
        to_move="white",
        first="c3",
    ),
    laid(
        "SIB-4 it goes on while a1 and a3 are left",
        "sibling",
        "b b b / b b b b / . b b b b / b b b b / . . .",
        then("c1", result=None),
        to_move="white",
        first="c3",
    ),
    laid(
        "SIB-5 the second-largest group decides first",
        "sibling",
        # White rows of 5, 3 and 3, black rows of 4 and 4.
        "w w w / b b b b / w w w w w / b b b . / w w w",
        then("b4", result="B+", decided="larger-second-group 4 to 3"),
        to_move="black",
        first="b1",
    ),
    laid(
        "SIB-5 then the largest",
        "sibling",
        # White 9 (row c, d4 and row e) and 3; black 4 and 3.
        "w w . / b b b w / w w w w w / b b b b / w w w",
        then("e3", result="W+", decided="larger-first-group 9 to 4"),
        to_move="white",
        first="e1",
    ),
    case(
        "SIB-5 then the third",
        "sibling",
        3,
        then(
            "b4 a1 e3 a3 c5 b3 b1 a2 c4 d2 d4 c1 e1 d3 d1 e2 c2",
            result="W+",
            decided="larger-next-group 2 to 1",
        ),
    ),
    case(
        "SIB-5 then the fifth, of which one side has none",
        "sibling",
        3,
        then(
            "e2 a3 c5 c4 a2 d2 b3 d1 d3 a1 c1 b1 b4 c3 e3",
            result="B+",
            decided="larger-next-group 1 to 0",
        ),
    ),
    case(
        "SIB-7 black may swap and places two then",
        "sibling",
        4,
        then("", lacks="swap"),
        then("d4", count=37, offers="swap"),
        then("swap", to_move="black", lacks="swap"),
        then("a1", to_move="black"),
        then("a3", to_move="white", pieces={"d4": "w", "a1": "b", "a3": "b"}),
        pie=True,
    ),
    case(
        "SIB-7 swap leaves the board",
        "sibling",
        3,
        then("c3 swap", to_move="black", pieces={"c3": "w"}, lacks="swap"),
        pie=True,
    ),
    case("SIB-7 no swap within the answer", "sibling", 4, then("d4 a1", lacks="swap"), pie=True),
    case(
        "SIB-7 no swap later",
        "sibling",
        3,
        then("c3", offers="swap"),
        then("a1", lacks="swap"),
        then("a3", lacks="swap"),
        pie=True,
    ),
    case("SIB-7 no swap without pie", "sibling", 4, then("d4", lacks="swap")),
]


@each(CASES)
def test_sibling_clause_holds(one):
    one.check()
