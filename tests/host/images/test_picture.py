"""Pictures of positions: well-formed, complete, the same every time, readable in both themes."""

import re
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume.games import NAMES, start
from hexlume.games.grid import grid_of
from hexlume_host.images import SHAPES, THEMES, PictureError, draw
from hexlume_host.images.position import GROUPS
from hexlume_record.game.position import position_of

SVG = "{http://www.w3.org/2000/svg}"


def position(board, pieces=None, **more):
    return {"game": "orochi", "board": board, "pieces": pieces or {}, "to_move": "white", "result": None, **more}


def tree(svg):
    return ElementTree.fromstring(svg)


def texts(svg):
    return [text.text for text in tree(svg).iter(SVG + "text")]


def placed(svg, tag):
    """Return each element of a tag with its distances, in cell pitches, from the picture's middle."""
    found = []

    def walk(element, x, y):
        moved = re.match(r"translate\(([-.\d]+) ([-.\d]+)\)", element.get("transform", ""))
        if moved:
            x, y = x + float(moved[1]), y + float(moved[2])
        found.extend([(element, x, y)] if element.tag == SVG + tag else [])
        for child in element:
            walk(child, x, y)

    walk(tree(svg), 0, 0)
    return found


def named(svg):
    """Return where each text stands."""
    return {text.text: (x + float(text.get("x")), y + float(text.get("y"))) for text, x, y in placed(svg, "text")}


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
    for circle, x, y in placed(svg, "circle"):
        radius = float(circle.get("r")) + abs(float(circle.get("cy")))
        assert left < x - radius and x + radius < left + width
        assert top < y - radius and y + radius < top + height


@pytest.mark.parametrize("board", ["hex1", "hex4", "hex13", "rhombus1", "rhombus7", "rhombus26"])
def test_every_hex_bears_its_name_at_its_place(board):
    """GEO-1, GEO-2, GEO-7: rows grow upwards in the picture, places within a row to the right."""
    grid = grid_of(board)
    found = named(draw(position(board)))
    assert set(found) == {grid.name(cell) for cell in range(grid.cells)}
    (first_x, first_y), (x0, y0) = grid.place(0), found["a1"]
    for cell in range(grid.cells):
        x, y = grid.place(cell)
        at_x, at_y = found[grid.name(cell)]
        assert at_x - x0 == pytest.approx(x - first_x, abs=0.0021)
        assert at_y - y0 == pytest.approx(first_y - y, abs=0.0021)


def test_a_square_board_is_lettered_below_and_numbered_on_the_left():
    """GEO-4: ``a`` is the left column, ``1`` the bottom row; the stone on a1 stands at their crossing."""
    svg = draw(position("square7", {"a1": "b"}))
    places = named(svg)
    assert set(places) == set("abcdefg1234567")
    face = THEMES["light"].black.face
    ((x, y),) = [(x, y) for circle, x, y in placed(svg, "circle") if circle.get("fill") == face]
    assert x == places["a"][0] == min(places[letter][0] for letter in "abcdefg")
    assert y == pytest.approx(places["1"][1], abs=0.2)
    assert places["1"][1] == max(places[digit][1] for digit in "1234567")


def test_orcoon_shows_who_owns_an_edge():
    """ORC-1: black bars above and below, white ones at the left and the right; on no other game's board."""

    white, black = THEMES["light"].white.face, THEMES["light"].black.face
    bars = {}
    for game in ("orcoon", "other"):
        paths = tree(draw({**position("square9"), "game": game})).iter(SVG + "path")
        bars[game] = {(path.get("stroke"), path.get("d")) for path in paths if path.get("stroke") in (white, black)}
    across = {colour for colour, way in bars["orcoon"] if way.split()[0].split(",")[1] == way.split(",")[-1]}
    assert (across, {colour for colour, _ in bars["orcoon"]}, bars["other"]) == ({black}, {white, black}, set())


def colourless(pieces, **drawn):
    return re.sub(r"#[0-9a-f]{6}", "", draw(position("hex3", pieces), **drawn))


@pytest.mark.parametrize("letter", ["", "w", "b", "W", "B"])
def test_marks_groups_and_kinds_of_discs_differ_by_shape(letter):
    """ORG-1: not by colour alone, on empty cells and on pieces; a number is written out."""
    pieces = {"c3": letter} if letter else {}
    drawn = [colourless(pieces, marks={"c3": mark}) for mark in (*SHAPES, 1, 2)]
    drawn += [colourless(pieces, groups={kind: ["c3"]}) for kind in GROUPS]
    drawn += [
        colourless(pieces, groups={kind: ["c3"] for kind in GROUPS}),
        colourless({"c3": "W"}),
        colourless({"c3": "w"}),
    ]
    assert len(set(drawn)) == len(drawn)
    assert "137" in texts(draw(position("hex3", pieces), marks={"c3": 137}))
    both = tree(draw(position("hex3", pieces), groups={"won": ["c3"], "decided": ["c3"]}))
    assert both[1].text.endswith("The winner's group: c3. What decided: c3.")


def test_each_cell_of_the_last_action_is_marked():
    pieces = {"a4": "b", "c4": "w"}
    assert len({draw(position("square5", pieces), last=last) for last in ((), ("a4",), ("a4", "b3"))}) == 3


def test_an_arrow_goes_from_cell_to_cell_and_a_captures_differs():
    """A piece that moved stands on its arrow's end, and the arrow ends at the disc's rim."""
    pieces, way = {"a3": "w"}, {"from": "a1", "to": "a3", "kind": "step"}
    assert colourless(pieces, arrows=[way]) != colourless(pieces, arrows=[{**way, "kind": "capture"}])
    step = draw(position("hex3", pieces), arrows=[way])
    ((head, x, _),) = [one for one in placed(step, "path") if one[0].get("fill") == THEMES["light"].mark]
    tip = x + float(head.get("d")[1:].split(",")[0])
    assert named(step)["a3"][0] - tip == pytest.approx(0.38) and tip > named(step)["a1"][0]


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


@pytest.mark.parametrize("cell_mm", [1, 12.5, 100])
def test_a_picture_is_as_large_as_its_cells(cell_mm):
    root, usual = (tree(draw(position("hex2"), **size)) for size in ({"cell_mm": cell_mm}, {}))
    width, usual_width = (float(one.get("width").removesuffix("mm")) for one in (root, usual))
    assert width == pytest.approx(cell_mm * float(root.get("viewBox").split()[2]), rel=0.001)
    assert width == pytest.approx(usual_width * cell_mm / 10, rel=0.01)


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
    with pytest.raises(PictureError, match=re.escape(told)):
        draw(asked.pop("position"), **asked)


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
