"""Routes of a stored game's analysis by the engine: read, start and stop it."""

from dataclasses import dataclass
from typing import Annotated, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexlume_host.store.repository import Store
from hexlume_host.web.app_context import Site, post_endpoint, queue_endpoint
from hexlume_record.errors import RecordError
from hexlume_record.game.replay import Replay
from hexlume_record.validation import between

from ..review.job import ReviewError, ReviewJobs
from ..review.json import review_json
from ..review.reviewed_game import ReviewedGame
from ..review.text import summary_sentence
from ..review.turning_points import turning_points
from ..search.factory import MISSING, is_installed
from ..search.level import Limit

LEAST_SECONDS, MOST_SECONDS = 0.05, 30.0
"""The thinking time for each action that a page may choose."""

_GOES_ON = "The game still goes on: it can be analysed once it is over."


@dataclass
class _Body:
    seconds: Annotated[float, between(LEAST_SECONDS, MOST_SECONDS)] = 1.0


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes of a game's analysis; starting and stopping need the right to act."""
    store, cache = site.store, site.replays
    jobs = ReviewJobs(store)

    def answer(replay: Replay, begun: bool | None = None) -> Response:
        message = analysis_json(store, replay, jobs)
        return JSONResponse(message if begun is None else {**message, "begun": begun})

    def progress(request: Request) -> Response:
        """Answer with a game's analysis and its progress."""
        return answer(cache.replay(request.path_params["game"])[0])

    def begin(request: Request, body: _Body) -> Response:
        replay = cache.replay(request.path_params["game"])[0]
        if replay.goes_on:
            raise HTTPException(409, _GOES_ON)
        try:
            return answer(replay, jobs.begin(ReviewedGame.of(replay), Limit(body.seconds)))
        except ReviewError as error:
            raise HTTPException(409, error.public) from error

    def stop(request: Request) -> Response:
        """End the game's analysis; what was found stays."""
        replay = cache.replay(request.path_params["game"])[0]
        jobs.stop(replay.record.id)
        return answer(replay)

    path = "/api/games/{game}/analysis"
    return [
        Route(path, queue_endpoint(progress)),
        Route(path, post_endpoint(begin, _Body, acts=True), methods=["POST"]),
        Route(path, queue_endpoint(stop), methods=["DELETE"]),
    ]


def analysis_json(store: Store, replay: Replay, jobs: ReviewJobs) -> dict[str, Any]:
    """Return a game's analysis as JSON.

    ``refused`` says why the game cannot be analysed, empty if it can. ``running`` is the progress, ``null`` if none
    runs. ``problem`` says why the last analysis stopped early.
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
        **review_json(points, reviewed.board),
    }
