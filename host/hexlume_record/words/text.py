"""Words for a game's state that a player understands."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from hexlume import games
from hexlume.games import catalogue, notation
from hexlume.games.game import Game
from hexlume.games.grid import grid_of
from hexlume.games.outcome import DRAW_AGREED, NO_MOVES, RESIGNED, RESULTS, TIME
from hexlume.games.pieces import COLOURS, EMPTY, is_leader, other
from hexlume.match.game_clock import BYOYOMI, DELAY, FISCHER, TimeControl, TimeControlError

from .clause_parts import broken_part

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


def filled(text: str, **values: object) -> str:
    """Return a game's own text with values for its placeholders, such as ``{colour}``; unknown ones stay."""
    return _PLACEHOLDER.sub(lambda found: str(values.get(found[1], found[0])), text)


def counted(count: int, noun: str) -> str:
    """Return a number of things: ``1 cell``, ``2 cells``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def game_title(rules: str) -> str:
    """Return a game's name as people write it; that of a game which is not here is capitalised."""
    return str(_text(rules, "TITLE", rules.capitalize()))


def game_aim(rules: str) -> str:
    """Return what a game is about in one sentence; empty if the game does not say."""
    return str(_text(rules, "AIM", ""))


def _text(rules: str, name: str, usual: object) -> Any:
    """Return a member of a game's texts, the usual one where the game has none or is not here."""
    return getattr(games.part(rules, "texts") if rules in games.NAMES else None, name, usual)


def has_owned_edges(rules: str) -> bool:
    """Return whether black owns the bottom and the top row of a game's board, white the left and the right column."""
    return rules in games.NAMES and bool(catalogue.edges(rules, 3))


def piece_words(piece: str) -> str:
    """Return a piece (``hexlume.games.pieces.NAMES``) in a sentence: ``white disc``, ``black leader``."""
    return f"{piece} disc" if piece in ("white", "black") else piece


def refusal_words(game: Game, action: str) -> str:
    """Return why an action's string is refused: a sentence without its full stop, and the clause; empty if it is legal.

    A clause for which the game has no sentence stands alone.
    """
    code = notation.parse(action, game.grid)
    clause = game.why_not(code)
    if clause is None:
        return ""
    sentence = _clause_words(game, clause, code)
    return f"{sentence.rstrip('.')} ({clause})" if sentence else clause


def clause_sentence(game: Game, clause: str, code: int) -> str:
    """Return a clause that refuses an action's code as a sentence; the clause for one without words."""
    sentence = _clause_words(game, clause, code).rstrip(".") or clause
    return f"{sentence[0].upper()}{sentence[1:]}."


def _clause_words(game: Game, clause: str, code: int) -> str:
    shared = {
        "ACT-1": f"{game_title(game.NAME)} on {game.grid.board} has no such action",
        "ACT-2": "the game is over",
    }
    if clause in shared:
        return shared[clause]
    return broken_part(_text(game.NAME, "CLAUSES", {}), game, clause, code)


_WORK = {
    notation.PLACE: "place a {colour} disc",
    notation.PLACE_PAWN: "place a pawn",
    notation.PLACE_LEADER: "place a leader",
    notation.STEP: "move a disc",
    notation.CAPTURE: "capture a pawn with a leader",
    notation.SWAP: "swap colours",
    notation.PASS: "pass",
    notation.DONE: "finish",
    notation.END: "end the turn",
    notation.FREE: "free a disc from the prison",
    notation.KOMI: "choose the komi",
    notation.TAKE_BLACK: "take black",
    notation.TAKE_WHITE: "take white",
}
"""What the hands do for each kind of action, in the order in which sentences name it.

``ACTIONS`` in a game's texts has other words for actions without a place, by their strings.
"""


def _work(game: Game, kind: int) -> str:
    return _own_words(game, "ACTIONS", notation.TEXTS[kind], _WORK[kind])


def _own_words(game: Game, table: str, action: str, usual: str) -> str:
    """Return what a table of a game's texts has for an action's string, else the usual words."""
    return str(_text(game.NAME, table, {}).get(action, usual))


def action_words(game: Game, code: int) -> str:
    """Return what a legal action does, in words: ``place a white disc``, ``step with the pawn to e4``."""
    what = notation.kind(code)
    return _with_places(game, _ACTIONS[what] if what in _ACTIONS else _work(game, what), code)


_ACTIONS = {
    notation.PLACE_WHITE: "place a white disc",
    notation.PLACE_BLACK: "place a black disc",
    notation.REPLACE: "turn it over to {turned}",
    notation.STEP: "step with the {piece} to {second}",
    notation.CAPTURE: "capture the pawn on {second}",
    notation.KOMI: "name a komi of {number}",
}
"""What an action does that has other words than its kind (``_WORK``)."""


def _with_places(game: Game, words: str, code: int) -> str:
    """Return words of an action with its cells, what stands on the first, or its number."""
    colour = COLOURS[game.to_move]
    if notation.is_word(code):
        return filled(words, colour=colour, number=notation.first(code))
    first, second = notation.first(code), notation.second(code)
    piece = game.board[first]
    return filled(
        words,
        colour=colour,
        first=game.grid.name(first),
        second=game.grid.name(second),
        piece="leader" if is_leader(piece) else "pawn",
        turned=COLOURS[other(piece) % 3],
    )


def due_words(game: Game, legal: Sequence[int]) -> str:
    """Return who is to do what, such as ``White: place a disc of either colour``; empty once the game is over.

    ``legal`` are the codes of all legal actions.
    """
    if not legal:
        return ""
    kinds = {notation.kind(code) for code in legal}
    colour = COLOURS[game.to_move]
    ways = {kind: filled(_work(game, kind), colour=colour) for kind in _WORK if kind in kinds}
    discs = [f"place a {disc} disc" for disc, kind in _DISCS.items() if kind in kinds]
    first = ["place a disc of either colour"] if len(discs) == 2 else discs
    if notation.REPLACE in kinds:
        first.append(f"turn over {'one of the pulsing discs' if len(legal) > 1 else 'the pulsing disc'}")
    return f"{colour.capitalize()}: {', or '.join([*first, *ways.values()])}{part_words(game)}"


_DISCS = {"white": notation.PLACE_WHITE, "black": notation.PLACE_BLACK}


def part_words(game: Game) -> str:
    """Return which part of a turn is due, such as `` (second of two)``; empty where a turn has one only."""
    part = _text(game.NAME, "part", None)
    name, count = part(game) if part else ("", 0)
    return f" ({filled(_text(game.NAME, 'PARTS', {})[name], count=count)})" if name else ""


_PLAYED = {
    notation.PLACE_WHITE: "placed a white disc on {first}",
    notation.PLACE_BLACK: "placed a black disc on {first}",
    notation.REPLACE: "turned the disc on {first} over",
    notation.PLACE: "placed a disc on {first}",
    notation.PLACE_PAWN: "placed a pawn on {first}",
    notation.PLACE_LEADER: "placed a leader on {first}",
    notation.STEP: "moved from {first} to {second}",
    notation.CAPTURE: "moved from {first} to {second} and captured a pawn",
    notation.SWAP: "swapped colours",
    notation.PASS: "passed",
    notation.DONE: "finished",
    notation.END: "ended the turn",
    notation.FREE: "freed a disc from the prison",
    notation.KOMI: "chose a komi of {number}",
    notation.TAKE_BLACK: "took black",
    notation.TAKE_WHITE: "took white",
}
"""What a player did with each kind of action; ``PLAYED`` in a game's texts is as its ``ACTIONS``."""


_MOST_PLAYED = 3
"""The actions of a longer turn are counted, and only the last one is told."""


def turn_codes(game: Game) -> list[int]:
    """Return the codes of the last turn, as far as it has come; a swap, after which the colour goes on, ends one."""
    codes, mover = list[int](), None
    for moment in range(len(game.codes) - 1, -1, -1):
        colour = game.position_after(moment)[1]
        if codes and (colour != mover or notation.swaps_seats(game.codes[moment])):
            break
        mover = colour
        codes.insert(0, game.codes[moment])
    return codes


def played_words(game: Game, name: str) -> str:
    """Return a game's last turn as a sentence: ``White placed a disc on d4.``; empty at the start.

    ``name`` is who played it, a colour or a player's name.
    """
    codes = turn_codes(game)
    if not codes:
        return ""
    told = [_code_played(game, code) for code in codes[:-1]]
    if len(told) >= _MOST_PLAYED:
        told = [f"played {counted(len(told), 'action')}"]
    last = _code_played(game, codes[-1])
    words = f"{', '.join(told)} and {last}" if told else last
    return f"{name} {words}."


def _code_played(game: Game, code: int) -> str:
    kind = notation.kind(code)
    return _with_places(game, _own_words(game, "PLAYED", notation.TEXTS[kind], _PLAYED[kind]), code)


_REASONS = {
    RESIGNED: "{loser} resigned",
    TIME: "{loser}'s time is over",
    DRAW_AGREED: "draw agreed",
    NO_MOVES: "{loser} has no legal action",
}
"""Why a game ended, by the reason's code; each game's folder has those of its own."""
for _name in games.NAMES:
    # Somebody's own game may have the code of another one.
    _REASONS = _text(_name, "REASONS", {}) | _REASONS


def reason_words(result: str | None, reason: str | None, game: Game | None = None) -> str:
    """Return why a game ended, in words, such as ``larger second-largest group (4 to 3)``; empty while it goes on.

    ``game`` is the finished game, where it is at hand: some reasons show the sizes of the groups that decided. A reason
    that is no code of today's, such as a sentence from an older version, stays as it is.
    """
    if result is None or reason is None:
        return ""
    own: Mapping[str, str] = {} if game is None else _text(game.NAME, "REASONS", {})
    words, winner = own.get(reason, _REASONS.get(reason)), RESULTS.index(result)
    if words is None or (winner == EMPTY and "{" in words):
        return reason
    sizes = ""
    if "{sizes}" in words and game is not None and game.outcome is not None and game.outcome.reason == reason:
        of_winner, of_loser, _decided = game.final_groups()
        sizes = f" ({len(of_winner)} to {len(of_loser)})"
    return filled(words, winner=COLOURS[winner], loser=COLOURS[other(winner) % 3], sizes=sizes)


def result_words(result: str | None, reason: str | None, game: Game | None = None) -> str:
    """Return a game's result as a sentence's words, such as ``White wins: larger group …``; empty without one."""
    if result is None:
        return ""
    words = {"W+": "White wins", "B+": "Black wins"}.get(result, "Draw")
    return f"{words}: {reason_words(result, reason, game)}" if reason else words


def outcome_words(game: Game) -> str:
    """Return ``result_words`` of a game at hand."""
    return "" if game.outcome is None else result_words(game.outcome.result, game.outcome.reason, game)


def outcome_reason_words(game: Game) -> str:
    """Return ``reason_words`` of a game at hand."""
    return "" if game.outcome is None else reason_words(game.outcome.result, game.outcome.reason, game)


_CHOSEN = {notation.TEXTS[kind]: words for kind, words in _WORK.items() if kind >= notation.SWAP} | {
    "resign": "resign",
    "draw": "offer a draw",
    "agree": "agree to the draw",
}
"""What the act button does while it is held."""


_THEN = {"resign": ", press it for a draw. Back leaves.", "draw": ". Back leaves.", "agree": ". Back leaves."}
"""What else the buttons do while one of these is chosen."""


def chosen_words(chosen: str, game: Game | None = None) -> str:
    """Return what to do with the act button while it has something to do, such as ``Hold Act to pass …``."""
    if not chosen:
        return ""
    usual = _CHOSEN.get(chosen, "")
    own = _own_words(game, "ACTIONS", chosen, usual) if game else usual
    words = own or f"choose {chosen.replace('=', ' ')}"
    return f"Hold Act to {words}{_THEN.get(chosen, ', press it for the next choice.')}"


def room_words(journal: str) -> str:
    """Return a warning that a board's memory is full of games that no host has (``device.messages.Table.journal``)."""
    if journal == "low":
        return "The board has little room left for games that no host has: keep this running until it has told them."
    return "The board has no room left for games that no host has and drops some: keep this running."


def clock_words(control: str) -> str:
    """Return a time control's text in words, such as ``5:00 each, 5 s more after every turn``.

    One that is not known here stays as it is.
    """
    try:
        read = TimeControl(control)
    except TimeControlError:
        return control
    base, step = time_words(read.base_ms), read.step_ms // 1000
    if read.kind == FISCHER:
        return f"{base} each, {step} s more after every turn" if step else f"{base} each"
    if read.kind == DELAY:
        return f"{base} each, the first {step} s of every turn free"
    if read.kind == BYOYOMI:
        periods = f"{counted(read.periods, 'period')} of {step} s each"
        return f"{base} each, then {periods}" if read.base_ms else periods
    return "no clock"


def time_words(ms: int) -> str:
    """Return a time as a clock shows it, ``4:05`` or ``1:04:05``, rounded up to whole seconds."""
    seconds = (ms + 999) // 1000
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def option_texts(options: Mapping[str, bool | int | str]) -> list[str]:
    """Return options as people write them: ``pie=on`` (rule ACT-7)."""
    words = {name: ("off", "on")[value] if isinstance(value, bool) else value for name, value in options.items()}
    return [f"{name}={value}" for name, value in words.items()]


def options_label(options: Mapping[str, bool | int | str]) -> str:
    """Return the options of a game for people: ``pie rule, komi 3``."""
    return ", ".join(option_label(name, value) for name, value in options.items())


_OPTIONS = {"pie": "pie rule"}
"""What people call an option, where that is not its name."""


def option_label(name: str, value: bool | int | str) -> str:
    """Return an option of a game for people: ``pie rule``, ``no pie rule``, ``komi 3``."""
    label = _OPTIONS.get(name, name)
    if value is True:
        return label
    return f"{label} {value}" if value else f"no {label}"


def board_words(board: str) -> str:
    """Return what people call a game's board: ``49 cells`` for ``rhombus7``."""
    return counted(grid_of(board).cells, "cell")


def game_words(rules: str, board: str, options: Mapping[str, bool | int | str]) -> str:
    """Return a game for people, with the options that are not its usual ones: ``Hex, 49 cells, no pie rule``."""
    usual = games.game_class(rules).DEFAULTS if rules in games.NAMES else {}
    chosen = {name: value for name, value in options.items() if usual.get(name) != value}
    return ", ".join(filter(None, (game_title(rules), board_words(board), options_label(chosen))))
