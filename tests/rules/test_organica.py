"""Organica's clauses ORG-1 to ORG-15, case by case."""

from tests.rules.geometry import hex_neighbours, hexagon

from .case import case, each, laid, placed, then

FULL = {"pawn": 7, "leader": 4}
NONE = {"pawn": 0, "leader": 0}

CLUSTERS = {"a1": "w", "a2": "w", "b1": "w", "g4": "b", "g3": "b", "f5": "b"}
ANYWHERE = " ".join(sorted(kind + cell for kind in "LP" for cell in hexagon(4) if cell not in CLUSTERS))
OF_THE_CLUSTER = "a1-b2 a2-a3 a2-b2 a2-b3 b1-b2 b1-c1 b1-c2"

THREE = """
      . . . b
     . . . . .
    . . . . . .
   B . . . . . .
    . . . . . .
     w . . . W
      w w . .
"""

TWO_LEADERS = """
      . . . b
     . . . . .
    . . . . . .
   B . . . . . .
    . b . . . .
     w W . W .
      w w . .
"""

ROW = {"w": "d1 d2 d3", "W": "a4", "b": "g1", "B": "g4"}
"""White's three in the middle row of hex4, far from everything."""

SIX_LEADERS = "b2 b5 d3 d6 f2 f5"
FREE_OF_THEM = " ".join(
    cell
    for cell, near in hex_neighbours(4).items()
    if cell not in SIX_LEADERS.split() and not any(beside in SIX_LEADERS.split() for beside in near)
)

SHUFFLE = {"w": "d1 d2 c1", "W": "a4", "b": "d7 d6 e6", "B": "g1"}
THREE_STEPS_OUT = "c1-c2 c2-c1 c1-c2 e6-e5 e5-e6 e6-e5"
THREE_STEPS_BACK = "c2-c1 c1-c2 c2-c1 e5-e6 e6-e5 e5-e6"
ROUND = "c1-c2 end e6-e5 end c2-c1 end e5-e6"


def game(title, *steps, **options):
    return case(title, "organica", 4, *steps, **options)


def on_hex4(title, pieces, *steps, **state):
    return placed(title, "organica", 4, pieces, *steps, **state)


def picture(title, shown, *steps, **state):
    return laid(title, "organica", shown, *steps, **state)


CASES = [
    case(
        "ORG-1 what each side owns",
        "organica",
        0,
        then("", board="hex5", to_move="white", hand={"white": FULL, "black": FULL}),
    ),
    *(
        case(
            f"ORG-2 {setup} on hex{size}",
            "organica",
            size,
            then("", pieces={**dict.fromkeys(white.split(), "w"), **dict.fromkeys(black.split(), "b")}),
            setup=setup,
        )
        for size, setup, white, black in (
            (4, "clusters", "a1 a2 b1", "f5 g3 g4"),
            (5, "clusters", "a1 a2 b1", "h6 i4 i5"),
            (4, "corners", "a1 d7 g1", "a4 d1 g4"),
            (5, "corners", "a1 e9 i1", "a5 e1 i5"),
        )
    ),
    game(
        "ORG-3 a leader is a whole turn, though a group of three could move",
        then(
            "Ld4",
            to_move="black",
            phase="place",
            hand={"white": {"pawn": 7, "leader": 3}, "black": FULL},
            at={"d4": "W"},
        ),
    ),
    game(
        "ORG-3 and ORG-9 after a pawn the steps of groups of three are on offer, and end",
        then(
            "Pd4",
            to_move="white",
            phase="move",
            legal=OF_THE_CLUSTER + " end",
            hand={"white": {"pawn": 6, "leader": 4}, "black": FULL},
        ),
        then("end", to_move="black", phase="place", lacks="end"),
    ),
    game("ORG-4 on empty hexes", then("", legal=ANYWHERE)),
    game(
        "ORG-4 a leader not next to one of its own colour, next to the other's it may be",
        then("Ld4 Ld5", lacks="Lc3 Lc4 Ld3 Le3 Le4 Pd5", offers="Pc3 Pc4 Pd3 Pe3 Pe4 Ld6"),
    ),
    on_hex4(
        "ORG-4 leaders keep apart from own leaders",
        {"W": "d4", "B": "d6"},
        then("", why_not={"Lc3": "ORG-4", "Ld5": "ORG-4", "Ld7": None, "Pc3": None}),  # d7's neighbour is black's
        white=(1, 1),
    ),
    picture(
        "ORG-5 without anything to place a group must move",
        THREE,
        then("", to_move="white", phase="move", legal=OF_THE_CLUSTER),
        then("a1-b2", offers="end"),
    ),
    on_hex4(
        "ORG-5 at least one step is compulsory",
        ROW,
        then("", phase="move", lacks="end"),
        then("d3-c2", to_move="white", offers="end"),
    ),
    picture(
        "ORG-5 a leader that can be placed must be",
        THREE,
        # 37 hexes less 6 pieces less the hexes next to the leader on b5: a4, b4, c5 and c6.
        then("", phase="place", kinds="L", count=37 - 6 - 4),
        white=(0, 1),
    ),
    on_hex4(
        "ORG-5 every hex is taken or next to a leader",
        {"W": SIX_LEADERS, "b": FREE_OF_THEM, "w": "c3 d4"},
        then("", phase="move", kinds="bcd"),
        white=(0, 1),
    ),
    game(
        "ORG-6 and ORG-7 a group of three has three steps",
        then("Pd4 a1-b2 b2-a1", to_move="white"),
        then("a1-b2", to_move="black", phase="place"),
    ),
    game(
        "ORG-6 and ORG-7 the pawn placed into it gives a fourth",
        then("Pb2 a2-b3 b3-a2 a2-b3", to_move="white"),
        then("b3-a2", to_move="black"),
    ),
    on_hex4(
        "ORG-9 the turn ends when the capacity is used up",
        ROW,
        then("d3-c2 d1-c1", to_move="white", capacity=1),
        then("d2-d1", to_move="black"),
    ),
    game(
        "ORG-9 no step is on offer without a group of three",
        then("Pd4", to_move="black", phase="place"),
        setup="corners",
    ),
    on_hex4(
        "ORG-6 a pawn far off makes no group of three",
        {"w": "d1 d2 f3", "W": "a1", "b": "g1", "B": "g4"},
        then("Pa4", to_move="black"),
        white=(1, 0),
    ),
    on_hex4(
        "ORG-6 a pawn beside two makes one",
        {"w": "d1 d2 f3", "W": "a1", "b": "g1", "B": "g4"},
        then("Pd3", offers="d3-d4"),
        white=(1, 0),
    ),
    game(
        "ORG-6 the first step chooses the group",
        then("Pd5 end Lg1 Pd6 end Pc1 end Pd7", offers="d5-d4 a1-b2"),
        then("d7-e6", movers="d5 d6 e6 end"),
    ),
    game("ORG-8 d5 leaves the group that it chose", then("Pd5 end Lg1 Pd6 end Pc1 end Pd7 d5-e4", to_move="black")),
    on_hex4(
        "ORG-6 another group may not take over", {**ROW, "w": "d1 d2 d3 f1 f2 g2"}, then("d3-c2", movers="c2 d1 d2 end")
    ),
    on_hex4("ORG-8 e2 touches d2's old place and d3 only", ROW, then("d2-e2", to_move="black")),
    game(
        "ORG-8 a1 joins c3 by b2, and three steps are all",
        then("Pc3 a1-b2", offers="c3-d4"),
        then("c3-c2", to_move="white"),
        then("c2-c3", to_move="black"),
    ),
    on_hex4(
        "ORG-8 a fusion enlarges the group but not the capacity",
        {**ROW, "w": "d1 d2 d3 b1"},  # c2 touches d2 and b1
        then("d3-c2", capacity=2, movers="b1 c2 d1 d2 end"),
        then("b1-c1", capacity=1),
    ),
    on_hex4("ORG-8 d3 leaves d2 and joins d5", {**ROW, "w": "d1 d2 d3 d5"}, then("d3-d4", to_move="black")),
    game("ORG-8 breaking a fusion ends the turn", then("Pc3 a1-b2 c3-d4", to_move="black")),
    picture(
        "ORG-9 an enclosed group offers no step",
        """
              . . . b
             . . . . .
            . . . . . .
           W . . . . . B
            b b . . . .
             w b b . .
              w w b .
        """,
        then("Pg1", to_move="black", phase="move"),
        white=(1, 0),
        black=(0, 0),
    ),
    picture(
        "ORG-10 b2 may not go next to b4, pawns may", TWO_LEADERS, then("", lacks="b2-b3", offers="b2-c3 a2-b3 a2-a3")
    ),
    on_hex4(
        "ORG-10 a leader steps not next to another own leader",
        {"w": "d1 d2", "W": "d3 c4", "b": "g1", "B": "g4"},
        # On e2 it is next to its own old place only.
        then("", why_not={"d3-c3": "ORG-10", "d3-d4": "ORG-10", "d3-c2": None, "d3-e2": None}),
    ),
    picture(
        "ORG-11 only leaders capture",
        TWO_LEADERS,
        then("", captures="b2xc2"),
        # It was the compulsory step (ORG-5), so the turn may end now; it cost 1 of 4.
        then("b2xc2", at={"c2": "W", "b2": None}, hand={"white": NONE, "black": NONE}, offers="end"),
        black=(0, 0),
    ),
    on_hex4(
        "ORG-11 only pawns are captured",
        {"w": "d1 d2", "W": "d3", "b": "d4 c1 e2", "B": "e3"},
        then("", captures="d3xd4 d3xe2"),
        # e2 touches d2: the group holds together, and e2 was the compulsory step.
        then(
            "d3xe2",
            to_move="white",
            capacity=2,
            at={"e2": "W"},
            offers="end",
            hand={"white": NONE, "black": {"pawn": 0, "leader": 3}},
        ),
        black=(0, 3),
    ),
    picture(
        "ORG-11 a leader goes on capturing while capacity lasts, but never a leader",
        """
              . . . b
             . . . . .
            . . . . . .
           . . . . . . .
            b b b . . .
             w W B . .
              w w . .
        """,
        then("", captures="b2xc2 b2xc3"),
        then("b2xc2", captures="c2xc1 c2xc3"),
        then(
            "c2xc1",
            at={"a1": "w", "a2": "w", "b1": "w", "b3": "B", "c1": "W", "c3": "b", "g4": "b", "c2": None, "b2": None},
        ),
    ),
    on_hex4(
        "ORG-11 several captures in a turn",
        {"w": "d1 d2", "W": "d3", "b": "e2 e1", "B": "g4"},
        then("d3xe2 e2xe1", to_move="white", capacity=1, pieces={"d1": "w", "d2": "w", "e1": "W", "g4": "B"}),
    ),
    on_hex4(
        "ORG-11 a capture away from the other leader",
        {"w": "d1 d2", "W": "d3 c5", "b": "d4", "B": "g4"},
        then("", why_not={"d3xd4": None}),
    ),
    on_hex4(
        "ORG-10 a capture next to the other leader",
        {"w": "d1 d2", "W": "d3 c4", "b": "d4", "B": "g4"},
        then("", why_not={"d3xd4": "ORG-10"}),
    ),
    on_hex4(
        "ORG-12 a surrounded enemy leader leaves",
        {"w": "a2", "W": "b1", "B": "a1 g4"},
        then("Pb2", at={"a1": None}),
        white=(1, 0),
    ),
    on_hex4(
        "ORG-12 one neighbour is its own side's",
        {"w": "a2", "b": "b1", "W": "d4", "B": "a1 g4"},
        then("Pb2", at={"a1": "B"}),
        white=(1, 0),
    ),
    on_hex4(
        "ORG-12 a leader put into a ring is lost",
        {"w": "d4 d5", "W": "g4", "b": "a2 b1 b2"},
        then("La1", at={"a1": None}, hand={"white": NONE, "black": FULL}, result=None, to_move="black"),
        white=(0, 1),
    ),
    on_hex4(
        "ORG-12 a neighbour is its own",
        {"w": "d4 d5 b1", "W": "g4", "b": "a2 b2"},
        then("La1", at={"a1": "W"}),
        white=(0, 1),
    ),
    on_hex4(
        "ORG-12 a step leaves a gap in the ring",
        {"W": "b2 g4", "w": "c2 d2", "b": "a2 b1"},
        then("b2-a1", at={"a1": "W"}),
    ),
    on_hex4(
        "ORG-12 a step may close a ring",
        {"w": "a2 b1 c2 c3", "W": "g1", "B": "a1 g4"},
        then("c2-b2", at={"a1": None}, to_move="white"),  # b1 b2 c3 a2 hold together: the turn goes on
    ),
    on_hex4(
        "ORG-12 b1 is its own side's",
        {"w": "a2 b3 c1 c2", "W": "g1", "B": "a1 b1 g4"},
        then("Pb2", at={"a1": "B"}),
        white=(1, 0),
    ),
    on_hex4(
        "ORG-12 two leaders leave at once",
        {"w": "b1 b2 b3 b4 a4", "W": "g1", "b": "g4", "B": "a1 a3 e5"},
        then("La2", at={"a1": None, "a3": None, "e5": "B"}),
        white=(0, 3),
    ),
    on_hex4(
        "ORG-13 the last leader lost loses",
        {"w": "a2 b1", "W": "d4", "B": "a1"},
        then("Pb2", result="W+", decided="leaders-lost 3 to 0 at a1"),
        white=(1, 0),
        black=(7, 0),
    ),
    on_hex4(
        "ORG-13 one is left in hand",
        {"w": "a2 b1", "W": "d4", "B": "a1"},
        then("Pb2", result=None),
        white=(1, 0),
        black=(7, 1),
    ),
    on_hex4(
        "ORG-13 one's own last leader",
        {"w": "d4", "b": "a2 b1 b2", "B": "g4"},
        then("La1", result="B+", decided="leaders-lost", legal=""),
        white=(0, 1),
    ),
    game("ORG-13 leaders in hand count", then("Pd4 end Pd1 end", result=None)),
    on_hex4(
        "ORG-14 three pieces apart",
        {"w": "a1 a3", "W": "d4", "B": "g4"},
        then("", result="B+", decided="no-moves 0 to 3", legal=""),
    ),
    on_hex4("ORG-14 walled in", {"w": "a1 a2 b1", "W": "g1", "b": "a3 b2 b3 c1 c2", "B": "g4"}, then("", result="B+")),
    on_hex4(
        "ORG-14 one way out",
        {"w": "a1 a2 b1", "W": "g1", "b": "a3 b2 b3 c1", "B": "g4"},
        then("", result=None, legal="b1-c2"),
    ),
    on_hex4(
        "ORG-15 the third time is a draw",
        SHUFFLE,
        then(ROUND + " end", result=None),
        then(ROUND, result=None),
        then("end", result="0", decided="repetition 0 to 0", phase="over"),
        black=(0, 0),
    ),
    on_hex4(
        "ORG-9 and ORG-15 turns that end by themselves count as well",
        SHUFFLE,
        then(f"{THREE_STEPS_OUT} {THREE_STEPS_BACK} {THREE_STEPS_OUT}", result=None),
        then(THREE_STEPS_BACK, result="0"),
        black=(0, 0),
    ),
    on_hex4(
        "ORG-15 hands are part of the position: the board comes a third time, with a pawn less in hand",
        {**SHUFFLE, "b": "d7 d6", "B": "e6 g1"},
        then("Pe5 end e6xe5 e5-e6 end", result=None),
        then(ROUND + " end", result=None, to_move="white"),
        then(ROUND + " end", result="0"),
        white=(1, 0),
        black=(0, 0),
    ),
]


@each(CASES)
def test_organica_clause_holds(one):
    one.check()
