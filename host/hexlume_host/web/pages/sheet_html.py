"""Rule sheets as HTML: Markdown of any origin becomes harmless elements, and each clause gets an anchor."""

import re

from markdown_it import MarkdownIt
from markdown_it.token import Token

PICTURE = re.compile(r"pictures/([A-Za-z0-9_-]{1,80}\.(?:svg|png))")
"""The pictures that a sheet may show: files of the folder beside it."""
_TABLE = '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table class="list">\n'
"""A wide table scrolls within its box, also by keys."""
_CLAUSE = re.compile(r"[A-Z]{1,8}-[0-9]{1,3}")


def sheet_html(text: str, pictures: str) -> str:
    """Return a sheet's Markdown as HTML without its title; ``pictures`` is the address of its pictures' folder.

    Raw HTML is shown as text, links lead to no scripts (markdown-it refuses those), and no picture comes from
    elsewhere. The page's own policy forbids the same once more.
    """
    markdown = MarkdownIt("commonmark", {"html": False, "maxNesting": 20}).enable("table")
    markdown.add_render_rule("table_open", lambda *_: _TABLE)
    markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")
    tokens = markdown.parse(text)
    if tokens and tokens[0].type == "heading_open" and tokens[0].tag == "h1":
        # The page has the title.
        del tokens[:3]
    block = None
    for token in tokens:
        # The list's item or the paragraph that the next text is in: an item's own paragraph may not be drawn.
        if token.nesting == 1 and not token.hidden:
            block = token
        # The pages' policy allows no styles: columns are not aligned.
        token.attrs.pop("style", None)
        if token.type in ("heading_open", "heading_close") and token.tag == "h1":
            token.tag = "h2"
        elif token.type == "inline":
            _finish_inline(token, block, pictures)
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def shown_pictures(text: str) -> set[str]:
    """Return the file names of the pictures that a sheet shows."""
    return set(PICTURE.findall(text))


def _finish_inline(token: Token, block: Token | None, pictures: str) -> None:
    """Give a clause its anchor, and pictures their addresses; a picture from elsewhere becomes its description."""
    children = token.children or []
    words = [child for child in children if child.type != "text" or child.content]
    is_clause = len(words) > 1 and words[0].type == "strong_open" and _CLAUSE.fullmatch(words[1].content)
    if is_clause and block is not None:
        block.attrSet("id", words[1].content)
    for child in children:
        if child.type == "image":
            name = PICTURE.fullmatch(str(child.attrGet("src")))
            if name is None:
                child.type, child.tag, child.children = "text", "", None
            else:
                child.attrSet("src", f"{pictures}/{name[1]}")
        elif child.type == "link_open":
            child.attrSet("rel", "noopener noreferrer")
