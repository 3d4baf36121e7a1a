"""Variations as JSON: in a game's record, and with their start as a file of their own (docs/record.md)."""

from typing import Any

from .tree import Variations

SCHEMA = "hexlume-analysis"
VERSION = 1
"""Raised when a member changes its meaning or goes; members may be added without."""


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


def analysis_json(tree: Variations) -> dict[str, Any]:
    """Return a tree with its start as a document of its own (docs/schemas/hexlume-analysis-1.json)."""
    return {"schema": SCHEMA, "version": VERSION, **tree.start, "variations": variations_json(tree)}
