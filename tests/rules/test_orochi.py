"""Orochi's clauses ORO-1 to ORO-8, case by case."""

from .case import case, each, laid, then

OF_HEX4 = [
    f"{row}{number}"
    for row, length in zip("abcdefg", (4, 5, 6, 7, 6, 5, 4), strict=True)
    for number in range(1, length + 1)
]
ANYWHERE = " ".join(sorted(colour + cell for colour in "WB" for cell in OF_HEX4))

CASES = [
    case(
        "ORO-1 white starts and places either colour",
        "orochi",
        4,
        then("", to_move="white", pieces={}, legal=ANYWHERE, count=74),
        then("Bd4", count=72),
    ),
    case(
        "ORO-2 one piece, then two, then one each",
        "orochi",
        4,
        then("", to_move="white"),
        then("Ba1", to_move="black"),
        then("Wa4", to_move="black"),
        then("Wg1", to_move="white"),
        then("Bg4", to_move="black"),
        then("Wd1", to_move="white"),
    ),
    case(
        "ORO-2 the two may be of different colours",
        "orochi",
        4,
        then("", to_move="white"),
        then("Wa1", to_move="black"),
        then("Wa2", to_move="black"),
        then("Bb5", to_move="white"),
        then("Bg1", to_move="black"),
        then("We1"),
    ),
    laid(
        "ORO-3 three like neighbours are allowed",
        "orochi",
        ". . . / . . . . / . w . . . / . w w . / . . .",
        then("Wc3", phase="place"),
    ),
    case(
        "ORO-4 with the fourth like neighbour the same player must replace the piece",
        "orochi",
        4,
        then("Wd4 Wc3 Wc4 We4", phase="place", to_move="black"),
        then("Wd3", phase="replace", to_move="black", legal="*d4"),
    ),
    laid(
        "ORO-5 after the replacement the same player has another full turn",
        "orochi",
        ". . . / . . . . / . w . w . / . w w . / . . .",
        then("Wc3", phase="replace", to_move="white", legal="*c3"),
        then("*c3", phase="place", to_move="white", at={"c3": "b"}),
        then("Wa1", phase="place", to_move="black"),
    ),
    case(
        "ORO-4 exactly one action per over-connected piece",
        "orochi",
        4,
        # c4 joins d4 (c3 c4 d5 e4) and has itself c3, d4, d5, b4 around.
        then("Wd4 Wc3 Wd5 We4 Wb4 Wc4", legal="*c4 *d4"),
        then("*d4", at={"d4": "b"}, phase="place"),
    ),
    *(
        laid(
            f"ORO-4 {replacement} settles three over-connected pieces",
            "orochi",
            # c2 has b1 b2 c3 d2 besides; c3 has b2 b3 c2 d2; b2 has b1 b3 c2 c3. Each of the three touches the others.
            ". . . / . b . . / . b . . . / b b b . / . . .",
            then("Bc3", legal="*b2 *c2 *c3"),
            then(replacement, phase="place"),
        )
        for replacement in ("*b2", "*c2", "*c3")
    ),
    laid(
        "ORO-4 a replacement may over-connect another piece",
        "orochi",
        # d3 has black d4 e2 e3, and black c3 once that is turned.
        ". b b / . . b b / . w . w . / . w w . / . . .",
        then("Wc3", legal="*c3"),
        then("*c3", phase="replace", legal="*d3"),
        then("*d3", phase="place"),
    ),
    case(
        "ORO-5 a chain earns another full turn",
        "orochi",
        4,
        then("Wd4 Wc3 Wc4 We4 Wd3 *d4", to_move="black", phase="place", lacks="pass"),
        then("Wa1", to_move="white"),
    ),
    laid(
        "ORO-7 the larger group touching the last empty hex wins",
        "orochi",
        "b . / b w w / . w",
        then("Wc2", result="W+", decided="larger-group", phase="over", to_move=None),
        to_move="black",
    ),
    laid(
        "ORO-8 three against three around the last hex",
        "orochi",
        "b w / b b w / . .",
        then("Wa2", decided="placed-last"),
        to_move="black",
    ),
    laid(
        "ORO-8 equal groups lose for the last placer",
        "orochi",
        "b . / b w w / . w",
        then("Bc2", result="W+", decided="placed-last"),
        to_move="black",
    ),
    laid(
        "ORO-7 a group that does not touch counts nothing",
        "orochi",
        "b . / w w b / . w",  # around a1 only white; black's three stand apart
        then("Bc2", result="W+", decided="larger-group 3 to 0 at a1"),
        to_move="black",
    ),
    laid(
        "ORO-6 the last placement is processed fully first",
        "orochi",
        "b . / w w w / . w",
        then("Wc2", result=None, legal="*b2"),
        then("*b2", result="W+", legal=""),  # white a2 b3 c2 is 3, b1 is 1; black b2 c1 is 2
        to_move="black",
    ),
    case(
        "ORO-8 on hex2 the sixth placement is the last",
        "orochi",
        2,
        # The ring around the last empty hex b2 holds one group of three of each colour.
        then(
            "Wa1 Wa2 Wb1 Bb3 Bc1 Bc2",
            pieces={"a1": "w", "a2": "w", "b1": "w", "b3": "b", "c1": "b", "c2": "b"},
            result="B+",
            decided="placed-last",
        ),
    ),
    case(
        "ORO-7 on hex2 three against one",
        "orochi",
        2,
        then("Wa1 Wa2 Wb1 Bb3 Bc1 Wc2", result="W+", decided="larger-group 3 to 1 at b2"),
    ),
]


@each(CASES)
def test_orochi_clause_holds(one):
    one.check()
