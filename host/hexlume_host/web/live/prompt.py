"""The prompt: what the people at a board are to do next, in words and by the names of its panel's cells."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from hexlume.games.game import Game
from hexlume.games.pieces import EMPTY, NAMES
from hexlume_record.game.record import SEAT_SWAPS, Action
from hexlume_record.game.state import GameState
from hexlume_record.game.view import offered_view
from hexlume_record.lessons.steps import ANY, WIN, Step, right_actions
from hexlume_record.table.table_report import TableReport
from hexlume_record.table.table_words import Refusal, TableWords, closed_cells, difference_words, table_words
from hexlume_record.words.text import chosen_words, played_words

from ...device.menu_labels import LEAVING, TEXT, menu_rows
from ...game_files.lesson_course import step_of
from ...game_files.rule_sheet import on_sheet, sheet_clauses

Way = dict[str, str]
"""A legal action on a cell: the ``piece`` that it leaves there, and the cell ``from`` which this moves, if it does."""


def offered(prompt: Mapping[str, Any]) -> set[str]:
    """Return the actions that a prompt offers."""
    actions = [*prompt.get("choices", ()), *(one for ways in prompt.get("actions", {}).values() for one in ways)]
    return {one["action"] for one in actions}


def lesson_message(live: GameState, report: TableReport) -> dict[str, Any] | None:
    """Return the step of a lesson that a game is played in, with its sentences; ``None`` without one.

    ``answer`` is there after a hand that was not right, ``done`` once a right action has ended the game: a wrong one
    may end it, too, until the board takes it back.
    """
    if report.lesson is None:
        return None
    step = step_of(live.rules, report.lesson.step)
    return {
        "step": report.lesson.step,
        "of": report.lesson.of,
        "stars": report.lesson.stars,
        "hides": report.lesson.hides,
        "say": step.say if step else "",
        "answer": step.wrong if step and report.lesson.wrong else "",
        "done": step is not None and _is_solved(live, step),
    }


def _is_solved(live: GameState, step: Step) -> bool:
    """Return whether a step's right action, with its reply or without, has ended the game."""
    tries = live.actions[-1 - len(step.reply) :]
    free = step.hands in ((ANY,), (WIN,))
    return live.ending.result is not None and (free or any(one.action in step.hands for one in tries))


_NOTHING: Final[Mapping[str, Any]] = {
    "legal": {},
    "actions": {},
    "choices": [],
    "count": 0,
    "due": "",
    "differs": {},
    "reasons": {},
    "fix": {},
    "held": "",
    "closed": {},
    "refusal": "",
    "clause": "",
}
"""What a prompt has of these while the hands have nothing to do in the game."""


@dataclass(frozen=True, slots=True)
class EngineSeat:
    """The colour that an engine plays, and what it is called."""

    colour: str
    name: str

    def played(self, action: Action) -> bool:
        """Return whether the last action was the engine's: one that exchanged the seats was the other colour's."""
        return (action.colour == self.colour) != (action.action in SEAT_SWAPS)


def prompt_message(
    live: GameState,
    report: TableReport,
    panel: str,
    seen: Mapping[str, str] | None = None,
    engine: EngineSeat | None = None,
    *,
    sets_up: bool = False,
    carries_out: bool = False,
) -> dict[str, Any]:
    """Return the prompt for a game on a panel, by the board's report.

    ``seen`` are the pieces that lie on it where they are known, ``engine`` is the seat that an engine plays. The table
    puts every disc where it belongs by itself if it ``sets_up``, and only the last action's if it ``carries_out``.

    - ``text`` is one clear sentence, ``due`` what is to be done in the game;
    - ``actions`` and ``choices`` are the legal actions (``hexlume_record.game.view``) after the first ``count``,
      ``legal`` has the ways to act on each panel cell, and ``closed`` why the player to move places nothing on an empty
      cell;
    - ``differs`` says what is to be done on which panel cell, ``reasons`` why if the hands did wrong there (``refusal``
      is one of these with its cell, ``clause`` that of its rule sheet), and ``fix`` the piece that belongs there, empty
      for none; ``held`` is the cell of a disc that is in a hand and may move;
    - ``names`` are the names on a board smaller than the panel, by panel cell, or what the open ``menu`` offers there;
      empty for the panel's own. ``legend`` has the open menu's rows. ``act`` says what the act button does now.
    """
    if rows := menu_rows(panel, report.menu):
        text = {"text": TEXT, "act": LEAVING}
        names = {choice["cell"]: choice["words"] for row in rows for choice in row["choices"]}
        return {**_NOTHING, **text, "names": names, "legend": {"rows": rows}, "menu": True}
    plays = engine is not None and live.to_move == engine.colour
    played = engine is not None and bool(live.actions) and engine.played(live.actions[-1])
    name = engine.name if engine is not None and played else ""
    cells = live.cells_on(panel)
    lies_alone = live.game is not None and live.game.grid.board == panel and not live.game.grid.blocked
    names = {} if live.game is None or lies_alone else cells
    table = table_words(live, report, panel, seen)
    clause = table.clauses.get(next(iter(table.wrong), ""), "")
    lesson = lesson_message(live, report)
    if sets_up:
        words = lesson["say"] if lesson else "The table sets itself up."
        text = {"text": words, "act": chosen_words(report.chosen, live.game)}
        return {**_NOTHING, **text, "names": names, "menu": False}
    carried = carries_out and _is_to_carry(live, report, cells, seen)
    codes = [] if plays or carried else _offered(live, report)
    ways = _ways(live.game, codes, {name: cell for cell, name in cells.items()})
    answer = lesson["answer"] if lesson else ""
    steps = any(way.get("from") == table.held for at_cell in ways.values() for way in at_cell)
    return {
        "text": lesson["say"] if lesson and not lesson["done"] else _sentence(live, report, table, names, name),
        # The board refuses them before the table is right.
        **offered_view(live.game, [] if report.differs else codes),
        "count": len(live.actions),
        "due": "" if plays else live.due,
        "legal": ways,
        "differs": {cell: difference_words(what) for cell, what in report.differs.items() if cell != table.held},
        "reasons": table.wrong,
        "fix": {} if carried else _fixes(live, report, cells),
        "held": table.held if steps else "",
        "closed": {} if plays or carried else _closed(live, report, cells, ways),
        "refusal": next((f"{names.get(cell, cell)}: {words}" for cell, words in table.wrong.items()), answer),
        "clause": clause if clause and clause in sheet_clauses(live.rules) else "",
        "names": names,
        "act": chosen_words(report.chosen, live.game),
        "menu": False,
    }


def _sentence(live: GameState, report: TableReport, table: TableWords, names: Mapping[str, str], played: str) -> str:
    if played and live.legal and live.ending.result is None and (table.due or report.thinks(live)):
        return played_words(live.game, played) if live.game is not None else ""
    if live.ending.result is None and live.legal and table.due:
        if not live.actions:
            return "Set up the start: put the discs on the cells that flash"
        return _put_right(report.differs, names)
    return live.result_words or live.problem or report.due(live) or "The game has ended."


def _put_right(differs: Mapping[str, str], names: Mapping[str, str]) -> str:
    """Return what comes before the next action, such as ``First put right: f1, put on a white disc``."""
    if len(differs) > 1:
        return "First put the cells right that flash"
    ((cell, what),) = differs.items()
    return f"First put right: {names.get(cell, cell)}, {difference_words(what)}"


def _offered(live: GameState, report: TableReport) -> list[int]:
    """Return the legal actions that the hands may choose from: in a lesson those that its step shows."""
    step = step_of(live.rules, report.lesson.step) if report.lesson is not None else None
    if live.game is None or report.thinks(live):
        return []
    if step is None or (report.lesson is not None and report.lesson.hides):
        return list(live.legal_codes)
    asked = set(right_actions(live.game, step))
    return [code for code in live.legal_codes if live.game.name(code) in asked]


def _ways(game: Game | None, codes: Iterable[int], to_panel: Mapping[str, str]) -> dict[str, list[Way]]:
    """Return the ways to act on each panel cell."""
    found = dict[str, list[Way]]()
    if game is None or not to_panel:
        return found
    for code in codes:
        *starts, (cell, piece) = game.hand_work(code) or ((0, EMPTY),)
        if piece == EMPTY or len(starts) > 1:
            continue
        way = {"piece": NAMES[piece]}
        if starts:
            way["from"] = to_panel[game.grid.name(starts[0][0])]
        found.setdefault(to_panel[game.grid.name(cell)], []).append(way)
    return found


def _is_to_carry(
    live: GameState, report: TableReport, cells: Mapping[str, str], seen: Mapping[str, str] | None
) -> bool:
    """Return whether a cell of the last action is still to be put right, as the board says or, before its report, as
    the discs ``seen`` show. What else is wrong is the hands' work."""
    game, last = live.game, live.last_in(cells)
    if game is None or report.is_latest(live) or seen is None:
        return not last.isdisjoint(report.differs)
    return any(NAMES[game.board[game.grid.cell(cells[cell])]] != seen.get(cell, NAMES[EMPTY]) for cell in last)


def _fixes(live: GameState, report: TableReport, cells: Mapping[str, str]) -> dict[str, str]:
    """Return the piece that belongs on each panel cell that is to be put right, empty for none."""
    game = live.game
    return {
        cell: NAMES[game.board[game.grid.cell(cells[cell])]] if game is not None and cell in cells else ""
        for cell in report.differs
    }


def _closed(
    live: GameState, report: TableReport, cells: Mapping[str, str], ways: Mapping[str, list[Way]]
) -> dict[str, Refusal]:
    """Return why the player to move may place nothing on an empty panel cell, by cell."""
    game = live.game
    if game is None or not live.legal_codes or report.thinks(live):
        return {}
    closed = closed_cells(game, {game.grid.cell(cells[cell]) for cell in ways})
    return {cell: on_sheet(game.NAME, closed[name]) for cell, name in cells.items() if name in closed}
