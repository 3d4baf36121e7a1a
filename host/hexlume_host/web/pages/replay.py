"""Routes of a game's replay: the page, and the game ply by ply as JSON."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexlume_engine.pages.review import analysis_routes
from hexlume_record.formats.json import header_json
from hexlume_record.formats.times import time_text
from hexlume_record.game.record import SEAT_SWAPS
from hexlume_record.game.replay import Ply, Replay
from hexlume_record.game.view import panel_message, position_view
from hexlume_record.validation import checked
from hexlume_record.words.text import clock_words, options_label

from ..app_context import COMPRESSED, Site, pictured_page, queue_endpoint
from .game_files import PlyAddress, file_routes
from .replay_cache import ReplayCache


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes."""
    cache = ReplayCache(site.store)

    def game(request: Request) -> Response:
        """Answer with a game's header and its plies, each as what it changed."""
        replay, version = cache.replay(request.path_params["game"])
        etag = f'W/"{version}"'
        if etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers={"etag": etag})
        return JSONResponse(replay_json(replay, version), headers={"etag": etag})

    def ply(request: Request) -> Response:
        """Answer with one position, legal actions included."""
        replay, _ = cache.replay(request.path_params["game"])
        number = checked(PlyAddress, request.path_params).ply
        position = replay.game(number)
        codes = position.legal_actions() if position.result is None else []
        return JSONResponse({**position_view(position, codes), "ply": number})

    return [
        Route("/games/{game}", pictured_page("replay", "/api/games/{game}/picture.png")),
        Route("/api/games/{game}", queue_endpoint(game), middleware=COMPRESSED),
        Route("/api/games/{game}/plies/{ply}", queue_endpoint(ply)),
        *file_routes(site.store, site.hub, cache),
        *analysis_routes(site.store, cache),
    ]


def replay_json(replay: Replay, version: str) -> dict[str, Any]:
    """Return a replay as JSON.

    Each of ``plies`` has the pieces that it changed (cell to letter, ``null`` for none). ``version`` changes
    whenever the game does.
    """
    record = replay.record
    start = replay.plies[0].position if replay.plies else None
    shown: dict[str, str] = {}
    plies, swapped = [], False
    for ply in replay.plies:
        pieces = dict(ply.position["pieces"])
        changes = {**dict.fromkeys(sorted(shown.keys() - pieces.keys())), **_changes(shown, pieces)}
        swapped ^= ply.action in SEAT_SWAPS
        plies.append({**_ply_json(ply, changes), "seats_swapped": swapped})
        shown = pieces
    return {
        **header_json(record),
        "options_words": options_label(record.options),
        "clock_words": clock_words(record.clock) if record.clock else "",
        "start_known": record.start_known,
        "result_words": replay.result_words,
        "goes_on": replay.goes_on,
        "problem": replay.problem or None,
        "version": version,
        "panel": panel_message(start["board"], start.get("blocked", ())) if start else None,
        "plies": plies,
    }


def _changes(before: dict[str, str], after: dict[str, str]) -> dict[str, str | None]:
    return {cell: piece for cell, piece in after.items() if before.get(cell) != piece}


def _ply_json(ply: Ply, changes: dict[str, str | None]) -> dict[str, Any]:
    return {
        "action": ply.action,
        "colour": ply.colour,
        "turn": ply.turn,
        "played_at": time_text(ply.played_at) if ply.played_at else None,
        "took_ms": ply.took_ms,
        "left_ms": ply.left_ms,
        "taken_back": list(ply.taken_back),
        "changes": changes,
        **{member: ply.position[member] for member in _SHOWN},
    }


_SHOWN = (
    *("last", "captured", "turned", "arrows", "forced", "won", "lost", "decided"),
    *("to_move", "phase", "due", "result", "result_words", "prison", "hand"),
)
"""The members of a position that a ply has."""
