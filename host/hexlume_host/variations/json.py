"""Variations as JSON: in a game's record, and with their beginning as a file of their own (docs/record.md)."""

import json
from typing import Any

from ..errors import RecordError
from ..game.events import COLOURS
from ..setup.refusal import PositionError
from .start import Beginning, read_beginning
from .tree import MOST_NODES, Node, TreeError, Variations

SCHEMA = "hexlume-analysis"
VERSION = 1
"""Raised when a member changes its meaning or goes; members may be added without."""

_ROOT = -1
"""The number of the beginning."""


def variations_json(tree: Variations) -> dict[str, Any]:
    """Return a tree's member ``variations``: its nodes in order, each with the number of the one it follows."""
    numbers: dict[int, int] = {}
    nodes: list[dict[str, Any]] = []
    for node in tree.root.walk():
        if node.parent is None:
            continue
        one: dict[str, Any] = {
            "after": numbers.get(id(node.parent)),
            "action": node.action,
            "colour": node.colour,
        }
        if node.comment:
            one["comment"] = node.comment
        numbers[id(node)] = len(nodes)
        nodes.append(one)
    return {"comment": tree.root.comment, "nodes": nodes}


def read_variations(told: object, beginning: Beginning) -> Variations:
    """Return the tree that a member ``variations`` tells, from a beginning; every action is played under the rules.

    Raises ``RecordError`` with one sentence for the first thing that is malformed or not legal, ``PositionError`` for
    the beginning.
    """
    tree = Variations(beginning)
    if not isinstance(told, dict) or not isinstance(told.get("nodes"), list):
        raise RecordError("The variations have no list of nodes.")
    if len(told["nodes"]) > MOST_NODES:
        raise RecordError(f"The variations have more than {MOST_NODES} actions.")
    _comment(tree, tree.root, told.get("comment", ""), "of the beginning")
    parents = [_parent(number, one) for number, one in enumerate(told["nodes"])]
    following: dict[int, list[int]] = {}
    for number, parent in enumerate(parents):
        following.setdefault(parent, []).append(number)
    nodes = {_ROOT: tree.root}
    # Depth first, whatever their order: the game goes forward and back once along each action.
    left = following.get(_ROOT, [])[::-1]
    while left:
        number = left.pop()
        nodes[number] = _node(tree, nodes[parents[number]], number, told["nodes"][number])
        left.extend(reversed(following.get(number, [])))
    return tree


def analysis_json(tree: Variations) -> dict[str, Any]:
    """Return a tree with its beginning as a document of its own (docs/schemas/hexlume-analysis-1.json)."""
    return {"schema": SCHEMA, "version": VERSION, **tree.beginning.json(), "variations": variations_json(tree)}


def read_analysis(content: str) -> Variations:
    """Return the tree of such a document's text; raises ``RecordError`` or ``PositionError`` with one sentence."""
    try:
        told = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise RecordError("This is no JSON, so no analysis.") from error
    if not isinstance(told, dict) or told.get("schema") != SCHEMA or told.get("version") != VERSION:
        raise RecordError(f"This is no analysis: its schema is not {SCHEMA}, version {VERSION}.")
    return read_variations(told.get("variations"), read_beginning(told))


def _parent(number: int, told: object) -> int:
    """Return the number of the node that one follows."""
    if not isinstance(told, dict):
        raise RecordError(f"Variation {number} is no object.")
    after = told.get("after")
    if after is None:
        return _ROOT
    if type(after) is int and 0 <= after < number:
        return after
    raise RecordError(f"The after of variation {number} must be null or the number of one before it.")


def _node(tree: Variations, parent: Node, number: int, told: dict[str, Any]) -> Node:
    action, colour = told.get("action"), told.get("colour")
    if not isinstance(action, str):
        raise RecordError(f"The action of variation {number} must be text.")
    if colour not in COLOURS:
        raise RecordError(f"The colour of variation {number} must be {' or '.join(COLOURS)}.")
    if any(child.action == action for child in parent.children):
        raise RecordError(f"Variation {number} ({action[:20]}) is there twice.")
    try:
        node = tree.play(parent, action)
    except (TreeError, PositionError) as error:
        raise RecordError(f"Variation {number} cannot be played: {error}") from error
    if node.colour != colour:
        raise RecordError(f"Variation {number} ({action[:20]}) is played by {colour} on {node.colour}'s turn.")
    _comment(tree, node, told.get("comment", ""), str(number))
    return node


def _comment(tree: Variations, node: Node, text: object, where: str) -> None:
    if not isinstance(text, str):
        raise RecordError(f"The comment {where} is no text.")
    try:
        tree.comment(node, text)
    except TreeError as error:
        raise RecordError(f"The comment {where} cannot be kept: {error}") from error
