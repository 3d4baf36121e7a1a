"""Lines of a tree of variations, and the games that stand at its nodes."""

from hexlume.games.game import Game
from hexlume_record.variations.start import game_at
from hexlume_record.variations.tree import Node, Variations


def main_line(tree: Variations) -> list[Node]:
    """Return the nodes of the main line."""
    nodes, node = [], tree.root
    while node.children:
        node = node.children[0]
        nodes.append(node)
    return nodes


def game_after(tree: Variations, node: Node) -> Game:
    """Return a game of its own that stands at a node."""
    game = game_at(tree.start)
    for one in node.line():
        game.push_text(one.action)
    return game
