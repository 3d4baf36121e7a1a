"""Claims of a lesson's step: what its sentences say of its position and of actions in it, and whether it is so.

A claim is of some actions, each played in the step's position. What a step says nothing of takes no disc and ends no
game, so a claim cannot be forgotten where one does.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import ConfigDict, with_config

from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.pieces import EMPTY, colour_of

from ..game.position import legal_texts, position_of
from ..validation import Line

RIGHT, WRONG = "right", "wrong"
"""Instead of actions: all right ones that no claim of the step names; all other legal ones, likewise."""

_Words = Annotated[str, Line(400)]


@with_config(ConfigDict(extra="forbid"))
@dataclass(frozen=True, slots=True)
class Claim:
    """What holds after each of some actions; lists are texts with spaces, as in a course.

    ``play`` are the actions, ``RIGHT`` or ``WRONG``, or nothing: the position itself. ``then`` are played after each;
    the rest is of the last one: ``taken`` are the cells whose discs it takes off, ``ends`` the result and its code,
    ``refused`` the clause that forbids it. ``legal`` are all legal actions after it; the cells of ``joined`` are of one
    group, those of ``apart`` of different ones; ``shows`` are members of the position as JSON (ACT-5).
    """

    play: _Words = RIGHT
    then: _Words = ""
    taken: _Words = ""
    ends: _Words = ""
    refused: _Words = ""
    legal: _Words | None = None
    joined: _Words = ""
    apart: _Words = ""
    shows: dict[str, Any] = field(default_factory=dict)


def claim_problems(game: Game, claims: Sequence[Claim], right: Sequence[str], clauses: Sequence[str]) -> Iterator[str]:
    """Yield what is not as claimed in a step's position, each as the end of a sentence about the step.

    ``right`` are its right actions, ``clauses`` those that it teaches.
    """
    legal = legal_texts(game)
    named = {action for claim in claims for action in claim.play.split()}
    others = {
        RIGHT: [action for action in right if action not in named],
        WRONG: [action for action in legal if action not in {*right, *named}],
    }
    plain = Claim()
    unsaid = set(legal)
    for claim in claims:
        actions = others.get(claim.play, claim.play.split())
        if not claim.play:
            yield from _differences(game, claim, "its position")
        elif not actions:
            yield f"claims something of {claim.play} actions, and there are none."
        for action in actions:
            if claim.refused:
                yield from _refusal_problems(game, claim, action, clauses)
            else:
                yield from _consequence_problems(game, claim, action)
        if not claim.then:
            unsaid -= set(actions)
    for action in sorted(unsaid):
        yield from _consequence_problems(game, plain, action)


def _refusal_problems(game: Game, claim: Claim, action: str, clauses: Sequence[str]) -> Iterator[str]:
    clause = game.why_not(notation.parse(action, game.grid))
    if clause != claim.refused:
        yield f"claims that {claim.refused} forbids {action}, but {f'{clause} does' if clause else 'it is legal'}."
    elif clause not in clauses:
        yield f"claims that {clause} forbids {action}, but {clause} is not among its clauses."


def _consequence_problems(game: Game, claim: Claim, action: str) -> Iterator[str]:
    """Play an action and what follows, yield how the consequences differ from the claim, and take all back."""
    played = 0
    actions = [action, *claim.then.split()]
    taken: list[str] = []
    try:
        for one in actions:
            taken = _play(game, one)
            played += 1
    except ValueError as error:
        yield f"claims something of {' '.join(actions)}, but {error}."
    else:
        line = " ".join(actions)
        ends = "" if game.outcome is None else f"{game.outcome.result} {game.outcome.reason}"
        if taken != sorted(claim.taken.split()):
            yield f"claims that {line} takes {claim.taken or 'nothing'}, but it takes {' '.join(taken) or 'nothing'}."
        if ends != claim.ends:
            yield f"claims that {line} ends {claim.ends or 'nothing'}, but it ends {ends or 'nothing'}."
        yield from _differences(game, claim, line)
    finally:
        for _ in range(played):
            game.pop()


def _play(game: Game, action: str) -> list[str]:
    """Play an action and return the cells whose discs it takes off, or its own where that does not stay, sorted."""
    code = notation.parse(action, game.grid)
    # Of an action that is not legal there may be no hand work.
    work = dict(game.hand_work(code)) if game.is_legal(code) else {}
    game.push_text(action)
    turned = notation.kind(code) == notation.REPLACE
    taken = [
        cell
        for cell, before, _ in game.changes()
        if before != EMPTY and (cell not in work or (work[cell] != EMPTY and not turned))
    ]
    gone = [cell for cell, piece in work.items() if piece != EMPTY and game.board[cell] == EMPTY]
    return sorted(game.grid.name(cell) for cell in {*taken, *gone})


def _differences(game: Game, claim: Claim, line: str) -> Iterator[str]:
    """Yield how a position differs from what is claimed of it; ``line`` says how it came about."""
    legal = legal_texts(game)
    if claim.legal is not None and sorted(claim.legal.split()) != legal:
        yield f"claims that {claim.legal or 'nothing'} is legal after {line}, but {' '.join(legal) or 'nothing'} is."
    for cells, is_one in ((claim.joined.split(), True), (claim.apart.split(), False)):
        groups = {min(_group(game, game.grid.cell(cell)), default=-1) for cell in cells}
        if cells and (-1 in groups or len(groups) != (1 if is_one else len(cells))):
            yield f"claims that {' '.join(cells)} are {'joined' if is_one else 'apart'} after {line}, but they are not."
    shown = position_of(game)
    if not _has(shown, claim.shows):
        found = {member: shown.get(member) for member in claim.shows}
        yield f"claims that {line} shows {claim.shows}, but it shows {found}."


def _group(game: Game, cell: int) -> set[int]:
    """Return the cells of the group that stands on a cell, none for an empty one (GEO-5)."""
    colour = colour_of(game.board[cell])
    found, border = set[int](), [cell] if colour != EMPTY else []
    while border:
        at = border.pop()
        found.add(at)
        near = (at + offset for offset in game.grid.offsets[at])
        border += [one for one in near if one not in found and colour_of(game.board[one]) == colour]
    return found


def _has(shown: Any, claimed: Any) -> bool:
    """Return whether JSON has all that is claimed of it."""
    if isinstance(claimed, Mapping) and isinstance(shown, Mapping):
        return all(member in shown and _has(shown[member], value) for member, value in claimed.items())
    return bool(shown == claimed)
