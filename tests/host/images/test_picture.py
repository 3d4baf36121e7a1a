"""Pictures of positions: well-formed, complete, the same every time, readable in both themes."""

import re
from importlib import import_module
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume.games import NAMES, start
from hexlume.games.grid import grid_of
from hexlume_host.images import SHAPES, THEMES, PictureError, draw
from hexlume_host.images.discs import RADIUS
from hexlume_host.images.marks import GROUPS
from hexlume_record.errors import HexlumeError
from hexlume_record.game.position import position_of

SVG = "{http://www.w3.org/2000/svg}"


def position(board, pieces=None, **more):
    return {"game": "orochi", "board": board, "pieces": pieces or {}, "to_move": "white", "result": None, **more}


def tree(svg):
    return ElementTree.fromstring(svg)


def texts(svg):
    return [text.text for text in tree(svg).iter(SVG + "text")]


def faces(svg, theme="light"):
    """Return how many discs are drawn in white's and in black's face colour, trays included."""
    circles = [circle.get("fill") for circle in tree(svg).iter(SVG + "circle")]
    return circles.count(THEMES[theme].white.face), circles.count(THEMES[theme].black.face)


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, two):
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@given(st.sampled_from(NAMES), st.integers(0, 60), st.integers(0, 2**32 - 1), st.sampled_from(sorted(THEMES)))
def test_any_position_of_any_game(name, most, seed, theme):
    """ACT-5: every piece is drawn once, the text is the same every time, and the picture lies inside its frame."""
    game, random = start(name), Random(seed)
    while game.result is None and len(game.codes) < most:
        game.push(random.choice(game.legal_actions()))
    shown = position_of(game)
    for beside in ("hand", "prison"):
        shown[beside] = {}
    svg = draw(shown, theme=theme)
    assert svg == draw(shown, theme=theme)
    letters = list(shown["pieces"].values())
    assert faces(svg, theme) == (sum(letter in "wW" for letter in letters), sum(letter in "bB" for letter in letters))
    left, top, width, height = (float(value) for value in tree(svg).get("viewBox").split())
    for circle in tree(svg).iter(SVG + "circle"):
        x, y, radius = (float(circle.get(of)) for of in ("cx", "cy", "r"))
        assert left < x - radius and x + radius < left + width
        assert top < y - radius and y + radius < top + height


@pytest.mark.parametrize("board", ["hex1", "hex4", "hex13", "rhombus1", "rhombus7", "rhombus26"])
def test_every_hex_bears_its_name_at_its_place(board):
    """GEO-1, GEO-2, GEO-7: rows grow upwards in the picture, places within a row to the right."""
    grid = grid_of(board)
    found = {
        text.text: (float(text.get("x")), float(text.get("y")))
        for text in tree(draw(position(board))).iter(SVG + "text")
    }
    assert set(found) == {grid.name(cell) for cell in range(grid.cells)}
    (first_x, first_y), (x0, y0) = grid.place(0), found["a1"]
    for cell in range(grid.cells):
        x, y = grid.place(cell)
        at_x, at_y = found[grid.name(cell)]
        assert at_x - x0 == pytest.approx(10 * (x - first_x), abs=0.021)
        assert at_y - y0 == pytest.approx(-10 * (y - first_y), abs=0.021)


def test_a_square_board_is_lettered_below_and_numbered_on_the_left():
    """GEO-4: ``a`` is the left column, ``1`` the bottom row; the stone on a1 stands at their crossing."""
    root = tree(draw(position("square7", {"a1": "b"})))
    places = {text.text: (float(text.get("x")), float(text.get("y"))) for text in root.iter(SVG + "text")}
    assert set(places) == set("abcdefg1234567")
    face = next(circle for circle in root.iter(SVG + "circle") if circle.get("fill") == THEMES["light"].black.face)
    assert float(face.get("cx")) == places["a"][0] == min(places[letter][0] for letter in "abcdefg")
    assert float(face.get("cy")) == pytest.approx(places["1"][1], abs=2)
    assert places["1"][1] == max(places[digit][1] for digit in "1234567")


def test_orcoon_shows_who_owns_an_edge():
    """ORC-1: black bars above and below, white ones at the left and the right; on no other game's board."""

    def bars(game):
        svg = draw({**position("square9"), "game": game})
        return {
            (colour, "across" if path.get("d").split(" ")[0].split(",")[1] == path.get("d").split(",")[-1] else "up")
            for path in tree(svg).iter(SVG + "path")
            for colour in (THEMES["light"].white.face, THEMES["light"].black.face)
            if path.get("stroke") == colour
        }

    assert bars("orcoon") == {(THEMES["light"].black.face, "across"), (THEMES["light"].white.face, "up")}
    assert bars("other") == set()


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_owned_edges_stand_out_in_any_game_that_has_them(theme, monkeypatch):
    """By brightness, not by hue: face or outline has 3 to 1 against the board, and the two faces differ much more."""
    monkeypatch.setattr(import_module("hexlume.games.organica"), "OWNED_EDGES", True, raising=False)
    for board in ("square7", "rhombus7"):
        root = tree(draw({**position(board), "game": "organica"}, theme=theme))
        strokes = [path.get("stroke") for path in root.iter(SVG + "path")]
        for disc in (THEMES[theme].white, THEMES[theme].black):
            assert strokes.count(disc.face) == 2
            assert strokes.count(disc.rim) == 2
            assert max(contrast(part, THEMES[theme].board) for part in (disc.face, disc.rim)) >= 3
        assert contrast(THEMES[theme].white.face, THEMES[theme].black.face) >= 10
        assert "Black owns the edges below and above" in root.find(SVG + "desc").text


def test_bars_of_a_rhombus_are_centred_on_their_rows():
    root = tree(draw({**position("rhombus7"), "game": "hex"}))
    face = THEMES["light"].black.face
    bars = [path.get("d")[1:].split() for path in root.iter(SVG + "path") if path.get("stroke") == face]
    places = {text.text: float(text.get("x")) for text in root.iter(SVG + "text")}
    for bar, row in zip(sorted(bars, key=lambda bar: -float(bar[0].split(",")[1])), (1, 7), strict=True):
        left, right = (float(point.split(",")[0]) for point in bar)
        assert (left + right) / 2 == pytest.approx(places[f"d{row}"], abs=0.03)


def test_a_leader_differs_from_a_pawn_by_shape():
    """ORG-1: by the coronet's eight beads and ring, not by colour alone."""
    pawn, leader = (len(list(tree(draw(position("hex3", {"c3": letter}))).iter(SVG + "circle"))) for letter in "wW")
    assert leader - pawn == 8


def test_marks_differ_by_shape():
    """Without their colours all marks differ still, on empty cells and on pieces; a number is written out."""
    for pieces in ({}, {"c3": "w"}, {"c3": "b"}, {"c3": "W"}, {"c3": "B"}):
        drawn = [
            re.sub(r"#[0-9a-f]{6}", "", draw(position("hex3", pieces), marks={"c3": mark})) for mark in (*SHAPES, 1, 2)
        ]
        assert len({*drawn, re.sub(r"#[0-9a-f]{6}", "", draw(position("hex3", pieces)))}) == len(drawn) + 1
    assert "137" in texts(draw(position("hex3"), marks={"c3": 137}))
    assert draw(position("hex3"), marks={"c3": "7"}) == draw(position("hex3"), marks={"c3": 7})


def test_a_ring_lies_around_its_piece():
    circles = tree(draw(position("hex3", {"c3": "w"}), marks={"c3": "ring"})).iter(SVG + "circle")
    assert max(float(circle.get("r")) for circle in circles) > RADIUS * 10


def test_each_cell_of_the_last_action_is_marked():
    pieces = {"a4": "b", "c4": "w"}
    bare, one, two = (draw(position("square5", pieces), last=last) for last in ((), ("a4",), ("a4", "b3")))
    assert len({bare, one, two}) == 3
    assert bare == draw(position("square5", pieces))


@pytest.mark.parametrize("letter", ["", "w", "B"])
def test_groups_that_decided_differ_by_shape(letter):
    pieces = {"c3": letter} if letter else {}
    drawn = [draw(position("hex3", pieces), groups={kind: ["c3"]}) for kind in GROUPS]
    colourless = {re.sub(r"#[0-9a-f]{6}", "", svg) for svg in (*drawn, draw(position("hex3", pieces)))}
    assert len(colourless) == len(GROUPS) + 1
    both = draw(position("hex3", pieces), groups={"won": ["c3"], "decided": ["c3"]})
    assert "The winner's group: c3. What decided: c3." in both and len(both) > max(map(len, drawn))


def test_an_arrow_goes_from_cell_to_cell_and_a_captures_differs():
    """A piece that moved stands on its arrow's end, and the arrow ends at the disc's rim."""
    way = {"from": "a1", "to": "a3", "kind": "step"}
    step = draw(position("hex3", {"a3": "w"}), arrows=[way])
    capture = draw(position("hex3", {"a3": "w"}), arrows=[{**way, "kind": "capture"}])
    assert re.sub(r"#[0-9a-f]{6}", "", step) != re.sub(r"#[0-9a-f]{6}", "", capture)
    places = {text.text: (float(text.get("x")), float(text.get("y"))) for text in tree(step).iter(SVG + "text")}
    ((tip_x, tip_y),) = (
        map(float, path.get("d")[1:].split()[0].split(","))
        for path in tree(step).iter(SVG + "path")
        if path.get("fill") == THEMES["light"].mark
    )
    assert places["a3"][0] - tip_x == pytest.approx(0.38 * 10) and tip_x > places["a1"][0]
    assert tip_y == pytest.approx(places["a1"][1], abs=1)


def test_trays_show_hands_and_prison():
    """ACT-5: pieces in hand by kind, and a prison that holds stones; an empty prison is not drawn."""
    svg = draw(position_of(start("organica")), names=False)
    assert texts(svg) == ["in hand", "7", "4", "in hand", "7", "4"]
    assert faces(svg) == (5, 5)
    assert texts(draw(position_of(start("droched")), names=False)) == []
    svg = draw(position_of(start("droched", 0, {"komi": 3})), names=False)
    assert texts(svg) == ["prison", "3"]
    assert faces(svg) == (0, 1)


def test_the_picture_tells_itself_in_words():
    root = tree(draw(position("hex8", {"d10": "w", "c3": "B", "c2": "w"})))
    assert (root.get("role"), root[0].tag, root[1].tag) == ("img", SVG + "title", SVG + "desc")
    assert root[0].text == "Orochi on hex8"
    assert root[1].text == "White on c2, d10; black leader on c3. White is to act."
    assert tree(draw(position("hex4")))[1].text == "An empty board. White is to act."
    assert tree(draw(position("hex4", result="B+", to_move=None)))[1].text == "An empty board. The result is B+."


@given(st.text(min_size=1, max_size=20))
def test_any_words_make_a_sound_document(words):
    """They come back as they were, but for characters that XML cannot hold."""
    root = tree(draw(position("hex2"), title=words, description=words))
    assert len(root[0].text) == len(words)
    assert all(there == asked for there, asked in zip(root[1].text, words, strict=True) if there != "\ufffd")
    if words.isprintable():
        assert (root[0].text, root[1].text) == (words, words)


def test_size_and_names():
    for cell_mm in (1, 12.5, 100):
        root = tree(draw(position("hex2"), cell_mm=cell_mm))
        assert float(root.get("width").removesuffix("mm")) == pytest.approx(float(root.get("viewBox").split()[2]))
    wide, narrow = (float(tree(draw(position("hex2"), cell_mm=mm)).get("viewBox").split()[2]) for mm in (20, 10))
    assert wide == pytest.approx(2 * narrow, abs=0.02)
    assert texts(draw(position("hex4"), names=False)) == texts(draw(position("square9"), names=False)) == []


@pytest.mark.parametrize(
    "wrong, told",
    [
        ({"position": position("hex14")}, "1 to 13"),
        ({"position": position("round5")}, "round5"),
        ({"position": {"pieces": {}}}, "no board"),
        ({"position": {"board": "hex3"}}, "no pieces"),
        ({"position": position("hex3", {"c9": "w"})}, "c9"),
        ({"position": position("hex3", {"c3": "x"})}, "'x' on c3"),
        ({"position": position("hex3", hand={"white": 3})}, "ACT-5"),
        ({"position": position("hex3", prison={"white": "many"})}, "ACT-5"),
        ({"marks": {"z9": "dot"}}, "z9"),
        ({"marks": {"c3": "<script>"}}, "no mark"),
        ({"marks": {"c3": 0}}, "no mark"),
        ({"marks": {"c3": "²"}}, "no mark"),
        ({"last": ["a9"]}, "a9"),
        ({"theme": "loud"}, "loud"),
        ({"cell_mm": 0}, "1 to 100"),
        ({"cell_mm": float("nan")}, "1 to 100"),
    ],
)
def test_what_cannot_be_drawn_is_named(wrong, told):
    asked = {"position": position("hex3"), **wrong}
    with pytest.raises(PictureError, match=re.escape(told)) as raised:
        draw(asked.pop("position"), **asked)
    assert isinstance(raised.value, HexlumeError)


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_everything_written_or_marked_is_readable(theme):
    """Texts and marks keep a contrast of 4.5 to 1 against what they lie on, discs differ by brightness."""
    colours = THEMES[theme]
    on_board = [(colours.name, colours.cell), (colours.name, colours.board), (colours.mark, colours.cell)]
    on_discs = [
        (ink, disc.face)
        for disc in (colours.white, colours.black)
        for ink in (disc.name, disc.ink, disc.mark, disc.crown)
    ]
    for ink, under in on_board + on_discs:
        assert contrast(ink, under) >= 4.5, (ink, under)
    assert contrast(colours.white.face, colours.black.face) > 10
    for disc in (colours.white, colours.black):
        # A disc's outline against the cell: 3 to 1, as for parts of a graphic (WCAG 2.2, 1.4.11).
        assert max(contrast(disc.rim, colours.cell), contrast(disc.face, colours.cell)) >= 3
