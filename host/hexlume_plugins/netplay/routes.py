"""Routes of games with other hosts: one page on which a person without a board plays."""

from dataclasses import dataclass
from typing import Annotated, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexlume_host.web.app_context import Site, page, post_endpoint, queue_endpoint
from hexlume_record.validation import Line, one_of

from . import messages
from .saved_games import SavedGame, saved_games
from .sessions import NewGame, Sessions, find_game
from .view import why_not


@dataclass
class _Do:
    do: Annotated[
        str, one_of("resume", "why", messages.ACT, messages.RESIGN, *messages.OFFERS, messages.YES, messages.NO)
    ]
    action: Annotated[str, Line(messages.LONGEST_ACTION)] = ""


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes of the area."""
    sessions = Sessions(site.store, site.hub)
    site.ends.callback(sessions.close)

    def listed(request: Request) -> Response:
        games = [_summary(sessions, game) for game in saved_games(site.store)]
        devices = [one.device for one in site.hub.boards() if one.command is not None and not one.simulated]
        return JSONResponse({"games": games, "devices": devices})

    def start(request: Request, asked: NewGame) -> Response:
        saved = sessions.play(asked.saved).saved
        return JSONResponse({"id": saved.key}, 201)

    def do(request: Request, asked: _Do) -> Response:
        key = request.path_params["key"]
        if asked.do == "resume":
            saved = sessions.play(lambda store: find_game(store, key)).saved
            return JSONResponse({"code": saved.invitation.code if saved.role == messages.HOST else ""})
        game = sessions.games.get(key)
        if game is None:
            raise HTTPException(404, "This game is not being played just now.")
        if asked.do == "why":
            return JSONResponse(why_not(game, asked.action)._asdict())
        game.ask_for(asked.do, asked.action)
        return JSONResponse({})

    return [
        Route("/netplay", page("netplay")),
        Route("/api/netplay", queue_endpoint(listed)),
        Route("/api/netplay", post_endpoint(start, NewGame, acts=True), methods=["POST"]),
        Route("/api/netplay/games/{key}", post_endpoint(do, _Do, acts=True), methods=["POST"]),
    ]


def _summary(sessions: Sessions, game: SavedGame) -> dict[str, Any]:
    running = sessions.games.get(game.key)
    record = game.record()
    return {
        "id": game.key,
        "running": running is not None and not running.ended,
        "rules": record.rules if record is not None else game.notes.get("start", {}).get("rules", ""),
        "joined": record is not None,
        "other": game.notes.get("other", ""),
    }
