"""A position as an SVG picture."""

import re
from collections.abc import Iterable, Mapping
from math import atan2, degrees, hypot
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from hexlume.games.grid import NO_CELL, grid_of
from hexlume_record.errors import sentence
from hexlume_record.words.text import game_title, has_owned_edges

from .errors import PictureError
from .palette import THEMES
from .surface import Point, Surface, surface_of

PIECES = {"w": "white", "b": "black", "W": "white leader", "B": "black leader"}
"""The pieces of position JSON in words (rule ACT-5)."""
GROUPS = {"won": "The winner's group", "lost": "The loser's group", "decided": "What decided"}
"""What decided a finished game: the winner's group, the loser's, and other cells."""
SHAPES = ("ring", "dot", "cross")
"""The marks that are drawn; any number from 1 to 999 is a mark as well."""

_MARGIN = 0.33
"""What is left free around the board's outline, in cell pitches as all that follows."""
_TRAY, _GAP, _SLOT = 1.1, 0.3, 1.75
"""A tray's height, what is free between trays, and the width of a disc with its count."""
_FROM_DISC, _TO_DISC, _FREE = 0.28, 0.38, 0.1
"""Where an arrow begins and ends, from the centre of a cell with a disc and of one without."""
_NOT_XML = re.compile("[^\t\n -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that an XML document cannot hold, or not unchanged (XML 1.0, 2.2 and 2.11)."""


def draw(
    position: Mapping[str, Any],
    *,
    marks: Mapping[str, str | int] | None = None,
    last: Iterable[str] = (),
    groups: Mapping[str, Iterable[str]] | None = None,
    arrows: Iterable[Mapping[str, str]] = (),
    names: bool = True,
    theme: str = "light",
    cell_mm: float = 10.0,
    title: str = "",
    description: str = "",
) -> str:
    """Return an SVG document that shows a position (rule ACT-5).

    ``marks`` maps cells to ``ring``, ``dot``, ``cross`` or a number from 1 to 999. ``last`` are the cells of the last
    action; ``groups`` are those that decided a finished game, by ``won``, ``lost`` and ``decided``; ``arrows`` go
    ``from`` a cell ``to`` another one, and are of the ``kind`` step or capture. ``names`` writes the cells' names.
    ``theme`` is ``light`` or ``dark``. ``cell_mm`` is the distance of neighbouring cells in mm, 1 to 100. ``title`` and
    ``description`` are for people who cannot see the picture; without them words describe the position. Raises
    ``PictureError`` naming what cannot be drawn.
    """
    if theme not in THEMES:
        raise PictureError(f"'{theme[:40]}' is no theme: choose {' or '.join(THEMES)}.")
    if not 1 <= cell_mm <= 100:
        raise PictureError(f"A cell is drawn 1 to 100 mm wide, not {cell_mm:g}.")
    surface = _surface(position, names)
    pieces = _pieces(position, surface)
    shapes = {cell: _checked_mark(mark) for cell, mark in (marks or {}).items()}
    last_cells, ways = frozenset(last), tuple(arrows)
    decided = {kind: frozenset((groups or {}).get(kind, ())) for kind in GROUPS}
    ends = [arrow[end] for arrow in ways for end in ("from", "to")]
    for cell in (*shapes, *last_cells, *ends, *(cell for cells in decided.values() for cell in cells)):
        _check_cell(cell, surface)
    half_height = max(y for _, y in surface.rim) + _MARGIN
    trays, trays_width = _trays(position, half_height + _GAP)
    title = title or f"{game_title(str(position.get('game', 'a game')))} on {position['board']}"
    words = description or position_words(position) + "".join(
        f" {GROUPS[kind]}: {', '.join(sorted(cells))}." for kind, cells in decided.items() if cells
    )
    return _TEMPLATE.render(
        colours=THEMES[theme],
        surface=surface,
        pieces={cell: pieces.get(cell, "") for cell in surface.places},
        marks={cell: shapes.get(cell, "") for cell in surface.places},
        last=last_cells,
        groups=decided,
        arrows=[_arrow(arrow, surface.places, pieces) for arrow in ways],
        names=names,
        trays=trays,
        title=_NOT_XML.sub("\ufffd", title),
        description=_NOT_XML.sub("\ufffd", words),
        cell_mm=cell_mm,
        width=2 * max(max(x for x, _ in surface.rim) + _MARGIN, trays_width / 2 + 0.08),
        height=2 * half_height + (_GAP + _TRAY + 0.08 if trays else 0),
        top=-half_height,
    )


def position_words(position: Mapping[str, Any]) -> str:
    """Return where every piece stands and who is to act, for people who cannot see the picture."""
    pieces, groups = position["pieces"], []
    for letter, words in PIECES.items():
        cells = sorted(
            (cell for cell, piece in pieces.items() if piece == letter), key=lambda cell: (cell[0], int(cell[1:]))
        )
        if cells:
            groups.append(f"{words} on {', '.join(cells)}")
    pieces_words = sentence("; ".join(groups) or "an empty board")
    if position.get("blocked"):
        pieces_words += f" Off the board: {', '.join(position['blocked'])}."
    if has_owned_edges(str(position.get("game"))):
        pieces_words += " Black owns the edges below and above, white those at the left and the right."
    if position.get("result") is not None:
        return f"{pieces_words} The result is {position['result']}."
    acts = {"white": "White is to act.", "black": "Black is to act."}
    return f"{pieces_words} {acts.get(str(position.get('to_move')), 'Nobody is to act.')}"


def _surface(position: Mapping[str, Any], names: bool) -> Surface:
    try:
        whole = grid_of(str(position["board"])[:40])
    except KeyError as error:
        raise PictureError("The position names no board.") from error
    except ValueError as error:
        raise PictureError(f"The position cannot be drawn: {error}.") from error
    named = position.get("blocked", [])
    blocked = [whole.cell(str(name)) for name in named] if isinstance(named, list) else [NO_CELL]
    if NO_CELL in blocked:
        raise PictureError(f"The position cannot be drawn: a blocked cell is no cell of the board {whole.board}.")
    grid = type(whole)(whole.size, tuple(map(whole.coordinates, blocked)))
    return surface_of(grid, names, has_owned_edges(str(position.get("game"))))


def _pieces(position: Mapping[str, Any], surface: Surface) -> dict[str, str]:
    """Return the pieces by cell, checked."""
    pieces = position.get("pieces")
    if not isinstance(pieces, Mapping):
        raise PictureError("The position has no pieces: it needs a map from cells to w, b, W or B.")
    for cell, letter in pieces.items():
        _check_cell(cell, surface)
        if letter not in PIECES:
            raise PictureError(f"'{str(letter)[:40]}' on {cell} is no piece: a position has w, b, W or B.")
    return dict(pieces)


def _check_cell(cell: object, surface: Surface) -> None:
    if cell not in surface.places:
        raise PictureError(f"'{str(cell)[:40]}' is no cell of the board {surface.board}.")


def _checked_mark(mark: str | int) -> str:
    text = str(mark)
    if text in SHAPES or re.fullmatch("[1-9][0-9]{0,2}", text):
        return text
    raise PictureError(f"'{text[:40]}' is no mark: use {', '.join(SHAPES)} or a number from 1 to 999.")


def _arrow(arrow: Mapping[str, str], places: Mapping[str, Point], pieces: Mapping[str, str]) -> dict[str, Any]:
    """Return where an arrow begins, how it is turned, and how far along it has its neck and its tip."""
    (x, y), (to_x, to_y) = places[arrow["from"]], places[arrow["to"]]
    begin = _FROM_DISC if arrow["from"] in pieces else _FREE
    tip = hypot(to_x - x, to_y - y) - (_TO_DISC if arrow["to"] in pieces else _FREE)
    return {
        "x": x,
        "y": y,
        "angle": degrees(atan2(to_y - y, to_x - x)),
        "begin": begin,
        "neck": max(begin + 0.04, tip - 0.24),
        "tip": tip,
        "captures": arrow.get("kind") == "capture",
    }


def _trays(position: Mapping[str, Any], top: float) -> tuple[list[dict[str, Any]], float]:
    """Return the trays below the board, with pieces in hand and stones in prison, and how wide all are.

    Those in which nothing lies are left out. Raises ``PictureError`` where hand or prison are not as rule ACT-5 has
    them.
    """
    found: list[tuple[str, list[tuple[str, int]]]] = []
    hand, prison = position.get("hand") or {}, position.get("prison") or {}
    try:
        for colour, pawn, leader in (("white", "w", "W"), ("black", "b", "B")):
            if hand:
                counts = [(pawn, int(hand[colour]["pawn"])), (leader, int(hand[colour]["leader"]))]
                found.append(("in hand", counts))
        if prison:
            counts = [(letter, int(prison[colour])) for colour, letter in (("white", "w"), ("black", "b"))]
            found.append(("prison", [(letter, count) for letter, count in counts if count]))
    except (KeyError, TypeError, ValueError) as error:
        raise PictureError("The position's hand or prison is not as rule ACT-5 has it.") from error
    trays: list[dict[str, Any]] = []
    left = 0.0
    for label, counts in found:
        if any(count for _, count in counts):
            first = 0.9 + 0.2 * len(label)
            width = first - 0.2 + _SLOT * len(counts)
            trays.append(
                {
                    "left": left,
                    "top": top,
                    "width": width,
                    "label": label,
                    "counts": counts,
                    "first": first,
                    "slot": _SLOT,
                }
            )
            left += width + _GAP
    whole = max(0.0, left - _GAP)
    for tray in trays:
        tray["left"] -= whole / 2
    return trays, whole


def _number(value: float) -> str:
    """Return a length or coordinate in at most three decimals, such as ``4.5`` or ``0``."""
    return f"{round(value, 3) + 0.0:g}"


def _polyline(points: Iterable[Point]) -> str:
    """Return the path data of straight lines through points."""
    return "M" + " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


_ENVIRONMENT = Environment(
    loader=FileSystemLoader(Path(__file__).parent),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    undefined=StrictUndefined,
)
_ENVIRONMENT.filters |= {"n": _number, "polyline": _polyline}
_TEMPLATE = _ENVIRONMENT.get_template("position.svg")
