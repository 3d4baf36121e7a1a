"""Routes of the engine on the analysis page: think about a position, show what was found, stop."""

from dataclasses import dataclass, field
from typing import Annotated, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexlume_host.web.app_context import Site, post_endpoint, queue_endpoint
from hexlume_host.web.http.auth import client_of
from hexlume_record.errors import RecordError
from hexlume_record.setup.refusal import PositionError
from hexlume_record.validation import Line, between, items
from hexlume_record.variations.start import read_start
from hexlume_record.variations.tree import LONGEST_LINE, Variations

from ..review.json import choice_json
from ..review.position_job import EngineBusyError, PositionAsked, PositionJobs, Thought
from ..review.text import chance_words, position_sentence

LEAST_SECONDS, MOST_SECONDS = 0.1, 30.0
"""The thinking time that a page may choose."""


@dataclass
class _Asked:
    start: Any = None
    position: Any = None
    actions: Annotated[list[Annotated[str, Line(20, 1)]], items(LONGEST_LINE)] = field(default_factory=list)
    seconds: Annotated[float, between(LEAST_SECONDS, MOST_SECONDS)] = 5.0


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes; thinking and stopping need the right to act, as a review does."""
    jobs = PositionJobs()

    def begin(request: Request, body: _Asked) -> Response:
        asked = _position(body)
        try:
            return JSONResponse(_thought_json(jobs.begin(client_of(request), asked, body.seconds)))
        except EngineBusyError as error:
            raise HTTPException(409, error.public) from error

    def found(request: Request) -> Response:
        thought = jobs.thought(request.path_params["number"])
        if thought is None:
            raise HTTPException(404, "The engine thinks about another position by now.")
        return JSONResponse(_thought_json(thought))

    def stop(request: Request) -> Response:
        jobs.stop(request.path_params["number"])
        return found(request)

    one = "/api/engine/{number:number}"
    return [
        Route("/api/engine", post_endpoint(begin, _Asked, acts=True), methods=["POST"]),
        Route(one, queue_endpoint(found)),
        Route(one, queue_endpoint(stop), methods=["DELETE"]),
    ]


def _position(body: _Asked) -> PositionAsked:
    """Return the position that a page asks about; raises ``HTTPException`` for one that the engine does not take."""
    try:
        tree = Variations(read_start(body.start, body.position))
        node = tree.root
        for action in body.actions:
            node = tree.play(node, action)
        game = tree.game_after(node)
    except (PositionError, RecordError) as error:
        raise HTTPException(400, error.public) from error
    if game.result is not None:
        raise HTTPException(409, "The game is over in this position.")
    return PositionAsked(tree.start, game.grid.board, tuple(body.actions))


def _thought_json(thought: Thought) -> dict[str, Any]:
    """Return what the engine found; ``words`` is a sentence about it, empty before anything is known."""
    return {
        "number": thought.number,
        "running": thought.running,
        "ready": thought.ready,
        "problem": thought.problem,
        "playouts": thought.playouts,
        "words": position_sentence(thought.colour, thought.chance, thought.proven) if thought.colour else "",
        "choices": [
            {**choice_json(choice, thought.asked.board if thought.asked else ""), "words": chance_words(choice)}
            for choice in thought.choices
        ],
    }
