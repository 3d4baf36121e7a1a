"""``hexlume analysis``: what was tried in a stored game, and taken back, as a tree of variations."""

from typing import Annotated

import typer

from ..errors import RecordError
from ..formats.json import record_json
from ..variations.board import tried_in
from ..variations.json import variations_json
from ..variations.tree import Node, Variations
from .export import json_text, write_out
from .games import GameArgument, record_of
from .output import StoreOption, open_to_read


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command(epilog="Examples:  hexlume analysis 3  ·  hexlume analysis 3 --variations --out tried.json")(analysis)


def analysis(
    game: GameArgument,
    variations: Annotated[
        bool, typer.Option("--variations", help="Write the game's record as JSON, with all that was tried in it.")
    ] = False,
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="The file to write, - for standard output.")] = "-",
    store: StoreOption = None,
) -> None:
    """Show what was played and what was taken back, as a tree of variations.

    A board's events tell both: who takes back and plays another has tried a variation. What the engine thinks of a
    game is told by hexlume analyse.
    """
    with open_to_read(store) as opened:
        record = record_of(opened, game)
    tried = tried_in(record)
    if tried.problem and not len(tried.tree):
        raise RecordError(tried.problem)
    if variations:
        write_out(json_text(record_json(record, variations_json(tried.tree))), out)
    else:
        lines = [*tree_lines(tried.tree), *([tried.problem] if tried.problem else [])]
        write_out("".join(f"{line}\n" for line in lines), out)


def tree_lines(tree: Variations) -> list[str]:
    """Return a tree as lines of text: the main line first, a variation below the actions it stands in place of.

    An action has its number in its line; a variation is indented once more than the line it leaves.
    """
    lines: list[str] = []
    left: list[tuple[int, Node]] = [(0, tree.root)]
    while left:
        depth, node = left.pop()
        words = []
        while True:
            if node.parent is not None:
                words.append(
                    f"{node.depth}. {node.colour} {node.action}" + (f" {{{_one_line(node)}}}" if node.comment else "")
                )
            if not node.children:
                break
            if len(node.children) > 1:
                left += [(depth + 1, other) for other in reversed(node.children[1:])]
            node = node.children[0]
        lines.append("    " * depth + "  ".join(words))
    return [line for line in lines if line.strip()]


def _one_line(node: Node) -> str:
    return " ".join(node.comment.split())
