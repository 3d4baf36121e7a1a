"""Tree of variations: what was played and what else was tried, legal at every node."""

from collections.abc import Iterator

from hexlume.games.game import Game, IllegalAction
from hexlume.games.pieces import COLOURS

from ..errors import HexlumeError, excerpt
from ..words.text import refusal_words
from .start import Start, game_at

MOST_NODES = 5000
"""The most actions in one tree, all lines together."""
LONGEST_LINE = 2000
"""The most actions one after another."""
LONGEST_COMMENT = 1000
"""The most characters of a comment."""


class TreeError(HexlumeError):
    """A change that a tree of variations does not take; the tree has not changed."""


class Node:
    """An action in the tree; the root stands for the start and has no action.

    The first of ``children`` goes on with the main line of its parent, the others are variations of it.
    """

    __slots__ = ("action", "children", "colour", "comment", "depth", "parent")

    def __init__(self, action: str, colour: str, parent: "Node | None") -> None:
        self.action = action
        self.colour = colour
        self.comment = ""
        self.parent = parent
        self.children: list[Node] = []
        self.depth: int = parent.depth + 1 if parent else 0

    def line(self) -> "list[Node]":
        """Return the nodes from the start to this one, the root left out."""
        nodes: list[Node] = []
        node = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def walk(self) -> "Iterator[Node]":
        """Yield this node and all after it, each before its children, these in their order."""
        left = [self]
        while left:
            node = left.pop()
            yield node
            left.extend(reversed(node.children))


class Variations:
    """A tree of variations from a start; the rules modules decide what may be added to it."""

    def __init__(self, start: Start) -> None:
        """Begin with no action; raises ``PositionError`` for a position that cannot be played on."""
        self.start = start
        self.root = Node("", "", None)
        self._game = game_at(start)
        self._at = self.root
        self._nodes = 0

    def __len__(self) -> int:
        """Return how many actions are in the tree."""
        return self._nodes

    def play(self, node: Node, action: str) -> Node:
        """Return the node of an action after a node: the one that is there, else a new one, its parent's last.

        Raises ``TreeError`` for an action that is not legal there, and when the tree is full.
        """
        for child in node.children:
            if child.action == action:
                return child
        if self._nodes >= MOST_NODES:
            raise TreeError(f"A tree of variations holds {MOST_NODES} actions: delete some of them first.")
        if node.depth >= LONGEST_LINE:
            raise TreeError(f"A line of a tree of variations is at most {LONGEST_LINE} actions long.")
        game = self.game_after(node)
        colour = COLOURS[game.to_move]
        try:
            game.push_text(action)
        except IllegalAction as error:
            why = refusal_words(game, action)
            raise TreeError(f"{excerpt(action)} is not legal after {node.depth} actions: {why}.") from error
        child = Node(action, colour, node)
        node.children.append(child)
        self._at = child
        self._nodes += 1
        return child

    def game_after(self, node: Node) -> Game:
        """Return the tree's own game at a node, taken back to where the lines part and forward (ACT-4)."""
        if node is self._at:
            return self._game
        line, played = node.line(), self._at.line()
        same = 0
        while same < min(len(line), len(played)) and line[same] is played[same]:
            same += 1
        for _action in played[same:]:
            self._game.pop()
        for one in line[same:]:
            self._game.push_text(one.action)
        self._at = node
        return self._game

    def promote_line(self, node: Node) -> None:
        """Make the line to a node the main line: each of its actions is the one that its parent goes on with."""
        for one in node.line():
            if one.parent is not None:
                one.parent.children.remove(one)
                one.parent.children.insert(0, one)

    def comment(self, node: Node, text: str) -> None:
        """Set the comment of a node or of the start; raises ``TreeError`` for what is too long or no text."""
        if len(text) > LONGEST_COMMENT:
            raise TreeError(f"A comment has at most {LONGEST_COMMENT} characters.")
        if not all(character.isprintable() or character == "\n" for character in text):
            raise TreeError("A comment is plain text, without control characters.")
        node.comment = text
