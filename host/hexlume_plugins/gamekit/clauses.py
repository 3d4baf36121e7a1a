"""The checks of what a game says: its rule sheet and its texts."""

import re
from collections.abc import Mapping
from pathlib import Path

from hexlume import games
from hexlume.games import catalogue
from hexlume.games.outcome import DRAW_AGREED, NO_MOVES, RESIGNED, TIME
from hexlume_host.game_files.rule_sheet import SHEET
from hexlume_record.words.clause_parts import is_condition

from .report import Check, Position

_CLAUSE = re.compile(r"^- \*\*([A-Z]+)-(\d+)\*\* ", re.MULTILINE)
_SHARED = ("ACT-", "GEO-")
_SHARED_REASONS = (RESIGNED, TIME, DRAW_AGREED, NO_MOVES)


def check_sheet(folder: Path) -> tuple[Check, frozenset[str] | None]:
    """Check a game's rule sheet; return its clauses, too, if it has any."""
    check = Check("clauses")
    sheet = folder / SHEET
    if not sheet.is_file():
        check.fail(f"There is no rule sheet {SHEET}: write list items there such as - **XYZ-1** White begins.")
        return check, None
    found = _CLAUSE.findall(sheet.read_text(encoding="utf-8", errors="replace"))
    if not found:
        check.fail(f"{SHEET} has no clause: write them as list items such as - **XYZ-1** White begins.")
        return check, None
    prefix = found[0][0]
    check.summary = f"{len(found)} clauses"
    for place, (letters, number) in enumerate(found, 1):
        if (letters, number) != (prefix, str(place)):
            check.fail(f"{letters}-{number} is not in its place in {SHEET}: number all clauses {prefix}-1, -2, ….")
            break
    return check, frozenset(f"{letters}-{number}" for letters, number in found)


def check_texts(
    name: str, clauses: frozenset[str] | None, refusals: Mapping[str, Position], reasons: Mapping[str, Position]
) -> Check:
    """Check that interfaces have words for all that the rules said in random games."""
    check = Check("texts")
    texts = games.part(name, "texts")
    if texts is None:
        check.fail("There is no texts.py: it has the game's TITLE, AIM, CLAUSES and REASONS.")
        return check
    for what in ("TITLE", "AIM"):
        if not isinstance(getattr(texts, what, None), str):
            check.fail(f"texts.py has no text {what}.")
    for what in ("CLAUSES", "REASONS"):
        if not isinstance(getattr(texts, what, None), dict):
            check.fail(f"texts.py has no dictionary {what} of texts.")
    if check.failures:
        return check
    sentences, words = texts.CLAUSES, texts.REASONS
    for clause, _, part in (key.partition(" ") for key in sentences):
        if part and not is_condition(part):
            check.fail(f"CLAUSES in texts.py has '{clause} {part}', but '{part}' is no condition.")
    for clause, at in refusals.items():
        if clause.startswith(_SHARED):
            continue
        if clauses is not None and clause not in clauses:
            check.fail(f"why_not returns {clause}, which is no clause of {SHEET}, on {at.words}.", at.command)
        elif clause not in sentences:
            check.fail(f"CLAUSES in texts.py has no sentence for {clause}, refused on {at.words}.", at.command)
    for reason, at in reasons.items():
        if reason not in words and reason not in _SHARED_REASONS:
            check.fail(f"REASONS in texts.py has no words for '{reason}', the outcome on {at.words}.", at.command)
    for reason, text in words.items():
        try:
            text.format(winner="white", loser="black", sizes="")
        except (KeyError, IndexError, ValueError):
            check.fail(f"REASONS in texts.py has other braces for '{reason}' than {{winner}}, {{loser}} and {{sizes}}.")
    for option in catalogue.options(name):
        try:
            games.all_options(name, option)
        except games.OptionError as error:
            check.fail(f"OPTIONS in __init__.py has '{option}', which cannot be chosen: {error}.")
    check.summary = f"title, aim, {len(sentences)} refusals, {len(words)} endings"
    return check
