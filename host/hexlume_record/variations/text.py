"""Text form of a variation tree."""

from .tree import Node, Variations


def tree_lines(tree: Variations) -> list[str]:
    """Return a tree as lines of text: the main line first, each variation below the actions that it replaces.

    An action has its number in its line. A variation is indented one level more than the line it leaves.
    """
    lines: list[str] = []
    left: list[tuple[int, Node]] = [(0, tree.root)]
    while left:
        depth, node = left.pop()
        words = []
        while True:
            if node.parent is not None:
                comment = f" {{{' '.join(node.comment.split())}}}" if node.comment else ""
                words.append(f"{node.depth}. {node.colour} {node.action}{comment}")
            if not node.children:
                break
            left += [(depth + 1, other) for other in reversed(node.children[1:])]
            node = node.children[0]
        lines.append("    " * depth + "  ".join(words))
    return [line for line in lines if line.strip()]
