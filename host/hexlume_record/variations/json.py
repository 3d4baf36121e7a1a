"""Variations as JSON, written and read: in a game's record, and with their start as a file (docs/record.md)."""

from dataclasses import dataclass
from typing import Annotated, Any

from ..errors import RecordError, sentence
from ..game.read_event import Colour
from ..setup.refusal import PositionError
from ..validation import Count, FieldError, checked, checked_json, items, one_of
from .start import Start, read_start
from .tree import MOST_NODES, Node, TreeError, Variations

SCHEMA = "hexlume-analysis"
VERSION = 1
"""Raised when a member changes its meaning or goes; members may be added without."""


def variations_json(tree: Variations) -> dict[str, Any]:
    """Return a tree's member ``variations``: its nodes in order, each with the number of the one it follows."""
    played = [node for node in tree.root.walk() if node.parent is not None]
    numbers = {id(node): number for number, node in enumerate(played)}
    nodes = [
        {
            "after": numbers.get(id(node.parent)),
            "action": node.action,
            "colour": node.colour,
            **({"comment": node.comment} if node.comment else {}),
        }
        for node in played
    ]
    return {"comment": tree.root.comment, "nodes": nodes}


def analysis_json(tree: Variations) -> dict[str, Any]:
    """Return a tree with its start as a document of its own (docs/schemas/hexlume-analysis-1.json)."""
    return {"schema": SCHEMA, "version": VERSION, **tree.start, "variations": variations_json(tree)}


@dataclass(slots=True)
class _Node:
    action: str
    colour: Colour
    after: Count | None = None
    comment: str = ""


@dataclass(slots=True)
class _Variations:
    nodes: Annotated[list[_Node], items(MOST_NODES)]
    comment: str = ""

    def __post_init__(self) -> None:
        for number, node in enumerate(self.nodes):
            if node.after is not None and node.after >= number:
                raise ValueError(f"must have an after in node {number} that is null or the number of one before it")


@dataclass(slots=True)
class _Document:
    schema: Annotated[str, one_of(SCHEMA)]
    version: int
    variations: Any
    start: Any = None
    position: Any = None


def read_variations(value: object, start: Start) -> Variations:
    """Return the tree of a member ``variations``, from a start; every action is played under the rules.

    Raises ``RecordError`` with one sentence for the first thing that is malformed or not legal, ``PositionError`` for
    the start.
    """
    tree = Variations(start)
    try:
        fields = checked(_Variations, value, "variations")
        tree.comment(tree.root, fields.comment)
    except (FieldError, TreeError) as error:
        raise RecordError(sentence(str(error).rstrip("."))) from error
    following: dict[int | None, list[int]] = {}
    for number, one in enumerate(fields.nodes):
        following.setdefault(one.after, []).append(number)
    nodes: dict[int | None, Node] = {None: tree.root}
    # Depth first, whatever their order: the game goes forward and back once along each action.
    left = following.get(None, [])[::-1]
    while left:
        number = left.pop()
        one = fields.nodes[number]
        nodes[number] = _node(tree, nodes[one.after], number, one)
        left.extend(reversed(following.get(number, [])))
    return tree


def read_analysis(content: str) -> Variations:
    """Return the tree of a document's text; raises ``RecordError`` or ``PositionError`` with one sentence."""
    try:
        fields = checked_json(_Document, content)
    except FieldError as error:
        raise RecordError(f"This is no analysis: {error}.") from error
    if fields.version != VERSION:
        raise RecordError(f"This is an analysis of another version; this hexlume reads version {VERSION}.")
    return read_variations(fields.variations, read_start(fields.start, fields.position))


def _node(tree: Variations, parent: Node, number: int, fields: _Node) -> Node:
    if any(child.action == fields.action for child in parent.children):
        raise RecordError(f"Variation {number} ({fields.action[:20]}) is there twice.")
    try:
        node = tree.play(parent, fields.action)
        tree.comment(node, fields.comment)
    except (TreeError, PositionError) as error:
        raise RecordError(f"Variation {number} cannot be played: {error}") from error
    if node.colour != fields.colour:
        raise RecordError(
            f"Variation {number} ({fields.action[:20]}) is played by {fields.colour} on {node.colour}'s turn."
        )
    return node
