"""Orcoon's clauses ORC-1 to ORC-8, case by case."""

import pytest

from .case import Played, case, each, laid, then

POINTS = " ".join(sorted(column + row for column in "abcd" for row in "1234"))

CASES = [
    case(
        "ORC-1 black starts on an empty board",
        "orcoon",
        4,
        then("", to_move="black", pieces={}, legal=POINTS + " pass"),
    ),
    case(
        "ORC-1 and ORC-6 black joins bottom and top",
        "orcoon",
        4,
        then("b1 d1 b2 d2 b3 d3", result=None),
        then("b4", result="B+", decided="chain 4 to 0"),
        pie=False,
    ),
    case(
        "ORC-1 and ORC-6 white joins left and right",
        "orcoon",
        4,
        then("a1 a2 b1 b2 c1 c2 d1", result=None),
        then("d2", result="W+", decided="chain", legal=""),
        pie=False,
    ),
    case(
        "ORC-2 a turn is one stone",
        "orcoon",
        4,
        then("b2", to_move="white"),
        then("c2", to_move="black", pieces={"b2": "b", "c2": "w"}, lacks="b2"),
        pie=False,
    ),
    case("ORC-3 b2 and c3 touch by nothing", "orcoon", 5, then("b2 e5", lacks="c3"), pie=False),
    case("ORC-3 b2 and c3 touch by b3", "orcoon", 5, then("b2 e5 b3 e4", offers="c3"), pie=False),
    case("ORC-3 b2 and c3 touch by c2", "orcoon", 5, then("b2 e5 c2 e4", offers="c3"), pie=False),
    case("ORC-3 the other colour's pairs do not matter", "orcoon", 5, then("b2", offers="c3"), pie=False),
    case("ORC-3 the other colour's stones are no help", "orcoon", 5, then("b2 b3 a5 e5", lacks="c3"), pie=False),
    laid(
        "ORC-3 diagonal stones need a common neighbour",
        "orcoon",
        ".... / .... / .b.. / ....",
        then("", why_not={"c3": "ORC-3", "a1": "ORC-3", "b3": None}),
    ),
    laid("ORC-3 b3 touches b2 and c3", "orcoon", ".... / .b.. / .b.. / ....", then("", why_not={"c3": None})),
    laid(
        "ORC-3 the neighbour is of their colour",
        "orcoon",
        ".... / .w.. / .bw. / ....",
        then("", why_not={"c3": "ORC-3"}),
    ),
    laid(
        "ORC-3 b3 is fine with c3 and c2, not with a4",
        "orcoon",
        "b... / ..b. / ..b. / ....",
        then("", why_not={"b3": "ORC-3"}),
    ),
    laid("ORC-3 b3 is fine with all", "orcoon", "bb.. / ..b. / ..b. / ....", then("", why_not={"b3": None})),
    laid("ORC-4 the alternating block", "orcoon", ".... / .... / w... / b.w.", then("", why_not={"c2": "ORC-4"})),
    laid(
        "ORC-4 the other colour's corner",
        "orcoon",
        ".... / .... / w... / b.w.",
        then("", why_not={"c2": None}),
        to_move="white",
    ),
    laid("ORC-4 its middle is not empty", "orcoon", ".... / .... / wb.. / bbw.", then("", why_not={"c2": None})),
    laid(
        "ORC-4 its corners do not alternate",
        "orcoon",
        ".... / .... / w... / b.b.",
        then("", why_not={"c2": None}),
        to_move="white",
    ),
    laid(
        "ORC-4 the standing block",
        "orcoon",
        ".... / bw.. / .... / w...",
        then("", why_not={"b1": "ORC-4"}),
        to_move="black",
    ),
    laid("ORC-4 a standing block with a middle", "orcoon", ".... / bw.. / bb.. / w...", then("", why_not={"b1": None})),
    case(
        "ORC-5 pass starts the fill, and done loses it",
        "orcoon",
        4,
        # Legal by ORC-3: b3 would be a weak diagonal with c2.
        then("b1 c2 pass", phase="fill", to_move="white", lacks="pass b3", offers="done"),
        then("b2", phase="fill", to_move="white"),
        then("done", result="B+", decided="fill-ended 0 to 0"),
        pie=False,
    ),
    case(
        "ORC-5 black fills after white's pass",
        "orcoon",
        4,
        then("b2 pass", phase="fill", to_move="black", offers="done", lacks="pass"),
        then("b3 b4", phase="fill", to_move="black", result=None),
        then("b1", result="B+", phase="over", to_move=None, legal=""),
        pie=False,
    ),
    case("ORC-5 black loses with done", "orcoon", 4, then("b2 pass done", result="W+"), pie=False),
    case(
        "ORC-5 and ORC-6 white wins its fill by joining",
        "orcoon",
        4,
        then("b1 c2 pass b2 a2", result=None),
        then("d2", result="W+"),
        pie=False,
    ),
    case(
        "ORC-5 and ORC-6 black wins its fill by joining",
        "orcoon",
        4,
        then("b1 pass b2 b3", to_move="black"),
        then("b4", result="B+"),
        pie=False,
    ),
    case(
        "ORC-5 and ORC-7 black may pass at once, and there is nothing to swap then",
        "orcoon",
        4,
        then("pass", phase="fill", to_move="white", lacks="swap", refuses="swap"),
        then("done", result="B+"),
    ),
    case("ORC-5 white fills after the first action", "orcoon", 4, then("pass a1 b1 c1 d1", result="W+")),
    laid("ORC-6 a chain ends short of the edge", "orcoon", ".b.. / .b.. / .b.. / .w..", then("a2", result=None)),
    laid("ORC-6 black's chain wins at once", "orcoon", ".b.. / .b.. / .b.. / ....", then("b1", result="B+")),
    laid(
        "ORC-6 white's chain wins at once",
        "orcoon",
        ".... / www. / ...b / ...b",
        then("d3", result="W+"),
        to_move="white",
    ),
    case(
        "ORC-7 swap is white's first action, and its turn goes on",
        "orcoon",
        4,
        then("", lacks="swap"),
        then("b2", offers="swap"),
        then("swap", to_move="white", phase="place", pieces={"b2": "b"}, lacks="swap", offers="pass"),
        then("pass", phase="fill", to_move="black"),
    ),
    *(
        case(f"ORC-7 no swap after {actions}", "orcoon", 4, then(actions, lacks="swap"))
        for actions in ("b2 c2", "b2 pass", "b2 c2 b1", "b2 b3 c2", "b2 swap b3 c2")
    ),
    case("ORC-7 no swap without pie", "orcoon", 4, then("b2", lacks="swap"), pie=False),
    laid(
        "ORC-8 black's c3 makes d4 a weak diagonal",
        "orcoon",
        "b b w . / b b b w / w w b b / w w w b",
        then("", legal="pass"),
        then("pass", legal="d4 done"),
    ),
    laid(
        "ORC-8 neither can place",
        "orcoon",
        "w w b . / w w w b / b b w w / b b b w",
        then("pass", legal="done"),
    ),
    laid("ORC-8 only pass is left", "orcoon", "wwww / bbww / wbbb / .wbb", then("", legal="pass")),
    laid(
        "ORC-8 in the fill only done is left",
        "orcoon",
        "wwww / bbww / wbbb / .wbb",
        then("", legal="done"),
        phase="fill",
    ),
]


@each(CASES)
def test_orcoon_clause_holds(one):
    one.check()


@pytest.mark.parametrize("turn", range(8))
def test_alternating_blocks_are_illegal(turn):
    """ORC-4: in all eight rotations and reflections, for each corner, unless the middle is taken."""

    def placed(column, row):
        for _ in range(turn // 2):
            column, row = 6 - row, column
        return "abcdefg"[6 - column if turn % 2 else column] + str(row + 1)

    # Corners b, w, b, w around the middle points (3,2) and (3,3).
    corners = {placed(2, 2): "b", placed(4, 2): "w", placed(4, 3): "b", placed(2, 3): "w"}
    middle = (placed(3, 2), placed(3, 3))
    game = Played("orcoon", 7, {"pie": False})
    for last, letter in corners.items():
        others = {point: corners[point] for point in corners if point != last}
        mover, other = ("black", "white") if letter == "b" else ("white", "black")
        game.lay(others, {"to_move": mover})
        assert game.why_not(last) == "ORC-4"
        for colour in "wb":
            # Both middle points taken by one colour make no weak diagonal.
            game.lay({**others, **dict.fromkeys(middle, colour)}, {"to_move": mover})
            assert last in game.legal()
        # The same colour on one short side is no alternation.
        game.lay(others, {"to_move": other})
        assert last in game.legal()
