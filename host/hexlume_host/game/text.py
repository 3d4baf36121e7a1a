"""Words for a game's state that a player understands."""

from collections.abc import Mapping, Sequence

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.game_clock import BYOYOMI, DELAY, FISCHER, TimeControl, TimeControlError
from hexlume.games.outcome import DRAW_AGREED, NO_MOVES, RESIGNED, RESULTS, TIME
from hexlume.games.pieces import COLOURS, EMPTY, is_leader, other

from ..translation import _


def game_title(rules: str) -> str:
    """Return a game's name as people write it; that of a game which is not here is capitalised."""
    texts = games.part(rules, "texts") if rules in games.NAMES else None
    return str(getattr(texts, "TITLE", rules.capitalize()))


def game_aim(rules: str) -> str:
    """Return what a game is about in one sentence; empty if the game does not say."""
    return _(str(getattr(games.part(rules, "texts"), "AIM", "")))


def refusal_words(game: Game, action: str) -> str:
    """Return why an action's string is refused: a sentence without its full stop, and the clause; empty if it is legal.

    A clause for which the game has no sentence stands alone.
    """
    clause = game.why_not(notation.parse(action, game.grid))
    if clause is None:
        return ""
    sentence = _clause_words(game, clause)
    return f"{sentence.rstrip('.')} ({clause})" if sentence else clause


def clause_sentence(game: Game, clause: str | None) -> str:
    """Return a clause that refuses an action as a sentence; empty for no clause, the clause for one without words."""
    if clause is None:
        return ""
    sentence = _clause_words(game, clause).rstrip(".") or clause
    return f"{sentence[0].upper()}{sentence[1:]}."


def _clause_words(game: Game, clause: str) -> str:
    shared = {"ACT-1": f"{game_title(game.NAME)} on {game.grid.board} has no such action", "ACT-2": "the game is over"}
    return str({**shared, **getattr(games.part(game.NAME, "texts"), "CLAUSES", {})}.get(clause, ""))


_WORK = {
    notation.PLACE: "place a {colour} disc",
    notation.PLACE_PAWN: "place a pawn",
    notation.PLACE_LEADER: "place a leader",
    notation.STEP: "move a disc",
    notation.CAPTURE: "capture a pawn with a leader",
    notation.SWAP: "swap colours",
    notation.PASS: "pass",
    notation.DONE: "say that the fill is done",
    notation.END: "end the turn",
    notation.FREE: "free a stone from the prison",
    notation.KOMI: "choose the komi",
    notation.TAKE_BLACK: "take black",
    notation.TAKE_WHITE: "take white",
}
"""What the hands do for each kind of action, in the order in which sentences name it."""


def action_words(game: Game, code: int) -> str:
    """Return what a legal action does, in words: ``place a white disc``, ``step with the pawn to e4``."""
    what = notation.kind(code)
    if what in (notation.PLACE_WHITE, notation.PLACE_BLACK):
        return f"place a {'white' if what == notation.PLACE_WHITE else 'black'} disc"
    if what == notation.REPLACE:
        return f"turn it over to {COLOURS[other(game.board[notation.first(code)])]}"
    if what == notation.KOMI:
        return f"name a komi of {notation.first(code)}"
    if what in (notation.STEP, notation.CAPTURE):
        mover = "leader" if is_leader(game.board[notation.first(code)]) else "pawn"
        target = game.grid.name(notation.second(code))
        return f"step with the {mover} to {target}" if what == notation.STEP else f"capture the pawn on {target}"
    return _WORK[what].format(colour=COLOURS[game.to_move])


def due_words(game: Game, legal: Sequence[int]) -> str:
    """Return who is to do what, such as ``White: place a disc of either colour``; empty once the game is over.

    ``legal`` are the codes of all legal actions.
    """
    if not legal:
        return ""
    kinds = {notation.kind(code) for code in legal}
    ways = []
    if notation.PLACE_WHITE in kinds and notation.PLACE_BLACK in kinds:
        ways.append("place a disc of either colour")
    elif notation.PLACE_WHITE in kinds or notation.PLACE_BLACK in kinds:
        ways.append(f"place a {'white' if notation.PLACE_WHITE in kinds else 'black'} disc")
    if notation.REPLACE in kinds:
        ways.append("turn over one of the pulsing discs" if len(legal) > 1 else "turn over the pulsing disc")
    colour = COLOURS[game.to_move]
    ways += [way.format(colour=colour) for kind, way in _WORK.items() if kind in kinds]
    return f"{colour.capitalize()}: {', or '.join(ways)}"


_WHERE = {
    notation.PLACE: "place a {colour} disc on a glowing cell",
    notation.PLACE_PAWN: "place a pawn on a glowing cell",
    notation.PLACE_LEADER: "place a leader on a glowing cell",
    notation.STEP: "move one of the glowing discs",
}


def hint_words(game: Game, legal: Sequence[int]) -> str:
    """Return ``due_words`` for those who see the lights: ``White: place a white disc on a glowing cell.``"""
    kinds = {notation.kind(code) for code in legal}
    ways = []
    if notation.PLACE_WHITE in kinds and notation.PLACE_BLACK in kinds:
        ways.append("place a disc of either colour on a glowing cell")
    elif notation.PLACE_WHITE in kinds or notation.PLACE_BLACK in kinds:
        ways.append(f"place a {'white' if notation.PLACE_WHITE in kinds else 'black'} disc on a glowing cell")
    if {notation.PLACE_PAWN, notation.PLACE_LEADER} <= kinds:
        ways.append("place a pawn or a leader on a glowing cell")
        kinds -= {notation.PLACE_PAWN, notation.PLACE_LEADER}
    if notation.REPLACE in kinds:
        ways.append("turn over one of the discs that pulse" if len(legal) > 1 else "turn over the disc that pulses")
    colour = COLOURS[game.to_move]
    ways += [_WHERE.get(kind, way).format(colour=colour) for kind, way in _WORK.items() if kind in kinds]
    return f"{colour.capitalize()}: {', or '.join(ways)}." if ways else ""


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
    notation.DONE: "ended the fill",
    notation.END: "ended the turn",
    notation.FREE: "freed a disc from the prison",
    notation.KOMI: "chose a komi of {number}",
    notation.TAKE_BLACK: "took black",
    notation.TAKE_WHITE: "took white",
}
"""What a player did with each kind of action."""


def played_words(game: Game, colour: str) -> str:
    """Return a game's last action, by a colour, as a sentence: ``White placed a disc on d4.``; empty at the start."""
    if not game.codes:
        return ""
    code = game.codes[-1]
    first, second = (
        ("", "") if notation.is_word(code) else map(game.grid.name, (notation.first(code), notation.second(code)))
    )
    words = _PLAYED[notation.kind(code)].format(first=first, second=second, number=notation.first(code))
    return f"{colour.capitalize()} {words}."


_REASONS = {
    RESIGNED: "{loser} resigned",
    TIME: "{loser}'s time is over",
    DRAW_AGREED: "draw agreed",
    NO_MOVES: "{loser} has no legal action",
}
"""Why a game ended, by the reason's code; each game's folder has those of its own."""
for _name in games.NAMES:
    for _code, _words in getattr(games.part(_name, "texts"), "REASONS", {}).items():
        # Somebody's own game may have the code of another one.
        _REASONS.setdefault(_code, _words)


def reason_words(result: str | None, reason: str | None, game: Game | None = None) -> str:
    """Return why a game ended, in words, such as ``larger second-largest group (4 to 3)``; empty while it goes on.

    ``game`` is the finished game, where it is at hand: some reasons show the sizes of the groups that decided. A reason
    that is no code of today's, such as a sentence from an older version, stays as it is.
    """
    if result is None or reason is None:
        return ""
    own: Mapping[str, str] = {} if game is None else getattr(games.part(game.NAME, "texts"), "REASONS", {})
    words, winner = own.get(reason, _REASONS.get(reason)), RESULTS.index(result)
    if words is None or (winner == EMPTY and "{" in words):
        return reason
    sizes = ""
    if "{sizes}" in words and game is not None and game.outcome is not None and game.outcome.reason == reason:
        of_winner, of_loser, _ = game.final_groups()
        sizes = f" ({len(of_winner)} to {len(of_loser)})"
    return words.format(winner=COLOURS[winner], loser=COLOURS[other(winner) % 3], sizes=sizes)


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


_CHOSEN = {
    "pass": "pass",
    "swap": "swap colours",
    "done": "say that the fill is done",
    "end": "end the turn",
    "free": "free a stone from the prison",
    "take=black": "take black",
    "take=white": "take white",
    "resign": "resign",
    "draw": "offer a draw",
    "agree": "agree to the draw",
}
"""What the act button does while it is held."""


def chosen_words(chosen: str) -> str:
    """Return what to do with the act button while it has something to do, such as ``Hold Act to pass …``."""
    if not chosen:
        return ""
    words = _CHOSEN.get(chosen, f"choose {chosen.replace('=', ' ')}")
    if chosen == "resign":
        return f"Hold Act to {words}, press it for a draw. Back leaves."
    if chosen in ("draw", "agree"):
        return f"Hold Act to {words}. Back leaves."
    return f"Hold Act to {words}, press it for the next choice."


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
        periods = f"{read.periods} {'period' if read.periods == 1 else 'periods'} of {step} s each"
        return f"{base} each, then {periods}" if read.base_ms else periods
    return "no clock"


def time_words(ms: int) -> str:
    """Return a time as a clock shows it, ``4:05`` or ``1:04:05``, rounded up to whole seconds."""
    seconds = (ms + 999) // 1000
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def option_text(value: bool | int | str) -> str:
    """Return an option's value as people write it: ``on``, ``off``, ``3``, ``corners`` (rule ACT-7)."""
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def option_texts(options: Mapping[str, bool | int | str]) -> list[str]:
    """Return options as people write them: ``pie=on`` (rule ACT-7)."""
    return [f"{name}={option_text(value)}" for name, value in options.items()]


def options_words(options: Mapping[str, bool | int | str]) -> str:
    """Return the options of a game, as they stand behind its name."""
    return "".join(f" {text}" for text in option_texts(options))


def took_words(ms: int) -> str:
    """Return how long something took: ``0.8 s``, ``12 s``, ``2 min 5 s``, ``1 h 4 min``."""
    if ms < 9950:
        return f"{ms / 1000:.1f} s"
    seconds = round(ms / 1000)
    if seconds < 60:
        return f"{seconds} s"
    if seconds < 3600:
        return f"{seconds // 60} min {seconds % 60} s"
    return f"{seconds // 3600} h {seconds // 60 % 60} min"
