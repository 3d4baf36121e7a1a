"""``hexlume rules``: the rule sheet of a game."""

import re
from typing import Annotated

import typer
from rich.markdown import Markdown

from hexlume import games

from ..game_files.rule_sheet import rule_sheet
from .options.game_name import GameName
from .output import console, is_terminal, say

_PICTURES = re.compile(r"^!\[[^\]\n]*\]\([^)\n]*\)\n(?:\n\*[^*\n]+\*\n)?", re.MULTILINE)
"""Pictures with their captions: a terminal shows neither."""


def rules(
    game: Annotated[GameName, typer.Argument(metavar="GAME", case_sensitive=False, help="The game.")],
) -> None:
    """Show the rule sheet of a game.

    Each rule has a number, which refusals name. Where the output is no terminal, it is the sheet's Markdown.

    Examples:  hexlume rules sibling  ·  hexlume rules hex > hex.md
    """
    text = rule_sheet(game).read_text(encoding="utf-8", errors="replace")
    text = f"{text.rstrip()}{_blocked_words(game)}"
    if is_terminal():
        console().print(Markdown(_PICTURES.sub("", text)))
        if _PICTURES.search(text):
            say(f"\nWith pictures: hexlume serve, then the page /rules/{game}.")
    else:
        say(text.rstrip())


def _blocked_words(game: str) -> str:
    """Return a paragraph that names the blocked cells of a game's usual board, empty if it has none."""
    grid = games.start(game).grid
    names = ", ".join(map(grid.name, grid.blocked))
    return f"\n\nOff the board {grid.board}: {names}." if names else ""
