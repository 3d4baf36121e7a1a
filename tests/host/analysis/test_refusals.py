"""What no game leads to is refused, with the clause that decides it and the cells it is about."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume import games
from hexlume.games.contract import IllegalAction
from hexlume.games.starting import game_class
from hexlume_host.analysis.position import read_position
from hexlume_host.analysis.refusal import PositionError
from hexlume_host.analysis.setting_up import game_of, refusals_of

Told = dict[str, Any]

FULL_HAND = {"white": {"pawn": 7, "leader": 4}, "black": {"pawn": 7, "leader": 4}}
START_OF_ORGANICA = {"a1": "w", "a2": "w", "b1": "w", "g4": "b", "g3": "b", "f5": "b"}


def pieces(white: str = "", black: str = "", white_leaders: str = "", black_leaders: str = "") -> dict[str, str]:
    told = {}
    for letter, cells in (("w", white), ("b", black), ("W", white_leaders), ("B", black_leaders)):
        told.update(dict.fromkeys(cells.split(), letter))
    return told


def orochi(to_move: str, white: str = "", black: str = "", **more: object) -> Told:
    return {"game": "orochi", "board": "hex4", "pieces": pieces(white, black), "to_move": to_move, **more}


def sibling(to_move: str, white: str = "", black: str = "", **more: object) -> Told:
    return {"game": "sibling", "board": "hex4", "pieces": pieces(white, black), "to_move": to_move, **more}


def orcoon(to_move: str, white: str = "", black: str = "", **more: object) -> Told:
    return {"game": "orcoon", "board": "square5", "pieces": pieces(white, black), "to_move": to_move, **more}


def organica(to_move: str, standing: dict[str, str], hand: Any = None, **more: object) -> Told:
    told = {"game": "organica", "board": "hex4", "pieces": standing, "to_move": to_move, "hand": hand or FULL_HAND}
    return {**told, **more}


def droched(to_move: str, white: str = "", black: str = "", prison: tuple[int, int] = (0, 0), **more: object) -> Told:
    held = {"white": prison[0], "black": prison[1]}
    return {
        "game": "droched",
        "board": "hex4",
        "pieces": pieces(white, black),
        "to_move": to_move,
        "prison": held,
        **more,
    }


def hand(white: tuple[int, int], black: tuple[int, int]) -> Any:
    return {
        "white": {"pawn": white[0], "leader": white[1]},
        "black": {"pawn": black[0], "leader": black[1]},
    }


ALL_OF_HEX4 = [
    f"{row}{place}"
    for row, count in zip("abcdefg", (4, 5, 6, 7, 6, 5, 4), strict=True)
    for place in range(1, count + 1)
]

REFUSED: list[tuple[str, Told, str]] = [
    ("ORO-2", orochi("black"), ""),
    ("ORO-2", orochi("white", "d4"), ""),
    ("ORO-2", orochi("white", "d4 d3"), ""),
    ("ORO-2", orochi("black", "d4 d3 d2"), ""),
    ("ORO-4", orochi("white", "d4 d3 d5 c3 c4", phase="place"), "d4"),
    ("ORO-4", orochi("white", "d4 d3 d5", phase="replace"), ""),
    # Five in a star, but it is white's turn after four: black has placed the fifth, so black replaces.
    ("ORO-4", orochi("white", "d4 d3 d5 c3 c4"), "d4"),
    # Two stars far apart: no single placement over-connects both, and no replacement was due before.
    ("ORO-4", orochi("white", "b2 a1 a2 b1 b3", "f4 g3 g4 f3 f5"), "b2 f4"),
    ("ORO-5", orochi("black", "a1 a2 a3", "g1 g2"), ""),
    ("ORO-6", orochi("white", " ".join(ALL_OF_HEX4)), ""),
    ("SIB-1", sibling("black"), ""),
    ("SIB-2", sibling("white", "d4"), ""),
    ("SIB-2", sibling("black", "d4", "a1 g4 a2"), ""),
    # White owns three: two of them have to be a pair on a line, not adjacent.
    ("SIB-2", sibling("black", "d4 d5 e4", "a1 a3"), ""),
    ("SIB-2", sibling("white", "d4", "d5 d6"), ""),
    ("SIB-2", sibling("black", "d4 a1 a3", "e1 e3 e5", turn={}), "e1 e3 e5"),
    ("SIB-3", sibling("black", "d4", "g1", turn={"first": "d4"}), "d4"),
    ("SIB-7", sibling("black", "d4 a1 a3", "g1 g3", options={"pie": True}, turn={"acted": 1}), ""),
    ("ORC-2", orcoon("black", "c3"), ""),
    ("ORC-2", orcoon("white"), ""),
    ("ORC-3", orcoon("black", "b2 c3", "a5 e5"), "b2 c3"),
    ("ORC-4", orcoon("black", "b2 d3", "b3 d2"), "b2 b3 d2 d3"),
    ("ORC-5", orcoon("white", "a1", "c1 c3 e5", phase="fill"), ""),
    ("ORC-6", orcoon("black", "a1 b1 c1 d1 e1", "a3 b3 c3 d3 e4"), "a1 b1 c1 d1 e1"),
    ("ORG-1", organica("white", {**START_OF_ORGANICA, "d4": "w"}), ""),
    ("ORG-1", organica("white", START_OF_ORGANICA, hand((7, 5), (7, 4))), ""),
    ("ORG-2", organica("white", {**START_OF_ORGANICA, "b1": "b"}), ""),
    (
        "ORG-2",
        organica("white", {"d4": "w", **{cell: piece for cell, piece in START_OF_ORGANICA.items() if cell != "a1"}}),
        "d4",
    ),
    ("ORG-3", organica("black", START_OF_ORGANICA), ""),
    ("ORG-3", organica("white", {**START_OF_ORGANICA, "d4": "W"}, hand((7, 3), (7, 4))), ""),
    ("ORG-3", organica("white", START_OF_ORGANICA, phase="move"), ""),
    ("ORG-5", organica("white", START_OF_ORGANICA, phase="move", turn={"compelled": True}), ""),
    (
        "ORG-6",
        organica(
            "white",
            {**START_OF_ORGANICA, "d4": "w"},
            hand((6, 4), (7, 4)),
            phase="move",
            turn={"moving": ["d4"], "capacity": 1},
        ),
        "d4",
    ),
    (
        "ORG-7",
        organica(
            "white",
            {**START_OF_ORGANICA, "c1": "w"},
            hand((6, 4), (7, 4)),
            phase="move",
            turn={"moving": ["a1", "a2", "b1", "c1"], "capacity": 4},
        ),
        "",
    ),
    (
        "ORG-10",
        organica("white", {**START_OF_ORGANICA, "d4": "W", "d5": "W", "a4": "B", "c6": "B"}, hand((7, 2), (7, 2))),
        "d4 d5",
    ),
    ("ORG-11", organica("white", {cell: piece for cell, piece in START_OF_ORGANICA.items() if cell != "g4"}), ""),
    (
        "ORG-12",
        organica(
            "white",
            {**START_OF_ORGANICA, "d1": "W", "c1": "b", "d2": "b", "e1": "b", "a3": "w", "a4": "w"},
            hand((5, 3), (4, 4)),
        ),
        "d1",
    ),
    ("ORG-13", organica("white", START_OF_ORGANICA, hand((7, 0), (7, 4))), ""),
    ("DRO-1", droched("white"), ""),
    ("DRO-5", droched("white", "", "d4", (1, 1)), ""),
    ("DRO-5", droched("black", "", "d4"), ""),
    ("DRO-5", droched("white", "d5", "d4"), ""),
    ("DRO-5", droched("white", "d5 e4", "d4 c3"), ""),
    ("DRO-4", droched("black", "d4", "c3 c4 d3 d5 e3 e4", (5, 0)), "d4"),
    ("DRO-9", droched("black", "", "d4", (1, 0)), ""),
    ("DRO-11", droched("black", prison=(0, 2)), ""),
    ("DRO-11", droched("black", prison=(0, 2), options={"pie": True}, phase="setup", turn={"acted": 0}), ""),
    ("DRO-11", droched("black", options={"pie": True}, phase="setup", turn={"acted": 1}), ""),
    ("DRO-12", droched("black", "", "d4 d5", options={"handicap": 2}, phase="setup"), ""),
    ("DRO-12", droched("white", "", "d4", options={"handicap": 2}, phase="setup"), ""),
    ("DRO-12", droched("black", options={"handicap": 2}, phase="place"), ""),
    ("DRO-12", droched("black", "d5", "d4", options={"handicap": 3}, phase="setup"), "d5"),
]


@pytest.mark.parametrize(("clause", "told", "cells"), REFUSED)
def test_what_no_game_leads_to(clause: str, told: Told, cells: str) -> None:
    refusals = refusals_of(read_position(told))
    assert clause in [refusal.clause for refusal in refusals], [refusal.sentence for refusal in refusals]
    one = next(refusal for refusal in refusals if refusal.clause == clause)
    assert f"({clause})." in one.sentence
    if cells:
        assert set(cells.split()) <= set(one.cells)
    with pytest.raises(PositionError):
        game_of(read_position(told))


ACCEPTED: list[Told] = [
    orochi("black", "d3 d5 e3 e4", "d4"),  # ORO-5: black turned d4 over and goes on
    orochi("white", "d3 d5 e3 e4", "d4"),
    orochi("black", "d4 d3 d5 c3 c4"),
    sibling("black", "d4 a1 a3", "g1 g3"),
    sibling("white", "d4", "d5 d7 "),
    orcoon("black", "c3", "b2"),
    orcoon("white", phase="fill"),
    orcoon("white", "a1 b3", phase="fill"),
    organica("white", START_OF_ORGANICA),
    organica("black", {**START_OF_ORGANICA, "d4": "W"}, hand((7, 3), (7, 4))),
    organica("white", {**START_OF_ORGANICA, "c1": "w"}, hand((6, 4), (7, 4)), phase="move"),
    droched("black"),
    droched("black", prison=(0, 2), options={"komi": 2}),
    droched("black", prison=(0, 2), options={"pie": True}, turn={"acted": 2}),
    droched("black", options={"pie": True}),
    droched("white", options={"pie": True}, prison=(0, 7)),
    droched("black", "", "d4", options={"handicap": 2}),
    droched("white", "", "d4 d5", options={"handicap": 2}),
    droched("white", "", "d4"),
]


@pytest.mark.parametrize("told", ACCEPTED)
def test_what_a_game_leads_to_goes_on(told: Told) -> None:
    game = game_of(read_position(told))
    assert game.legal()
    # ACT-4, but not past the position.
    before = game.position()
    game.play(game.legal()[0])
    game.undo()
    assert game.position() == before
    with pytest.raises(IllegalAction):
        game.undo()


def test_with_pie_the_right_to_swap_is_told() -> None:
    for told, offered in ((None, True), (1, True), (2, False)):
        turn = {} if told is None else {"acted": told}
        for position in (
            sibling("black", "d4", options={"pie": True}, turn=turn),
            orcoon("white", "", "c3", turn=turn),
        ):
            assert ("swap" in game_of(read_position(position)).legal()) is offered


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"game": "chess"}, "game is one of"),
        ({"board": "hex99"}, "cannot be set up"),
        ({"board": "square4"}, "not played on"),
        ({"options": {"pie": True}}, "no option"),
        ({"phase": "fill"}, "phase is one of"),
        ({"to_move": "red"}, "White or black"),
        ({"to_move": None}, "White or black"),
        ({"phase": "over"}, "Nobody is to move"),
        ({"phase": "over", "to_move": None}, "has a result"),
        ({"result": "W+"}, "Only a game that is over"),
        ({"pieces": {"z1": "w"}}, "no cell"),
        ({"pieces": {"d4": "W"}}, "is one of"),
        ({"pieces": []}, "no JSON object"),
        ({"turn": {"acted": 7}}, "from 0 to 2"),
        ({"turn": {"first": "z9"}}, "no cell"),
        ({"turn": {"moving": "d4"}}, "list of cells"),
    ],
)
def test_what_is_no_position_gets_one_sentence(change: Told, why: str) -> None:
    with pytest.raises(PositionError, match=why):
        read_position({**orochi("white"), **change})


def test_on_the_smallest_board_exactly_what_games_reach_is_accepted() -> None:
    """ORO-1 to ORO-6 on hex2: every position that some game reaches, and no other of all that can be drawn."""
    game = games.start("orochi", 2)
    reached: set[tuple[bytes, int, str]] = set()
    ways = [iter(game.legal_codes())]
    reached.add((bytes(game.board), game.to_move, game.phase))
    seen = {(bytes(game.board), game.continuation())}
    while ways:
        code = next(ways[-1], None)
        if code is None:
            ways.pop()
            if ways:
                game.undo()
            continue
        game.apply(code)
        state = (bytes(game.board), game.continuation())
        if state in seen or game.result is not None:
            game.undo()
            continue
        seen.add(state)
        reached.add((bytes(game.board), game.to_move, game.phase))
        ways.append(iter(game.legal_codes()))
    accepted = set()
    for board in product(range(3), repeat=game.grid.cells):
        told = {game.grid.name(cell): " wb"[piece] for cell, piece in enumerate(board) if piece}
        for to_move in (1, 2):
            for phase in ("place", "replace"):
                position = {**orochi(("", "white", "black")[to_move]), "board": "hex2", "pieces": told, "phase": phase}
                if not refusals_of(read_position(position)):
                    accepted.add((bytes(board), to_move, phase))
    assert accepted == reached


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 300) | st.sampled_from(["white", "black", "d4", "w", "place", "over"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["d4", "a1", "white", "pawn"]), inner),
    max_leaves=6,
)


@given(
    rules=st.sampled_from(games.NAMES),
    change=st.dictionaries(
        st.sampled_from(["pieces", "hand", "prison", "to_move", "phase", "result", "reason", "turn", "options"]), JSON
    ),
)
def test_whatever_is_told_is_answered(rules: str, change: Told) -> None:
    told = {**games.start(rules).position(), **change}
    try:
        game = game_of(read_position(told))
    except PositionError as error:
        assert str(error).endswith(".")
    else:
        assert game.result is not None or game.legal()


@given(rules=st.sampled_from(games.NAMES), data=st.data())
def test_any_discs_at_all_are_judged(rules: str, data: st.DataObject) -> None:
    """Positions drawn at random are refused in sentences or can be played on; neither fails."""
    start = games.start(rules, game_class(rules).MIN_SIZE)
    cells = st.sampled_from([start.grid.name(cell) for cell in range(start.grid.cells)])
    letters = "wbWB" if rules == "organica" else "wb"
    told = {
        **start.position(),
        "pieces": data.draw(st.dictionaries(cells, st.sampled_from(letters), max_size=start.grid.cells)),
        "to_move": data.draw(st.sampled_from(["white", "black"])),
        "phase": None,
    }
    if rules == "organica":
        told["hand"] = hand(*[(data.draw(st.integers(0, 7)), data.draw(st.integers(0, 4))) for _ in range(2)])
    position = read_position(told)
    refusals = refusals_of(position)
    if refusals:
        assert all(refusal.sentence.endswith(f"({refusal.clause}).") for refusal in refusals)
    else:
        game = game_of(position)
        game.play(game.legal()[0])
