"""The tree of variations: legal at every node, the same after it was written and read, bounded."""

import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume import games
from hexlume.games.pieces import COLOURS
from hexlume_record.errors import HexlumeError, RecordError
from hexlume_record.game.position import legal_texts, position_of
from hexlume_record.setup.position import position_json
from hexlume_record.variations import tree as trees
from hexlume_record.variations.json import analysis_json, read_analysis, read_variations
from hexlume_record.variations.start import Start, game_at, game_start, read_start
from hexlume_record.variations.tree import LONGEST_COMMENT, Node, TreeError, Variations
from tests.record.formats.random_events import STARTS
from tests.record.variations.tree_lines import game_after, main_line

pytestmark = pytest.mark.integration

SCHEMAS = Path(__file__).parents[3] / "docs" / "schemas"


def numbered_start(number: int) -> Start:
    game = games.start(*STARTS[number % len(STARTS)])
    return game_start(game.NAME, game.grid.board, game.options)


def grown(seed: int, most: int = 40) -> Variations:
    """Return a tree grown at random: from any node on, with nodes promoted and commented on the way."""
    choose = random.Random(seed)
    start = numbered_start(seed)
    if choose.random() < 0.4:
        # From a position on: some actions of a game are left behind.
        game = game_at(start)
        for _ in range(choose.randrange(20)):
            if game.result is None:
                game.push_text(choose.choice(legal_texts(game)))
        if game.result is not None:
            game.pop()
        start = read_start(None, json.loads(json.dumps(position_json(game))))
    tree = Variations(start)
    for _ in range(choose.randrange(most)):
        nodes = list(tree.root.walk())
        node = choose.choice(nodes[-4:] if choose.random() < 0.7 else nodes)
        deed = choose.random()
        if node.parent is not None and deed < 0.2:
            tree.promote_line(node)
        elif deed < 0.3:
            tree.comment(node, choose.choice(["good", "Überraschung:\nzwei Zeilen", "", "<b>no markup</b>"]))
        else:
            legal = legal_texts(game_after(tree, node))
            if legal:
                tree.play(node, choose.choice(legal))
    return tree


def shape(node: Node) -> Any:
    return [
        (one.depth, one.action, one.colour, one.comment, [child.action for child in one.children])
        for one in node.walk()
    ]


@given(seed=st.integers(0, 2**32))
def test_every_line_is_legal_and_counted(seed: int) -> None:
    tree = grown(seed)
    nodes = list(tree.root.walk())[1:]
    assert len(tree) == len(nodes)
    for node in nodes:
        assert node.parent is not None
        assert node in node.parent.children
        assert len({child.action for child in node.children}) == len(node.children)
    for leaf in [node for node in nodes if not node.children]:
        game = game_at(tree.start)
        for node in leaf.line():
            assert ("", "white", "black")[game.to_move] == node.colour
            game.push_text(node.action)
        assert position_of(game_after(tree, leaf)) == position_of(game)


@given(seed=st.integers(0, 2**32))
def test_what_is_read_is_what_was_written(seed: int) -> None:
    tree = grown(seed)
    written = json.dumps(analysis_json(tree))
    again = read_analysis(written)
    assert shape(again.root) == shape(tree.root)
    assert again.start == tree.start
    assert json.dumps(analysis_json(again)) == written
    schema = json.loads((SCHEMAS / "hexlume-analysis-1.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(json.loads(written))


@given(seed=st.integers(0, 2**32), data=st.data())
def test_promoting_keeps_every_line(seed: int, data: st.DataObject) -> None:
    tree = grown(seed)
    nodes = list(tree.root.walk())[1:]
    if not nodes:
        return
    lines = {tuple(one.action for one in node.line()) for node in nodes}
    node = data.draw(st.sampled_from(nodes))
    tree.promote_line(node)
    assert {tuple(one.action for one in one.line()) for one in tree.root.walk() if one.parent} == lines
    assert main_line(tree)[: node.depth] == node.line()


def test_what_is_not_legal_changes_nothing() -> None:
    tree = Variations(game_start("orochi", "hex4", {}))
    with pytest.raises(TreeError, match="not legal"):
        tree.play(tree.root, "*d4")
    with pytest.raises(TreeError):
        tree.comment(tree.root, "x" * (LONGEST_COMMENT + 1))
    with pytest.raises(TreeError):
        tree.comment(tree.root, "bell \a")
    assert (len(tree), tree.root.comment) == (0, "")


def test_a_tree_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "MOST_NODES", 3)
    tree = Variations(game_start("orochi", "hex4", {}))
    for action in ("Wd4", "Wd3", "Wd2"):
        tree.play(tree.root, action)
    with pytest.raises(TreeError, match="holds 3 actions"):
        tree.play(tree.root, "Wd1")
    monkeypatch.setattr(trees, "MOST_NODES", 4)
    monkeypatch.setattr(trees, "LONGEST_LINE", 1)
    with pytest.raises(TreeError, match="1 actions long"):
        tree.play(tree.root.children[0], "Wd1")


@pytest.mark.parametrize(
    ("stored", "why"),
    [
        (None, "must be an object|is missing"),
        ({"nodes": [{"after": 0, "action": "Wd4", "colour": "white"}]}, "an after in node 0 that is null"),
        ({"nodes": [{"after": True, "action": "Wd4", "colour": "white"}]}, "nodes.0..after must be a whole number"),
        ({"nodes": [{"after": None, "action": "*d4", "colour": "white"}]}, "not legal"),
        ({"nodes": [{"after": None, "action": "Wd4", "colour": "black"}]}, "white's turn"),
        ({"nodes": [{"after": None, "action": 4, "colour": "white"}]}, "nodes.0..action must be text"),
        ({"nodes": [{"after": None, "action": "Wd4"}]}, "nodes.0..colour is missing"),
        ({"nodes": [{"after": None, "action": "Wd4", "colour": "white"}] * 2}, "twice"),
        ({"nodes": [{"after": None, "action": "Wd4", "colour": "white", "comment": 3}]}, "comment must be text"),
        ({"nodes": [], "comment": "x" * 2000}, "at most"),
        ({"nodes": ["Wd4"]}, "nodes.0. must be an object"),
    ],
)
def test_variations_that_are_refused(stored: object, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        read_variations(stored, game_start("orochi", "hex4", {}))


@given(content=st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists, max_leaves=4).map(json.dumps))
def test_a_file_that_is_none_gets_one_sentence(content: str) -> None:
    with pytest.raises(RecordError):
        read_analysis(content)


@given(
    st.sampled_from(["rules", "options", "board", "pieces", "action", "comment"]),
    st.text(st.characters(categories=["Cc", "Cf", "Zl", "Zs"]), min_size=1),
)
def test_what_is_refused_is_said_in_characters_that_can_be_printed(member: str, hostile: str) -> None:
    """A file must not send a terminal its control sequences, nor turn a sentence around."""
    stored = analysis_json(Variations(game_start("orochi", "hex4", {})))
    stored["variations"] = {"nodes": [{"after": None, "action": "Wd4", "colour": "white"}]}
    if member in ("board", "pieces"):
        position = position_json(game_at(numbered_start(0)))
        stored |= {"position": position | {member: {hostile: "w"} if member == "pieces" else hostile}, "start": None}
    elif member in ("rules", "options"):
        stored["start"][member] = {hostile: "x"} if member == "options" else hostile
    else:
        stored["variations"]["nodes"][0][member] = hostile * 2000
    with pytest.raises(HexlumeError) as caught:
        read_analysis(json.dumps(stored))
    assert str(caught.value).isprintable()


def test_reading_plays_each_action_once_whatever_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two long lines that grow by turns: played as they are told, each node would take both lines back and forth."""
    start = game_start("orochi", "hex8", {})
    game, choose = game_at(start), random.Random(3)
    line: list[tuple[str, str]] = []
    while len(line) < 100:
        action = choose.choice(legal_texts(game))
        line.append((action, COLOURS[game.to_move]))
        game.push_text(action)
    # The lines part at the first action, whose other colour is legal too.
    other = {"W": "B", "B": "W"}[line[0][0][0]] + line[0][0][1:]
    nodes: list[dict[str, Any]] = []
    for place, (action, colour) in enumerate(line):
        for which in range(2):
            first = other if which and not place else action
            nodes.append({"after": 2 * place - 2 + which if place else None, "action": first, "colour": colour})
    played: list[str] = []
    play = type(game).push_text
    monkeypatch.setattr(type(game), "push_text", lambda self, action: played.append(action) or play(self, action))
    tree = read_variations({"nodes": nodes}, start)
    assert len(tree) == len(nodes)
    assert len(played) == len(nodes)
