"""Routes of the puzzles: the list, one puzzle, its grading and its solution."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexlume import games
from hexlume.games.game import Game, IllegalAction
from hexlume.games.pieces import COLOURS
from hexlume_host.web.app_context import Site, page, parse_query, post_endpoint, queue_endpoint
from hexlume_host.web.pages.analysis import study_message
from hexlume_record.errors import excerpt
from hexlume_record.formats.link import PUZZLE, link_text
from hexlume_record.game.view import position_view
from hexlume_record.validation import Line, one_of, whole
from hexlume_record.variations.start import game_start
from hexlume_record.words.text import options_label, refusal_words

from ..puzzles.grading import grade, solution_sentence, task_sentence
from ..puzzles.puzzle import Puzzle
from ..puzzles.repository import (
    PuzzleError,
    PuzzleFilter,
    PuzzleStatus,
    find_puzzles,
    get_puzzle,
    puzzle_kinds,
    save_answer,
    schedule,
)

MAX_LISTED = 500
"""The most puzzles that one list is made of: each is some kilobytes to read."""
LONGEST_NAME = 100

NEW, RIGHT, WRONG = "new", "right", "wrong"

Name = Annotated[str, Line(LONGEST_NAME)]


@dataclass
class _Wanted:
    """The filters of a list; ``state`` is how the last answer was."""

    rules: Annotated[str, Line(40)] = ""
    board: Annotated[str, Line(20)] = ""
    state: Annotated[str, one_of("", NEW, RIGHT, WRONG)] = ""
    difficulty: Annotated[int, whole(5)] = 0
    player: Name = ""


@dataclass
class _Answer:
    """An answer; an empty action stands for whoever asks for the solution first."""

    action: Annotated[str, Line(20)] = ""


@dataclass
class _PlayersAnswer(_Answer):
    player: Name = ""


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes. Grading needs no right to act, and stores nothing; posting an answer does both."""
    store = site.store

    def puzzle_at(request: Request) -> Puzzle:
        try:
            found = get_puzzle(store, request.path_params["puzzle"])
        except PuzzleError as error:
            raise HTTPException(404, "There is no such puzzle: see /puzzles.") from error
        if found.rules not in games.NAMES:
            raise HTTPException(404, f"The game of this puzzle is not here: {excerpt(found.rules)}.")
        return found

    def listed(request: Request) -> Response:
        wanted = parse_query(request, _Wanted)
        chosen = PuzzleFilter(wanted.rules or None, difficulty=wanted.difficulty, board=wanted.board)
        found = find_puzzles(store, chosen, wanted.player, MAX_LISTED)
        states = {one.puzzle.id: one for one in found}
        return JSONResponse(
            {
                "puzzles": [
                    _status_json(states[one.id])
                    for one in schedule(found)
                    if wanted.state in ("", _state(states[one.id]))
                ],
                "kinds": [{"rules": rules, "board": board} for rules, board in puzzle_kinds(store)],
                "more": len(found) == MAX_LISTED,
            }
        )

    def puzzle(request: Request) -> Response:
        asked = puzzle_at(request)
        return JSONResponse(
            {
                **_puzzle_json(asked),
                "task": task_sentence(asked),
                "position": study_message(asked.position()),
                "link": link_text(game_start(asked.rules, asked.board, asked.options), asked.actions) + PUZZLE,
            }
        )

    def verdict(request: Request) -> Response:
        return JSONResponse(_verdict_json(puzzle_at(request), parse_query(request, _Answer).action))

    def answer(request: Request, given: _PlayersAnswer) -> Response:
        asked = puzzle_at(request)
        message = _verdict_json(asked, given.action) if given.action else _solution_json(asked)
        right = bool(message.get("right"))
        save_answer(store, asked.id, given.player, given.action, right, datetime.now(UTC))
        return JSONResponse(message)

    def solution(request: Request) -> Response:
        return JSONResponse(_solution_json(puzzle_at(request)))

    one = "/api/puzzles/{puzzle:number}"
    return [
        Route("/puzzles", page("puzzles")),
        Route("/puzzles/{puzzle:number}", page("puzzle")),
        Route("/api/puzzles", queue_endpoint(listed)),
        Route(one, queue_endpoint(puzzle)),
        Route(f"{one}/verdict", queue_endpoint(verdict)),
        Route(f"{one}/solution", queue_endpoint(solution)),
        Route(f"{one}/answers", post_endpoint(answer, _PlayersAnswer), methods=["POST"]),
    ]


def _state(status: PuzzleStatus) -> str:
    return NEW if status.last is None else WRONG if status.failed else RIGHT


def _status_json(status: PuzzleStatus) -> dict[str, Any]:
    return {**_puzzle_json(status.puzzle), "state": _state(status), "right": status.right, "wrong": status.wrong}


def _puzzle_json(puzzle: Puzzle) -> dict[str, Any]:
    """Return what is said of a puzzle before it is solved: its themes would be hints."""
    return {
        "id": puzzle.id,
        "rules": puzzle.rules,
        "board": puzzle.board,
        "options": options_label(puzzle.options),
        "difficulty": puzzle.difficulty,
        "game": puzzle.game,
    }


def _verdict_json(puzzle: Puzzle, action: str) -> dict[str, Any]:
    """Return the grade of an action, with the line that shows why; raises ``HTTPException`` for an illegal one."""
    game = puzzle.position()
    try:
        game.push_text(action)
    except IllegalAction as error:
        why = refusal_words(game, action)
        raise HTTPException(400, f"'{excerpt(action)}' is not legal there: {why}.") from error
    found = grade(puzzle, action)
    return {
        "right": found.right,
        "sentence": found.sentence,
        "line": _line_json(puzzle.position(), [action, *found.refutation]),
    }


def _solution_json(puzzle: Puzzle) -> dict[str, Any]:
    best = puzzle.best[0]
    line = puzzle.answers[best].line if best in puzzle.answers else ()
    return {"sentence": solution_sentence(puzzle), "line": _line_json(puzzle.position(), [best, *line])}


def _line_json(game: Game, actions: Sequence[str]) -> list[dict[str, Any]]:
    """Return the actions one after another, each with the position after it."""
    steps = []
    for action in actions:
        colour = COLOURS[game.to_move]
        game.push_text(action)
        steps.append({"action": action, "colour": colour, "position": position_view(game)})
    return steps
