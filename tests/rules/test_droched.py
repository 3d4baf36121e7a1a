"""Droched's clauses DRO-1 to DRO-12, case by case.

hex3 has the corners a1 a3 c1 c5 e1 e3 and one cell on each edge: a2 b1 b4 d1 d4 e2.
"""

from tests.rules.geometry import hex_neighbours, hexagon

from .case import case, each, placed, then

LOST = "eliminated"
STUCK = "no-moves"

RING = " ".join(cell for cell, (q, r) in hexagon(4).items() if max(abs(q), abs(r), abs(q + r)) == 2)
ALL_OF_HEX3 = list(hexagon(3))


def walled_in(title, white, empty, last, stays):
    """White stones and empty cells beside them on hex4, walled in by black with the last stone of the wall."""
    inner = {*white.split(), *empty.split()}
    wall = {near for cell in inner for near in hex_neighbours(4)[cell]} - inner
    assert last in wall
    return placed(
        f"DRO-2 and DRO-3 {title}",
        "droched",
        4,
        # The white stone far off is there so that nobody is eliminated.
        {"w": white + " g4", "b": " ".join(wall - {last})},
        then(
            last,
            at=dict.fromkeys(white.split(), "w" if stays else None),
            prison={"white": 0 if stays else len(white.split()), "black": 0},
        ),
        to_move="black",
    )


CASES = [
    case(
        "DRO-1 black starts on an empty board",
        "droched",
        0,
        then("", board="hex7", to_move="black", pieces={}, prison={"white": 0, "black": 0}, count=127),
    ),
    walled_in("two cells of one edge", "a2 a3", "", "b3", stays=False),
    walled_in("one corner", "a1", "", "b2", stays=False),
    walled_in("nothing", "c3 c4", "", "b3", stays=False),
    walled_in("a corner and an edge", "a1 a2", "", "b2", stays=True),
    walled_in("two edges", "a2 b2 b1", "a1", "c2", stays=True),
    walled_in("two corners", "a1 a2 a3 a4", "", "b3", stays=True),
    walled_in("through an empty cell to one edge", "b2", "a2", "c3", stays=False),
    walled_in("and to the corner next to both", "b2", "a2 a1", "c3", stays=True),
    walled_in("along the border, past the first border cell", "b3", "a2 a1", "c3", stays=True),
    walled_in("two cells of one edge through empty cells", "b3", "a2 a3", "c3", stays=False),
    placed(
        "DRO-4 enemy groups fall first",
        "droched",
        3,
        {"w": "a1 e1", "b": "a2 b2"},
        then("b1", pieces={"e1": "w", "a2": "b", "b2": "b", "b1": "b"}, prison={"white": 1, "black": 0}),
        to_move="black",
    ),
    case(
        "DRO-4 e1, judged first, makes room for black's group at d1",
        "droched",
        3,
        then("e2 e3 c3 d3 c2 e1"),
        then(
            "d1",
            pieces={"e2": "b", "e3": "w", "c3": "b", "d3": "w", "c2": "b", "d1": "b"},
            prison={"white": 1, "black": 0},
        ),
    ),
    case(
        "DRO-4 and DRO-5 b1 removes groups of both sides",
        "droched",
        3,
        then("c4 e1 a2 d1 e3 c3 c2 c1 d4 a1 b3", prison={"white": 0, "black": 0}),
        then("b1", at={"b1": "w", "c2": None, "c3": None, "c1": "w"}, prison={"white": 0, "black": 0}),
    ),
    placed(
        "DRO-4 and DRO-5 both sides may lose stones",
        "droched",
        3,
        # Black b2 and white c4 share the inside, whose only way out leads over d2 to d1.
        {"w": "a1 a2 a3 b1 c1 c2 c4", "b": "b2 b4 c5 d4 e2 e3"},
        then(
            "d2",
            pieces={
                **dict.fromkeys(["a1", "a2", "a3", "b1", "c1", "c2", "d2"], "w"),
                **dict.fromkeys(["b4", "c5", "d4", "e2", "e3"], "b"),
            },
            prison={"white": 0, "black": 1},
        ),
        to_move="white",
        prison={"white": 0, "black": 1},
    ),
    placed(
        "DRO-4 and DRO-12 a broken group left over falls with any placement",
        "droched",
        3,
        {"b": "b2 b3 c2 c4 d2 d3", "w": "c3 e1"},
        then("a3", at={"c3": None}, prison={"white": 1, "black": 0}),
        to_move="white",
    ),
    case(
        "DRO-5 the prison cancels",
        "droched",
        3,
        # White's stone from c1 sits in prison; when white takes d1, both stones leave it.
        then("d1 d2 a3 e1 e3 b2 c3 c1 b1", prison={"white": 1, "black": 0}),
        then("c1", at={"d1": None}, prison={"white": 0, "black": 0}),
    ),
    *(
        placed(
            f"DRO-5 one white stone joins {before} in prison",
            "droched",
            3,
            {"w": "a1 e1", "b": "a2 b2"},
            then("b1", prison=after),
            to_move="black",
            prison=before,
        )
        for before, after in (
            ({"white": 0, "black": 3}, {"white": 0, "black": 2}),
            ({"white": 3, "black": 0}, {"white": 4, "black": 0}),
        )
    ),
    case(
        "DRO-6 an enemy stone is freed, and the turn ends",
        "droched",
        3,
        then("", lacks="free"),
        then("c3", prison={"white": 0, "black": 2}, pieces={"c3": "b"}, offers="free"),
        # Black's own stones are no enemy's.
        then("free", pieces={"c3": "b"}, prison={"white": 0, "black": 1}, to_move="black", lacks="free"),
        komi=2,
    ),
    placed(
        "DRO-6 free takes one enemy stone out",
        "droched",
        3,
        {"b": "c3", "w": "c2"},
        then("", offers="free"),
        then("free", prison={"white": 0, "black": 1}, to_move="black", pieces={"c3": "b", "c2": "w"}, lacks="free"),
        to_move="white",
        prison={"white": 0, "black": 2},
    ),
    placed(
        "DRO-6 not one's own stones",
        "droched",
        3,
        {"b": "c3", "w": "c2"},
        then("", lacks="free"),
        to_move="white",
        prison={"white": 2, "black": 0},
    ),
    case(
        "DRO-7 e1 would be walled in at once and take nothing",
        "droched",
        3,
        then("e2 c1 d1 c2", offers="e1"),
        then("d2", lacks="e1"),
    ),
    placed(
        "DRO-7 a placement that removes only itself",
        "droched",
        3,
        {"b": "a2 b1 b2", "w": "e1"},
        then("", why_not={"a1": "DRO-7"}),
        to_move="white",
    ),
    placed(
        "DRO-7 for the other colour",
        "droched",
        3,
        {"b": "a2 b1 b2", "w": "e1"},
        then("", why_not={"a1": None}),
        to_move="black",
    ),
    case(
        "DRO-4 and DRO-7 d3 itself stays, but cuts white's b3 and c5 off",
        "droched",
        3,
        then("a2 d2 b2 c5 d4 c2 e3 b3 b4"),
        then("d3", at={"d3": "w", "b3": None, "c5": None}, prison={"white": 2, "black": 0}),
    ),
    placed(
        "DRO-7 several own stones may be given up",
        "droched",
        3,
        # d3 shuts c3 and itself in among black.
        {"w": "c3 c1", "b": "b2 b3 c2 c4 d2 d4 e2 e3"},
        then("d3", prison={"white": 2, "black": 0}, result=None, at={"c3": None, "d3": None}),
        to_move="white",
    ),
    placed(
        "DRO-7 a placed stone that falls with others is legal",
        "droched",
        3,
        # c3, alone and shut in from before, falls together with a1.
        {"w": "c3 e1", "b": "a2 b1 b2 b3 c2 c4 d2 d3"},
        then("", why_not={"a1": None}),
        then("a1", prison={"white": 2, "black": 0}),
        to_move="white",
    ),
    case(
        "DRO-8 no board twice",
        "droched",
        3,
        # b4 was white's, a3 took it; taking back would end white's turn with the same board again.
        then("c5 c3 c4 b4 d3 c1 b2 a2 a3", lacks="b4", why_not={"b4": "DRO-8"}),
    ),
    case(
        "DRO-8 black frees, so white would end its second turn in a row with the same board",
        "droched",
        3,
        then("d3 b1 c5 d1 c4 c3 d2 a3 e2 a1 e3 b3 b2 e1 c1 free b2", prison={"white": 0, "black": 1}, lacks="free"),
    ),
    case(
        "DRO-8 another board between frees",
        "droched",
        3,
        then("c3 free", prison={"white": 0, "black": 2}),
        then("d3", offers="free"),
        komi=3,
    ),
    case(
        "DRO-8 a board that black's turn ended with is no repetition for white's",
        "droched",
        3,
        then("c3", offers="free"),
        then("free", result=None),
        komi=1,
    ),
    placed(
        "DRO-9 a side that had a stone and has none left loses",
        "droched",
        3,
        {"w": "a1", "b": "a2 b2"},
        then("b1", result="B+", decided=f"{LOST} 3 to 0", legal="", to_move=None, phase="over"),
        to_move="black",
    ),
    placed(
        "DRO-9 its stone goes to the prison",
        "droched",
        3,
        {"w": "a1", "b": "a2 b1"},
        then("b2", result="B+", decided=LOST, prison={"white": 1, "black": 0}),
        to_move="black",
    ),
    placed(
        "DRO-9 elimination of oneself",
        "droched",
        3,
        {"w": "c3", "b": "b2 b3 c2 c4 d2 d4 e2 e3"},
        then("d3", result="B+", decided=LOST),
        to_move="white",
    ),
    case(
        "DRO-9 the enemy is judged first and still has stones",
        "droched",
        3,
        then("c4 e3 a3 d1 c1 b1 a1 a2 e1 b4 d3 d4 c3 b3 c5", result=None),
        then("e2", result="W+", decided=LOST),
    ),
    placed(
        "DRO-9 black fills its last room and goes",
        "droched",
        3,
        {"b": "c3", "w": " ".join(cell for cell in ALL_OF_HEX3 if cell not in ("c3", "c4"))},
        then("c4", result="W+", decided=LOST, at={"c3": None, "c4": None}),
        to_move="black",
    ),
    case("DRO-9 not before the first stone", "droched", 3, then("c3", result=None)),
    case(
        "DRO-10 black has no legal action",
        "droched",
        3,
        then("c4 b4 d2 d4 d1 c2 a3 d3 e3 b3 e2 a2 c1 c3 e1 b1", result="W+", decided=STUCK),
    ),
    case(
        "DRO-10 white has no legal action",
        "droched",
        3,
        then(
            "c3 e2 b2 a2 c4 e3 c1 e1 a1 a3 d1 d3 d2 b4 d4 b3 c5",
            result="B+",
            decided=STUCK,
            legal="",
        ),
    ),
    case(
        "DRO-10 the board is full after the handicap",
        "droched",
        3,
        then(" ".join(ALL_OF_HEX3), result="B+", decided=STUCK),
        handicap=19,
    ),
    case(
        "DRO-10 and DRO-12 more handicap stones than cells",
        "droched",
        3,
        *(then(cell, result=None) for cell in ALL_OF_HEX3[:-1]),
        then(ALL_OF_HEX3[-1], result="W+", decided=STUCK),
        handicap=20,
    ),
    case(
        "DRO-6 and DRO-10 free keeps a full board alive",
        "droched",
        3,
        then(" ".join(ALL_OF_HEX3), result=None, legal="free"),
        then("free", result="W+", decided=STUCK),
        handicap=19,
        komi=2,
    ),
    *(
        case(
            f"DRO-11 komi {komi} is in prison before the start",
            "droched",
            3,
            then("", prison={"white": 0, "black": komi}, to_move="black", phase="place", lacks="free"),
            komi=komi,
        )
        for komi in (0, 1, 3, 20)
    ),
    case("DRO-11 white frees a stone of the komi", "droched", 3, then("c3", offers="free"), komi=3),
    *(
        case(
            f"DRO-11 the first seat names komi {komi}, the second chooses {take}, black starts",
            "droched",
            3,
            then("", to_move="black", phase="setup", legal=" ".join(sorted(f"komi={number}" for number in range(21)))),
            then(
                f"komi={komi}",
                prison={"white": 0, "black": komi},
                to_move="white",
                phase="setup",
                legal="take=black take=white",
            ),
            then(take, to_move="black", phase="place", count=19, prison={"white": 0, "black": komi}),
            pie=True,
        )
        for komi in (7, 20)
        for take in ("take=black", "take=white")
    ),
    case(
        "DRO-12 the handicap is black's first turn",
        "droched",
        3,
        then("a1 c3", to_move="black", phase="setup", count=17),
        then("e3", to_move="white", phase="place", count=16),
        handicap=3,
    ),
    case(
        "DRO-12 komi and take come first, and free is not offered",
        "droched",
        3,
        then("komi=2 take=white", to_move="black", phase="setup", lacks="free"),
        pie=True,
        handicap=2,
    ),
    case(
        "DRO-12 free is offered after the handicap",
        "droched",
        3,
        then("komi=1 take=white", to_move="black", phase="setup", lacks="free"),
        then("a1", to_move="black", phase="setup", lacks="free"),
        then("a2", to_move="black", phase="setup", lacks="free"),
        then("b1", to_move="white", phase="place", offers="free"),
        pie=True,
        handicap=3,
    ),
    case(
        "DRO-12 nothing is removed during the handicap, white's placement does it",
        "droched",
        4,
        then(f"d4 {RING}", at={"d4": "b"}, prison={"white": 0, "black": 0}),
        then("a1", at={"d4": None}, prison={"white": 0, "black": 1}),
        handicap=13,
    ),
    case(
        "DRO-12 the next placement by black counts as well",
        "droched",
        4,
        then(f"d4 {RING} free", at={"d4": "b"}),
        then("a1", at={"d4": None}, prison={"white": 0, "black": 1}),
        handicap=13,
        komi=1,
    ),
]


@each(CASES)
def test_droched_clause_holds(one):
    one.check()
