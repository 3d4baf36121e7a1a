"""A position as an SVG picture."""

from collections.abc import Iterable, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from hexlume.games.grid import NO_CELL, HexGrid, RhombusGrid, grid_of
from hexlume_record.errors import sentence
from hexlume_record.words.text import game_title, has_owned_edges

from .arrows import draw_arrow
from .discs import LETTERS, colours_of, disc
from .errors import PictureError
from .marks import GROUPS, check_mark, draw_group, draw_mark, last_action, takes_centre
from .palette import THEMES, Palette
from .surface import ROUNDING, Surface, hex_surface, rhombus_surface, square_surface
from .svg import document, element
from .trays import GAP, HEIGHT, Tray, draw_tray, trays_of, width_of

_MARGIN = ROUNDING + 0.08
"""What is left free around the board's outline, in cell pitches."""


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
    steady: bool = False,
) -> str:
    """Return an SVG document that shows a position (rule ACT-5).

    ``marks`` maps cells to ``ring``, ``dot``, ``cross`` or a number from 1 to 999. ``last`` are the cells of the last
    action; ``groups`` are those that decided a finished game, by ``won``, ``lost`` and ``decided``; ``arrows`` go
    ``from`` a cell ``to`` another one, and are of the ``kind`` step or capture. ``names`` writes the cells' names.
    ``theme`` is ``light`` or ``dark``. ``cell_mm`` is the distance of neighbouring cells in mm, 1 to 100. ``title`` and
    ``description`` are for people who cannot see the picture; without them words describe the position. ``steady``
    draws empty hands and prisons too, so that all pictures of one game have one size. Raises ``PictureError`` naming
    what cannot be drawn.
    """
    if theme not in THEMES:
        raise PictureError(f"'{theme[:40]}' is no theme: choose {' or '.join(THEMES)}.")
    if not 1 <= cell_mm <= 100:
        raise PictureError(f"A cell is drawn 1 to 100 mm wide, not {cell_mm:g}.")
    colours = THEMES[theme]
    surface = _surface(position, cell_mm, colours, names)
    pieces = _pieces(position, surface)
    shapes = {cell: check_mark(mark) for cell, mark in (marks or {}).items()}
    last_cells, ways = frozenset(last), tuple(arrows)
    decided = {kind: frozenset((groups or {}).get(kind, ())) for kind in GROUPS}
    ends = [arrow[end] for arrow in ways for end in ("from", "to")]
    for cell in (*shapes, *last_cells, *ends, *(cell for cells in decided.values() for cell in cells)):
        _check_cell(cell, surface)
    content = [
        element("title", text=title or _title(position)),
        element("desc", text=description or position_words(position) + _group_words(decided)),
        *surface.elements,
    ]
    for cell, (x, y) in surface.places.items():
        name = cell if names and surface.names_on_cells else ""
        content += _cell(
            name,
            pieces.get(cell, ""),
            shapes.get(cell, ""),
            cell in last_cells,
            [kind for kind in GROUPS if cell in decided[kind]],
            x * cell_mm,
            y * cell_mm,
            cell_mm,
            colours,
        )
    for arrow in ways:
        start, end = (
            (x * cell_mm, y * cell_mm) for x, y in map(surface.places.__getitem__, (arrow["from"], arrow["to"]))
        )
        on_disc = arrow["from"] in pieces, arrow["to"] in pieces
        content.append(draw_arrow(start, end, arrow.get("kind") == "capture", on_disc, cell_mm, colours))
    return _framed(content, trays_of(position, steady), surface, cell_mm, colours)


def _surface(position: Mapping[str, Any], pitch: float, colours: Palette, names: bool) -> Surface:
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
    if isinstance(grid, HexGrid):
        return hex_surface(grid, pitch, colours)
    owned_edges = has_owned_edges(str(position.get("game")))
    if isinstance(grid, RhombusGrid):
        return rhombus_surface(grid, pitch, colours, owned_edges)
    return square_surface(grid, pitch, colours, names, owned_edges)


def _pieces(position: Mapping[str, Any], surface: Surface) -> dict[str, str]:
    """Return the pieces by cell, checked."""
    pieces = position.get("pieces")
    if not isinstance(pieces, Mapping):
        raise PictureError("The position has no pieces: it needs a map from cells to w, b, W or B.")
    checked = {}
    for cell, letter in pieces.items():
        _check_cell(cell, surface)
        if letter not in LETTERS:
            raise PictureError(f"'{str(letter)[:40]}' on {cell} is no piece: a position has w, b, W or B.")
        checked[cell] = letter
    return checked


def _check_cell(cell: object, surface: Surface) -> None:
    if cell not in surface.places:
        raise PictureError(f"'{str(cell)[:40]}' is no cell of the board {surface.board}.")


def _title(position: Mapping[str, Any]) -> str:
    game = game_title(str(position.get("game", "a game")))
    return f"{game} on {position['board']}"


def position_words(position: Mapping[str, Any]) -> str:
    """Return where every piece stands and who is to act, for people who cannot see the picture."""
    pieces, groups = position["pieces"], []
    for letter, words in LETTERS.items():
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


_GROUP_WORDS = {
    "won": "The winner's group",
    "lost": "The loser's group",
    "decided": "What decided",
}


def _group_words(decided: Mapping[str, frozenset[str]]) -> str:
    return "".join(f" {_GROUP_WORDS[kind]}: {', '.join(sorted(cells))}." for kind, cells in decided.items() if cells)


def _cell(
    name: str,
    letter: str,
    mark: str,
    is_last: bool,
    groups: Iterable[str],
    x: float,
    y: float,
    pitch: float,
    colours: Palette,
) -> list[Element]:
    """Return what lies on one cell: its piece, the wedge of the last action, its marks and its name."""
    centred = takes_centre(mark)
    is_leader = letter in ("W", "B")
    drawn = disc(letter, x, y, pitch, colours, marked=centred) if letter else []
    look = colours_of(letter, colours) if letter else None
    drawn += [draw_group(kind, x, y, pitch, colours.mark, look.mark if look else "") for kind in groups]
    if is_last:
        drawn.append(last_action(x, y, pitch, look.mark if look else colours.mark))
    if mark:
        # A ring lies around the piece, every other mark on it.
        over = look if mark != "ring" else None
        drawn.append(
            draw_mark(mark, x, y, pitch, over.mark if over else colours.mark, over.ink if over else colours.mark)
        )
    if name and not (is_leader and centred):
        aside = centred or is_leader
        size = (0.19 if aside else 0.22 if letter else 0.24) * pitch
        drawn.append(
            element(
                "text",
                text=name,
                x=x,
                y=y + (0.31 * pitch if aside else 0.36 * size),
                fill=look.name if look else colours.name,
                font_family="system-ui, sans-serif",
                font_size=size,
                text_anchor="middle",
            )
        )
    return drawn


def _framed(content: list[Element], trays: list[Tray], surface: Surface, pitch: float, colours: Palette) -> str:
    """Return the document of a board and, below it, its trays side by side."""
    half_width, half_height = surface.half_width + _MARGIN, surface.half_height + _MARGIN
    height = 2 * half_height
    if trays:
        trays_width = sum(width_of(tray) for tray in trays) + GAP * (len(trays) - 1)
        left = -trays_width / 2
        for tray in trays:
            content.append(draw_tray(tray, left * pitch, (half_height + GAP) * pitch, pitch, colours))
            left += width_of(tray) + GAP
        half_width = max(half_width, trays_width / 2 + 0.08)
        height += GAP + HEIGHT + 0.08
    return document(2 * half_width * pitch, height * pitch, -half_width * pitch, -half_height * pitch, content)
