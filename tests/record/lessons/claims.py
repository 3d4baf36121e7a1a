"""Claims of a lesson's step: what its sentences say of its position and of actions in it (docs/lessons.md).

A claim is of some actions, each played in the step's position. What a step says nothing of takes no disc and ends no
game, so a claim cannot be forgotten where one does.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hexlume.games import catalogue, notation
from hexlume.games.game import Game
from hexlume.match.match import Change
from hexlume_record.game.events import ACTION
from hexlume_record.game.match_event import Event
from hexlume_record.game.position import legal_texts, position_of
from hexlume_record.game.view import cells_of

Claim = dict[str, Any]
MEMBERS = {"play", "then", "taken", "ends", "refused", "legal", "joined", "apart", "shows"}


def course_claims(rules: str) -> list[list[Claim]]:
    """Return the claims of each step of a game's course."""
    lines = Path(catalogue.course(rules)).read_text(encoding="utf-8").splitlines()
    return [json.loads(line).get("claims", []) for line in lines]


def check_claims(game: Game, claims: Sequence[Claim], right: Sequence[str], clauses: Sequence[str]) -> None:
    """Assert that all is as claimed in a step's position; ``right`` are its right actions, ``clauses`` its clauses."""
    legal = legal_texts(game)
    named = {action for claim in claims for action in claim.get("play", "right").split()}
    others = {
        "right": [action for action in right if action not in named],
        "wrong": [action for action in legal if action not in {*right, *named}],
    }
    unsaid = set(legal)
    for claim in claims:
        assert claim.keys() <= MEMBERS
        play = claim.get("play", "right")
        actions = others.get(play, play.split())
        assert actions or not play, claim
        for action in actions if play else [""]:
            check_claim(game, claim, action, clauses)
        if "then" not in claim:
            unsaid -= set(actions)
    for action in sorted(unsaid):
        check_claim(game, {}, action, clauses)


def check_claim(game: Game, claim: Claim, action: str, clauses: Sequence[str]) -> None:
    """Assert what is claimed of one action, or of the position itself; the game is left as it was."""
    before = len(game.codes)
    if "refused" in claim:
        assert game.why_not(notation.parse(action, game.grid)) == claim["refused"] in clauses, (claim, action)
        return
    for one in f"{action} {claim.get('then', '')}".split():
        game.push_text(one)
    if len(game.codes) > before:
        ends = "" if game.outcome is None else f"{game.outcome.result} {game.outcome.reason}"
        assert (taken(game), ends) == (sorted(claim.get("taken", "").split()), claim.get("ends", "")), (claim, action)
    assert "legal" not in claim or legal_texts(game) == sorted(claim["legal"].split()), claim
    joined, apart = (
        [min(game._group(game.grid.cell(cell)), default=-1) for cell in claim.get(member, "").split()]
        for member in ("joined", "apart")
    )
    assert -1 not in joined + apart and len({*joined}) <= 1 and len({*apart}) == len(apart), claim
    assert has(position_of(game), claim.get("shows", {})), claim
    while len(game.codes) > before:
        game.pop()


def taken(game: Game) -> list[str]:
    """Return the cells whose discs the last action took off, or its own where that did not stay, sorted."""
    change = Change(Event(ACTION))
    change.note_cells(game, game.codes[-1])
    own = cells_of(game.codes[-1])[-1:]
    return sorted(game.grid.name(cell) for cell in {*change.captured, *(one for one in own if not game.board[one])})


def has(shown: Any, claimed: Any) -> bool:
    """Return whether JSON has all that is claimed of it."""
    if isinstance(claimed, Mapping):
        return all(has(shown[member], value) for member, value in claimed.items())
    return bool(shown == claimed)
