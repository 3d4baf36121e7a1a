"""The checks of what a game says: its rule sheet, the citations of its clauses, and its texts."""

import re
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from hexlume import games
from hexlume.games import catalogue, notation
from hexlume.games.game import Game
from hexlume.games.outcome import DRAW_AGREED, NO_MOVES, RESIGNED, TIME
from hexlume_host.game_files.rule_sheet import SHEET
from hexlume_record.words.clause_parts import is_condition

from .report import Check, Failure, Position

CONSEQUENCE = "(consequence)"
"""What stands behind the number of a clause that follows from others: no code decides it."""
_CLAUSE = re.compile(r"^- \*\*([A-Z]+)-(\d+)\*\* (.*)$", re.MULTILINE)
_WORDS = [word for word in notation.TEXTS[notation.SWAP :] if not word.endswith("=")]
_SHARED = ("ACT-", "GEO-")
_SHARED_REASONS = (RESIGNED, TIME, DRAW_AGREED, NO_MOVES)


def check_sheet(folder: Path) -> tuple[Check, frozenset[str] | None]:
    """Check a game's rule sheet and the citations of its clauses; return the clauses, too, if it has any."""
    check = Check("clauses")
    sheet = folder / SHEET
    if not sheet.is_file():
        check.fail(f"There is no rule sheet {SHEET}: write list items there such as - **XYZ-1** White begins.")
        return check, None
    found = _CLAUSE.findall(sheet.read_text(encoding="utf-8", errors="replace"))
    ids = [f"{prefix}-{number}" for prefix, number, _ in found]
    check.summary = f"{len(ids)} clauses"
    if not found:
        check.fail(f"{SHEET} has no clause: write them as list items such as - **XYZ-1** White begins.")
    prefixes = sorted({prefix for prefix, _, _ in found})
    if len(prefixes) > 1:
        check.fail(f"The clauses of {SHEET} begin with {' and '.join(prefixes)}: use the same letters for all.")
    elif ids != [f"{prefixes[0]}-{number}" for number in range(1, len(ids) + 1)] if prefixes else False:
        wrong = next(one for at, one in enumerate(ids, 1) if one != f"{prefixes[0]}-{at}")
        check.fail(f"{wrong} is not in its place in {SHEET}: number the clauses from 1, in order and each once.")
    cited = _cited(folder, prefixes)
    for clause, (_, _, text) in zip(ids, found, strict=True):
        if clause not in cited and not text.startswith(CONSEQUENCE):
            check.fail(
                f"{clause} is cited nowhere in the folder's code: cite it where it is decided, "
                f"or write {CONSEQUENCE} behind its number in {SHEET}."
            )
    for clause in sorted(set(cited) - set(ids)):
        check.fail(f"{cited[clause]} cites {clause}, which is no clause of {SHEET}.")
    return check, frozenset(ids) or None


def _cited(folder: Path, prefixes: list[str]) -> dict[str, str]:
    """Return the clauses that the folder's code and tests cite, each with a file that does."""
    found: dict[str, str] = {}
    for prefix in prefixes:
        pattern = re.compile(rf"\b{prefix}-(\d+)(?: to (?:{prefix}-)?(\d+))?\b")
        for file in sorted(folder.rglob("*.py")):
            if file.name == "texts.py":
                continue
            text = file.read_text(encoding="utf-8", errors="replace")
            # Range 1 to the last one only says where the rules are.
            text = re.sub(rf"Clauses {prefix}-1 to {prefix}-\d+", "", text)
            for first, last in pattern.findall(text):
                for number in range(int(first), min(int(last or first), int(first) + 99) + 1):
                    found.setdefault(f"{prefix}-{number}", file.name)
    return found


def check_texts(
    name: str, clauses: frozenset[str] | None, refusals: Mapping[str, Position], reasons: Mapping[str, Position]
) -> Check:
    """Check that interfaces have words for all that the rules said in random games."""
    check = Check("texts")
    texts = games.part(name, "texts")
    if texts is None:
        check.fail("There is no texts.py: it has the game's TITLE, AIM, CLAUSES and REASONS.")
        return check
    for what, meaning in (("TITLE", "the name that players read"), ("AIM", "one sentence that says how to win")):
        if not _is_text(getattr(texts, what, None)):
            check.fail(f"texts.py has no {what}: {meaning}.")
    sentences, words = _table(texts, "CLAUSES", check), _table(texts, "REASONS", check)
    _check_sentences(check, getattr(texts, "AIM", ""), sentences)
    for clause, _, part in (key.partition(" ") for key in sentences):
        if part and not is_condition(part):
            check.fail(
                f"CLAUSES in texts.py has '{clause} {part}', but '{part}' is no condition for a part of a clause."
            )
    for clause, position in refusals.items():
        if clause.startswith(_SHARED):
            continue
        if clauses is not None and clause not in clauses:
            check.failures.append(
                Failure(f"why_not returns {clause}, which is no clause of {SHEET}, on {position.words}.", position)
            )
        elif sentences and clause not in sentences:
            check.failures.append(
                Failure(
                    f"CLAUSES in texts.py has no sentence for {clause}, refused on {position.words}.",
                    position,
                )
            )
    for reason, position in reasons.items() if words else ():
        if reason not in words and reason not in _SHARED_REASONS:
            check.failures.append(
                Failure(f"REASONS in texts.py has no words for '{reason}', the outcome on {position.words}.", position)
            )
    for reason, text in words.items():
        try:
            text.format(winner="white", loser="black", sizes="")
        except (KeyError, IndexError, ValueError):
            check.fail(f"REASONS in texts.py has other braces for '{reason}' than {{winner}}, {{loser}} and {{sizes}}.")
    for table in ("ACTIONS", "PLAYED"):
        for action in getattr(texts, table, {}):
            if action not in _WORDS:
                check.fail(
                    f"{table} in texts.py has '{action}', which is no action without a place: {', '.join(_WORDS)}."
                )
    _check_menu(check, name, texts)
    check.summary = f"title, aim, {len(sentences)} refusals, {len(words)} endings"
    return check


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _table(texts: ModuleType, name: str, check: Check) -> dict[str, str]:
    """Return a dictionary of texts, empty if there is none."""
    found: Any = getattr(texts, name, None)
    if isinstance(found, dict) and all(_is_text(one) for pair in found.items() for one in pair):
        return found
    check.fail(f"texts.py has no dictionary {name} of texts.")
    return {}


def _check_sentences(check: Check, aim: object, sentences: Mapping[str, str]) -> None:
    for what, text in (("AIM", aim), *((f"The sentence for {clause}", text) for clause, text in sentences.items())):
        if _is_text(text) and str(text)[-1] not in ".!?":
            check.fail(f"{what} in texts.py is no sentence: it ends without a full stop.")


def _check_menu(check: Check, name: str, texts: ModuleType) -> None:
    """Check the options that the menu offers, and what it calls them."""
    offered = catalogue.options(name)
    kind: type[Game] = games.game_class(name)
    for words in offered:
        try:
            games.all_options(name, words)
        except games.OptionError as error:
            check.fail(f"OPTIONS in __init__.py has '{words}', which cannot be chosen: {error}.")
    for option, default in kind.DEFAULTS.items():
        if not isinstance(default, bool) and default not in kind.CHOICES.get(option, ()):
            check.fail(f"CHOICES in rules.py does not have {default!r}, the default of the option '{option}'.")
    for words in getattr(texts, "MENU", {}):
        if words not in offered:
            check.fail(f"MENU in texts.py has '{words}', which OPTIONS in __init__.py does not offer.")
