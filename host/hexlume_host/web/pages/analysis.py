"""Routes of the analysis page and the position editor."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated, Any

import segno
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexlume.games.game import Game
from hexlume_record.errors import RecordError
from hexlume_record.formats.json import record_json
from hexlume_record.formats.link import is_link, link_text, read_link
from hexlume_record.formats.reader import read_game
from hexlume_record.game.events import LONGEST_ID
from hexlume_record.game.record import GameRecord, history_of
from hexlume_record.game.view import cells_of, position_view
from hexlume_record.setup.position import game_from, position_json, start_of
from hexlume_record.setup.refusal import PositionError
from hexlume_record.setup.starts import start_messages
from hexlume_record.table.table_words import closed_cells
from hexlume_record.validation import FieldError, Line, checked_json, items, one_of
from hexlume_record.variations.board import GameVariations
from hexlume_record.variations.json import SCHEMA, analysis_json, read_analysis, read_variations, variations_json
from hexlume_record.variations.start import game_start, read_start
from hexlume_record.variations.tree import LONGEST_LINE, Variations

from ...game_files.rule_sheet import on_sheet
from ..app_context import Endpoint, Site, page, post_endpoint, queue_endpoint
from .replay_cache import stored_game


@dataclass
class _Body:
    """A posted object: a start or a position, and what belongs to it; or a file's text."""

    start: Any = None
    position: Any = None
    actions: Annotated[list[Annotated[str, Line(20, 1)]], items(LONGEST_LINE)] = field(default_factory=list)
    variations: Any = None
    game: Annotated[str, Line(LONGEST_ID)] | None = None
    content: str = ""


@dataclass
class _Analysis:
    schema: Annotated[str, one_of(SCHEMA)]


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes; what is posted to them changes nothing on the server."""

    def export(body: _Body) -> dict[str, Any]:
        tree = read_variations(body.variations, read_start(body.start, body.position))
        if body.game is None or "start" not in tree.start:
            return analysis_json(tree)
        record = stored_game(site.store, body.game)
        if tree.start != game_start(record.rules, record.board, record.options):
            raise RecordError("These variations do not begin where that game begins.")
        return record_json(record, variations_json(tree))

    def game(request: Request) -> Response:
        return JSONResponse(game_message(site, stored_game(site.store, request.path_params["game"])))

    return [
        Route("/analysis", page("analysis")),
        Route("/editor", page("editor")),
        Route("/api/analysis/games", queue_endpoint(lambda request: JSONResponse({"games": start_messages()}))),
        # A game as the board has it: as it grows, pages ask for it again.
        Route("/api/analysis/board/{game}", queue_endpoint(game)),
        Route("/api/analysis/position", _post(position), methods=["POST"]),
        Route("/api/analysis/check", _post(check), methods=["POST"]),
        Route("/api/analysis/export", _post(export), methods=["POST"]),
        Route("/api/analysis/import", _post(import_file), methods=["POST"]),
        Route("/api/analysis/link", _post(link), methods=["POST"]),
        Route("/api/analysis/qr-code", _post(qr_code), methods=["POST"]),
    ]


def link(body: _Body) -> dict[str, Any]:
    """Return the link of a start or a position after some actions; raises ``RecordError`` for one that is too long."""
    return {"link": link_text(read_start(body.start, body.position), body.actions)}


def qr_code(body: _Body) -> dict[str, Any]:
    """Return the rows of a text's QR code, ``1`` for each dark module; raises ``RecordError`` for a text with none."""
    try:
        return {"rows": ["".join(map(str, row)) for row in segno.make_qr(body.content).matrix]}
    except ValueError as error:
        raise RecordError("There is no QR code of this: it is empty or too long.") from error


def position(body: _Body) -> dict[str, Any]:
    """Return what a page shows after some actions; raises ``TreeError`` for the first that is not legal."""
    tree = Variations(read_start(body.start, body.position))
    node = tree.root
    for action in body.actions:
        node = tree.play(node, action)
    return study_message(tree.game_after(node))


def study_message(game: Game) -> dict[str, Any]:
    """Return a position with its legal actions, how its turn stands (``turn``), and how many actions were played.

    ``closed`` says of the empty cells where nothing can be placed why, and which clause of the rule sheet says so.
    """
    codes = game.legal_actions() if game.result is None else []
    refusals = closed_cells(game, {cells[0] for code in codes if (cells := cells_of(code))}) if codes else {}
    closed = {cell: on_sheet(game.NAME, refusal) for cell, refusal in refusals.items()}
    return {**position_json(game), **position_view(game, codes), "closed": closed, "played": len(game.actions())}


def check(body: _Body) -> dict[str, Any]:
    """Return whether a position can be played on: ``refusals``, or the ``position`` in full.

    With ``start`` instead of ``position`` it is that game's start. The time depends only on the number of cells:
    nothing is searched.
    """
    try:
        game = start_of(body.start) if body.start is not None else game_from(body.position)
    except PositionError as error:
        if body.start is not None:
            raise
        malformed = {"clause": "ACT-5", "sentence": str(error), "cells": []}
        return {"refusals": [one.message() for one in error.refusals] or [malformed]}
    return {"refusals": [], "position": study_message(game)}


def import_file(body: _Body) -> dict[str, Any]:
    """Return the start and the variations of a text: a link, a game's record or an analysis.

    ``at`` is how many actions a link has, ``problem`` one sentence where it is damaged.
    """
    if is_link(body.content):
        linked = read_link(body.content)
        tree, at = linked.tree, linked.node.depth
        return {**tree.start, "variations": variations_json(tree), "title": "", "at": at, "problem": linked.problem}
    if _is_analysis(body.content):
        tree = read_analysis(body.content)
        return {**tree.start, "variations": variations_json(tree), "title": ""}
    game = read_game("The file", body.content)
    data = game.events[0].data
    start = game_start(data["rules"], data["board"], data["options"])
    tree = read_variations(game.variations, start) if game.variations else Variations(start)
    node = tree.root
    for action in history_of(game.events).actions:
        node = tree.play(node, action.action)
    if not game.variations:
        tree.promote_line(node)
    title = f"{game.white or 'White'} and {game.black or 'Black'}" if game.white or game.black else ""
    return {**start, "variations": variations_json(tree), "title": title}


def _is_analysis(content: str) -> bool:
    with suppress(FieldError):
        return checked_json(_Analysis, content).schema == SCHEMA
    return False


def game_message(site: Site, record: GameRecord) -> dict[str, Any]:
    """Return a stored game for the analysis page: its variations, and its present position.

    ``at`` is the number of the present node, -1 at the start; ``seq`` is the last event's, so that a page sees
    whether anything is new.
    """
    tried = GameVariations(record.events)
    return {
        **tried.tree.start,
        "variations": variations_json(tried.tree),
        "saved": site.store.variations(record),
        # The game itself is the main line, which comes first.
        "at": tried.at.depth - 1,
        "seq": record.events[-1].seq,
        "problem": tried.problem,
        "id": record.id,
        "game": record.game,
        "players": {"white": record.white, "black": record.black},
        "status": record.ending.status,
        "device": record.device,
    }


def _post(answer: Callable[[_Body], dict[str, Any]]) -> Endpoint:
    """Return an endpoint for a posted object whose errors name the refusals."""

    def answered(request: Request, body: _Body) -> Response:
        try:
            return JSONResponse(answer(body))
        except PositionError as error:
            return JSONResponse({"error": str(error), "refusals": [one.message() for one in error.refusals]}, 400)
        except RecordError as error:
            raise HTTPException(400, error.public) from error

    return post_endpoint(answered, _Body)
