"""The engine's analysis of a stored game on the replay page: what is known of it, and having it done."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ...engine.level import Limit
from ...engine.making import MISSING, is_installed
from ...errors import RecordError
from ...game.replay import Replay
from ...review.eval_graph import turning_points
from ...review.job import ReviewError, ReviewJobs
from ...review.json import review_json
from ...review.reviewed_game import ReviewedGame
from ...review.text import summary_sentence
from ...store.repository import Store
from ..app_context import posted, queued, refusal
from .replay_cache import Shelf

LEAST_SECONDS, MOST_SECONDS = 0.05, 30.0
"""For each action, as a page may ask for."""

_GOES_ON = "The game still goes on: it can be analysed once it is over."


@dataclass
class _Asked:
    seconds: Annotated[float, Field(strict=True, ge=LEAST_SECONDS, le=MOST_SECONDS)] = 1.0


def analysis_routes(store: Store, shelf: Shelf) -> list[BaseRoute]:
    """Return the routes of a game's analysis; who may act may begin and stop one."""
    jobs = ReviewJobs(store)

    def answer(replay: Replay, begun: bool | None = None) -> Response:
        message = analysis_json(store, replay, jobs)
        return JSONResponse(message if begun is None else {**message, "begun": begun})

    def known(request: Request) -> Response:
        """Answer with what is known of a game, and how far its analysis is."""
        return answer(shelf.replay(request.path_params["game"])[0])

    def begin(request: Request, asked: _Asked) -> Response:
        replay, _ = shelf.replay(request.path_params["game"])
        if replay.goes_on:
            return refusal(_GOES_ON, 409)
        try:
            return answer(replay, jobs.begin(ReviewedGame.of(replay), Limit(asked.seconds)))
        except ReviewError as error:
            return refusal(error.public, 409)

    def stop(request: Request) -> Response:
        """End the game's analysis; what was found stays."""
        replay, _ = shelf.replay(request.path_params["game"])
        jobs.stop(replay.record.id)
        return answer(replay)

    path = "/api/games/{game}/analysis"
    return [
        Route(path, queued(known)),
        Route(path, posted(begin, _Asked, acts=True), methods=["POST"]),
        Route(path, queued(stop), methods=["DELETE"]),
    ]


def analysis_json(store: Store, replay: Replay, jobs: ReviewJobs) -> dict[str, Any]:
    """Return what is known of a game as the page is told of it.

    ``refused`` says why the game cannot be analysed here, empty if it can; ``running`` how far it is being analysed,
    ``null`` if it is not; ``problem`` why the last time ended before its end.
    """
    try:
        reviewed = ReviewedGame.of(replay)
    except RecordError as error:
        nothing: dict[str, Any] = {"known": 0, "positions": 0, "points": [], "turning_points": []}
        return {"refused": error.public, "running": None, "problem": "", "summary": "", **nothing}
    running = jobs.progress(reviewed.id)
    points = reviewed.eval_graph(reviewed.evaluations(store))
    return {
        "refused": MISSING if not is_installed() else _GOES_ON if replay.goes_on else "",
        "running": None
        if running is None
        else {"planned": running.planned, "done": running.done, "ply": running.ply, "ready": running.ply is not None},
        "problem": jobs.problem(reviewed.id),
        "summary": summary_sentence(points, turning_points(points)),
        **review_json(points, reviewed.on),
    }
