"""``hexlume rules``: the rule sheet of a game."""

import re
from typing import Annotated

import typer
from rich.markdown import Markdown

from ..game_files.rule_sheet import rule_sheet
from .options.rules_name import RulesName
from .output import console, is_terminal, say

_PICTURES = re.compile(r"^!\[[^\]\n]*\]\([^)\n]*\)\n(?:\n\*[^*\n]+\*\n)?", re.MULTILINE)
"""Pictures with their captions: a terminal shows neither."""


def rules(
    rules: Annotated[RulesName, typer.Argument(metavar="RULES", case_sensitive=False, help="The game.")],
) -> None:
    """Show the rule sheet of a game.

    Each rule has a number, which refusals name. Where the output is no terminal, it is the sheet's Markdown.

    Examples:  hexlume rules sibling  ·  hexlume rules hex > hex.md
    """
    text = rule_sheet(rules).read_text(encoding="utf-8", errors="replace")
    if is_terminal():
        console().print(Markdown(_PICTURES.sub("", text)))
        if _PICTURES.search(text):
            say(f"\nWith pictures: hexlume serve, then the page /rules/{rules}.")
    else:
        say(text.rstrip())
