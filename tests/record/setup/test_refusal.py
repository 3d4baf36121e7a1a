"""Refusals of positions: with the clause that decides it and the cells concerned."""

import random
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume import games
from hexlume.games import game_class
from hexlume.games.game import IllegalAction
from hexlume_host.web.pages.analysis import _Body, check
from hexlume_record.game.position import legal_texts, position_of
from hexlume_record.setup.position import game_from, position_json
from hexlume_record.setup.refusal import PositionError

Json = dict[str, Any]

FULL_HAND = {"white": {"pawn": 7, "leader": 4}, "black": {"pawn": 7, "leader": 4}}
START_OF_ORGANICA = {"a1": "w", "a2": "w", "b1": "w", "g4": "b", "g3": "b", "f5": "b"}


def pieces(white: str = "", black: str = "", white_leaders: str = "", black_leaders: str = "") -> dict[str, str]:
    pieces = {}
    for letter, cells in (("w", white), ("b", black), ("W", white_leaders), ("B", black_leaders)):
        pieces.update(dict.fromkeys(cells.split(), letter))
    return pieces


def orochi(to_move: str, white: str = "", black: str = "", **more: object) -> Json:
    return {"game": "orochi", "board": "hex4", "pieces": pieces(white, black), "to_move": to_move, **more}


def sibling(to_move: str, white: str = "", black: str = "", **more: object) -> Json:
    return {"game": "sibling", "board": "hex4", "pieces": pieces(white, black), "to_move": to_move, **more}


def orcoon(to_move: str, white: str = "", black: str = "", **more: object) -> Json:
    return {"game": "orcoon", "board": "square5", "pieces": pieces(white, black), "to_move": to_move, **more}


def organica(to_move: str, standing: dict[str, str], hand: Any = None, **more: object) -> Json:
    position = {"game": "organica", "board": "hex4", "pieces": standing, "to_move": to_move, "hand": hand or FULL_HAND}
    return {**position, **more}


def droched(to_move: str, white: str = "", black: str = "", prison: tuple[int, int] = (0, 0), **more: object) -> Json:
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

MOST_OF_HEX3 = "a3 b1 b2 b3 b4 c1 c2 c3 c4 c5 d1 d2 d3 d4 e1 e2 e3"
ALL_OF_HEX3 = pieces("b1 b2 b3 b4 c1 c2 c3 c4 c5", "a1 a2 a3 d1 d2 d3 d4 e1 e2 e3")

REFUSED: list[tuple[str, Json, str]] = [
    ("ORO-1", orochi("black"), ""),
    ("ORO-4", orochi("white", "d4 d3 d5 c3 c4", phase="place"), "d4"),
    ("ORO-4", orochi("white", "d4 d3 d5", phase="replace"), ""),
    ("ORO-6", orochi("white", " ".join(ALL_OF_HEX4)), ""),
    ("ORO-6", orochi("white", "a1 b1 c1", "a2 b3 c2", board="hex2"), "b2"),
    ("SIB-1", sibling("black"), ""),
    ("SIB-2", sibling("black", "d4", "g1", turn={"first": "d4"}), "d4"),
    ("SIB-2", sibling("black", "d4", "g1", turn={"first": "a1"}), "a1"),
    ("SIB-3", sibling("black", MOST_OF_HEX3, "a1", board="hex3", turn={"first": "a1"}), "a1"),
    ("SIB-4", sibling("black", MOST_OF_HEX3, "a1", board="hex3"), ""),
    ("SIB-6", sibling("black", "d4 a3", "a1 g4"), ""),
    ("SIB-6", sibling("black", "d4", "a1 g4 a2"), ""),
    ("SIB-6", sibling("black", "d4", "a1 g4", turn={"first": "a1"}), ""),
    ("SIB-6", sibling("white", "d4 a3", "a1 g4"), ""),
    ("SIB-7", sibling("black", "d4 a1 a3", "g1 g3", options={"pie": True}, turn={"acted": 1}), ""),
    ("ORC-1", orcoon("white"), ""),
    ("ORC-6", orcoon("black", "a1 b1 c1 d1 e1", "a3 b3 c3 d3 e4"), "a1 b1 c1 d1 e1"),
    ("ORC-6", orcoon("white", "a1", "c1 c2 c3 c4 c5", phase="fill"), "c1 c5"),
    ("ORC-7", orcoon("white", "a1", "c3 e5", turn={"acted": 1}), ""),
    ("ORG-1", organica("white", {**START_OF_ORGANICA, "d4": "w"}), ""),
    ("ORG-1", organica("white", START_OF_ORGANICA, hand((8, 4), (7, 4))), ""),
    ("ORG-1", organica("white", START_OF_ORGANICA, hand((7, 5), (7, 4))), ""),
    ("ORG-5", organica("white", START_OF_ORGANICA, phase="move", turn={"compelled": True}), ""),
    ("ORG-5", organica("white", {"d4": "W", "a1": "b", "a2": "B"}, hand((0, 0), (7, 3)), phase="place"), ""),
    ("ORG-6", organica("white", START_OF_ORGANICA, phase="move", turn={"capacity": 2}), ""),
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
        "ORG-9",
        organica("white", {"d4": "w", "g4": "b"}, hand((6, 4), (7, 4)), phase="move", turn={"compelled": False}),
        "",
    ),
    ("ORG-13", organica("white", START_OF_ORGANICA, hand((7, 0), (7, 4))), ""),
    ("ORG-14", organica("white", {"d4": "W", "a1": "b", "a2": "B"}, hand((0, 0), (7, 3))), ""),
    ("DRO-1", droched("white"), ""),
    ("DRO-5", droched("white", "", "d4", (1, 1)), ""),
    ("DRO-9", droched("black", "", "d4", (1, 0)), ""),
    ("DRO-9", droched("black", "d4", "", (0, 1)), ""),
    ("DRO-10", droched("white", board="hex3", pieces=ALL_OF_HEX3), ""),
    ("DRO-11", droched("black", "", "d4"), ""),
    ("DRO-11", droched("white", "d5", "d4"), ""),
    ("DRO-11", droched("white", "d5 e4", "d4 c3"), ""),
    ("DRO-11", droched("black", prison=(0, 2)), ""),
    ("DRO-11", droched("black", prison=(0, 2), options={"pie": True}, phase="setup", turn={"acted": 0}), ""),
    ("DRO-11", droched("black", options={"pie": True}, phase="setup", turn={"acted": 1}), ""),
    ("DRO-12", droched("black", "", "d4 d5", options={"handicap": 2}, phase="setup"), ""),
    ("DRO-12", droched("white", "", "d4", options={"handicap": 2}, phase="setup"), ""),
    ("DRO-12", droched("black", options={"handicap": 2}, phase="place"), ""),
    ("DRO-12", droched("black", "d5", "d4", options={"handicap": 3}, phase="setup"), "d5"),
]


@pytest.mark.parametrize(("clause", "position", "cells"), REFUSED)
def test_position_that_cannot_be_played_on_is_refused(clause: str, position: Json, cells: str) -> None:
    with pytest.raises(PositionError) as raised:
        game_from(position)
    refusals = raised.value.refusals
    assert not any("{" in refusal.sentence for refusal in refusals)
    assert clause in [refusal.clause for refusal in refusals], [refusal.sentence for refusal in refusals]
    one = next(refusal for refusal in refusals if refusal.clause == clause)
    assert one.sentence.endswith(f"({clause}).")
    assert set(cells.split()) <= set(one.cells)


ACCEPTED: list[Json] = [
    orochi("black", "d3 d5 e3 e4", "d4"),
    orochi("white", "d3 d5 e3 e4", "d4"),
    orochi("white", "d4"),
    orochi("black", "d4 d3 d5 c3 c4"),
    # No game gets here, but one can go on: two stars that no single placement over-connects (ORO-4).
    orochi("white", "b2 a1 a2 b1 b3", "f4 g3 g4 f3 f5"),
    sibling("black", "d4 a1 a3", "g1 g3"),
    sibling("white", "d4", "d5 d7 "),
    # White's three are no pairs on a line (SIB-2).
    sibling("black", "d4 d5 e4", "a1 a3"),
    sibling("black", "d4 a1 a3", "e1 e3 e5", turn={"first": "e3"}),
    orcoon("black", "c3", "b2"),
    # A diagonal that no placement may leave (ORC-3), and more stones of one colour than turns.
    orcoon("black", "b2 c3 e1", "a5"),
    orcoon("white", phase="fill"),
    orcoon("white", "a1 b3", phase="fill"),
    organica("white", START_OF_ORGANICA),
    organica("black", {**START_OF_ORGANICA, "d4": "W"}, hand((7, 3), (7, 4))),
    organica("white", {**START_OF_ORGANICA, "c1": "w"}, hand((6, 4), (7, 4)), phase="move"),
    # Leaders side by side (ORG-10), and pawns that have gone where none could take them (ORG-11).
    organica("white", {"d4": "W", "d5": "W", "a4": "B", "c6": "B"}, hand((7, 2), (7, 2))),
    # A group on a broken bridge, which the next placement takes off (DRO-4).
    droched("black", "d4", "c3 c4 d3 d5 e3 e4", (5, 0)),
    droched("black"),
    droched("black", prison=(0, 2), options={"komi": 2}),
    droched("black", prison=(0, 2), options={"pie": True}, turn={"acted": 2}),
    droched("black", options={"pie": True}),
    droched("white", options={"pie": True}, prison=(0, 7)),
    droched("black", "", "d4", options={"handicap": 2}),
    droched("white", "", "d4 d5", options={"handicap": 2}),
    droched("white", "", "d4"),
]


@pytest.mark.parametrize("position", ACCEPTED)
def test_position_whose_pieces_fit_can_be_played_on(position: Json) -> None:
    game = game_from(position)
    assert legal_texts(game)
    # ACT-4, but not past the position.
    before = position_of(game)
    game.push_text(legal_texts(game)[0])
    game.pop()
    assert position_of(game) == before
    with pytest.raises(IllegalAction):
        game.pop()


def test_position_with_pie_contains_the_right_to_swap() -> None:
    for acted, offered in ((None, True), (1, True), (2, False)):
        turn = {} if acted is None else {"acted": acted}
        for position in (
            sibling("black", "d4", options={"pie": True}, turn=turn),
            orcoon("white", "", "c3", turn=turn),
        ):
            assert ("swap" in legal_texts(game_from(position))) is offered


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
        ({"phase": "over", "to_move": None, "result": "W+", "reason": "resigned"}, "from before its end"),
        ({"phase": "over"}, "from before its end"),
        ({"result": "W+"}, "from before its end"),
        ({"pieces": {"z1": "w"}}, "no cell"),
        ({"pieces": {"d4": "W"}}, "is one of"),
        ({"pieces": []}, "pieces must be an object"),
        ({"game": "sibling", "turn": {"acted": 7}}, "one of 1, 2"),
        ({"game": "sibling", "turn": {"acted": True}}, "one of 1, 2"),
        ({"game": "sibling", "turn": {"first": "z9"}}, "no cell"),
        ({"game": "organica", "hand": FULL_HAND, "turn": {"moving": "d4"}}, "list of cells"),
        ({"game": "organica", "hand": FULL_HAND, "turn": {"compelled": 1}}, "one of false, true"),
        ({"game": "organica", "hand": FULL_HAND, "turn": {"capacity": 99}}, "turn.capacity must be 28 or less"),
        ({"game": "organica", "hand": {"white": {"pawn": -1}}}, "hand.white.pawn must be 0 or more"),
        ({"game": "droched", "prison": {"white": 256, "black": 0}}, "prison.white must be 255 or less"),
    ],
)
def test_malformed_position_is_refused_in_one_sentence(change: Json, why: str) -> None:
    with pytest.raises(PositionError, match=why):
        game_from({**orochi("white"), **change})


@st.composite
def drawn(draw: st.DrawFn, rules: str) -> Json:
    """Draw discs anywhere on a game's smallest board, any side to move, and hands or a prison."""
    start = games.start(rules, game_class(rules).MIN_SIZE)
    cells = st.sampled_from([start.grid.name(cell) for cell in range(start.grid.cells)])
    setup = games.part(rules, "setup")
    acted = [choice for choice, _ in setup.TURN.get("acted", {}).get("choices", ())]
    letters = "wbWB" if rules == "organica" else "wb"
    position = {
        **position_of(start),
        "pieces": draw(st.dictionaries(cells, st.sampled_from(letters), max_size=start.grid.cells)),
        "to_move": draw(st.sampled_from(["white", "black"])),
        "phase": draw(st.sampled_from([None, *setup.PHASES])),
        "turn": draw(st.fixed_dictionaries({}, optional={"first": cells, "acted": st.sampled_from(acted or [7])})),
    }
    if rules == "organica":
        position["hand"] = hand(*[(draw(st.integers(0, 7)), draw(st.integers(0, 4))) for _ in range(2)])
    if rules == "droched":
        position["prison"] = draw(
            st.sampled_from([fitting_prison(position), {"white": 0, "black": 0}, {"white": 1, "black": 1}])
        )
    return position


def fitting_prison(position: Json) -> dict[str, int]:
    """Return the prison that goes with the stones of a game without komi and handicap (DRO-5)."""
    standing = list(position["pieces"].values())
    missing = standing.count("b") - standing.count("w") - (position["to_move"] == "white")
    return {"white": max(missing, 0), "black": max(-missing, 0)}


@pytest.mark.parametrize("rules", games.NAMES)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_any_discs_are_refused_or_played_on_and_taken_back(rules: str, data: st.DataObject, seed: int) -> None:
    """Whatever is accepted goes on until the game ends (ACT-2) or for a while, and back to where it began (ACT-4)."""
    position = data.draw(drawn(rules))
    try:
        game = game_from(position)
    except PositionError as error:
        assert error.refusals and all(refusal.sentence.endswith(f"({refusal.clause}).") for refusal in error.refusals)
        return
    choose, before = random.Random(seed), position_json(game)
    for _ in range(40):
        if game.result is not None:
            break
        game.push_text(choose.choice(legal_texts(game)))
    for _ in game.actions():
        game.pop()
    assert position_json(game) == before


@pytest.mark.sample(6)
@pytest.mark.parametrize("density", [0.1, 0.4, 0.6, 0.9])
@pytest.mark.parametrize("rules", games.NAMES)
def test_check_of_the_largest_board_takes_less_than_two_seconds_of_cpu(rules: str, density: float) -> None:
    """Proofs that a position can arise took minutes; this takes 0.2 s at most, counted in this thread's own time."""
    start, choose = games.start(rules, game_class(rules).MAX_SIZE), random.Random(1)
    position = {
        **position_of(start),
        "pieces": {
            start.grid.name(cell): choose.choice("wb") for cell in range(start.grid.cells) if choose.random() < density
        },
        "phase": None,
    }
    if rules == "droched":
        position["prison"] = fitting_prison(position)
    began = time.thread_time()
    check(_Body(position=position))
    assert time.thread_time() - began < 2
