"""Puzzles from people's own games: the mistakes in analysed games."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from sqlalchemy import select

from hexlume_host.library.filters import GameFilter
from hexlume_host.library.search import all_found
from hexlume_host.store.repository import Store
from hexlume_record.errors import RecordError
from hexlume_record.game.record import GameRecord, seats_swapped
from hexlume_record.game.replay import replay_of
from hexlume_record.words.player_names import player_key

from ..review.eval_graph import Point, swings
from ..review.evaluation import Evaluation
from ..review.reviewed_game import ReviewedGame
from ..search.positions import is_compiled
from ..tables import EVALUATIONS
from .puzzle import GIVES_AWAY, Answer, Puzzle
from .theme import MISTAKE

if TYPE_CHECKING:
    from .prover import Prover

LEAST_SWING = 0.1
"""An action that gives away less is no mistake: searches differ by some per cent from one to the next."""
_MOST = 8
"""Mistakes of one game that become puzzles, the largest ones."""
_FULL = 0.5
"""The loss of win chance from which on a mistake counts as easy to see."""


def mistake_puzzles(
    store: Store, name: str, prover: "Prover | None", look: Callable[[int], None] = lambda game: None
) -> Iterator[Puzzle]:
    """Yield the puzzles of the analysed games of a player, or of everybody's where the name is empty.

    ``prover`` proves the values where it can; else the evaluations decide. ``look`` gets the number of every game.
    """
    wanted = GameFilter(player=name, whole=True) if player_key(name) else GameFilter()
    with store.reading() as session:
        analysed = set(session.scalars(select(EVALUATIONS.c.game_id).distinct()))
    for summary in all_found(store, wanted):
        if summary.id not in analysed:
            continue
        look(summary.id)
        record = store.record(summary.id)
        try:
            reviewed = ReviewedGame.of(replay_of(record))
        except RecordError:
            continue
        evaluations = reviewed.evaluations(store)
        mistakes = swings(reviewed.eval_graph(evaluations), LEAST_SWING)
        mistakes.sort(key=lambda point: (-(point.gave_away or 0), point.ply))
        for point in sorted(mistakes[:_MOST], key=lambda point: point.ply):
            player = _player(record, reviewed, point.ply - 1)
            if player_key(name) and player != player_key(name):
                continue
            puzzle = _mistake_puzzle(reviewed, evaluations[point.ply - 1], point, player, prover)
            if puzzle is not None:
                yield puzzle


def _mistake_puzzle(
    reviewed: ReviewedGame, evaluation: Evaluation, point: Point, player: str, prover: "Prover | None"
) -> Puzzle | None:
    """Return the puzzle of a turning point; ``None`` where no answer could be graded fairly."""
    base = Puzzle(
        rules=reviewed.rules,
        board=reviewed.board,
        options=reviewed.options,
        actions=tuple(reviewed.names[: point.ply - 1]),
        colour=evaluation.colour,
        value=None,
        best=(),
        answers={},
        player=player,
        game=reviewed.id,
        ply=point.ply,
        played=point.action,
    )
    proven = _proven(base, prover) if prover is not None and is_compiled(base.rules) else None
    return proven or _estimated(base, evaluation, point)


def _proven(base: Puzzle, prover: "Prover") -> Puzzle | None:
    """Return the puzzle if everything in it can be proven, with all actions that are as good as the best."""
    # The extra engine may not be installed.
    from .search import make_puzzle  # noqa: PLC0415

    game = base.position()
    proof = prover.prove(game, alone=False)
    if proof is None:
        return None
    found = make_puzzle(prover, game, proof)
    if base.played in found.best:
        return None
    themes = (MISTAKE, *found.themes)
    return replace(found, themes=themes, player=base.player, game=base.game, ply=base.ply, played=base.played)


def _estimated(base: Puzzle, evaluation: Evaluation, point: Point) -> Puzzle | None:
    """Return the puzzle as the evaluations grade it.

    They have the best few actions only: if all of these are right, nothing is known of the others, so return ``None``.
    """
    gave_away = point.gave_away or 0.0
    others = [choice for choice in evaluation.choices if choice.action != point.action]
    if gave_away < LEAST_SWING or not others:
        return None
    best = max(choice.chance for choice in others)
    answers = {choice.action: Answer(choice.chance, choice.proven, choice.line[1:]) for choice in others}
    right = [choice.action for choice in others if best - choice.chance < GIVES_AWAY]
    all_known = len(base.position().legal_actions()) <= len(evaluation.choices)
    if len(right) == len(others) and not all_known:
        return None
    # The value of the action played is that of the position it led to.
    played = next((choice for choice in evaluation.choices if choice.action == point.action), None)
    answers[point.action] = Answer(max(0.0, best - gave_away), None, () if played is None else played.line[1:])
    right.sort(key=lambda action: -answers[action].chance)
    return replace(
        base,
        best=tuple(right),
        answers=answers,
        themes=(MISTAKE,),
        difficulty=2 if gave_away >= _FULL else 3,
        measures={"gave_away": round(gave_away, 4)},
    )


def _player(record: GameRecord, reviewed: ReviewedGame, before: int) -> str:
    """Return the key of the player of the action at an index; empty if no name is known."""
    players = record.starters.after(seats_swapped(reviewed.names[:before]))
    return player_key(players.white if reviewed.actions[before][1] == "white" else players.black)
