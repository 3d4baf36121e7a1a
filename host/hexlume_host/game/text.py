"""Words for a game's state that a player understands."""

from collections.abc import Mapping, Sequence

from hexlume import games
from hexlume.games import catalogue, notation
from hexlume.games.game import Game
from hexlume.games.grid import grid_of
from hexlume.games.outcome import DRAW_AGREED, NO_MOVES, RESIGNED, RESULTS, TIME
from hexlume.games.pieces import EMPTY, is_leader, other
from hexlume.match.game_clock import BYOYOMI, DELAY, FISCHER, TimeControl, TimeControlError

from ..translation import N_, _, ngettext
from .clause_parts import broken_part


def game_title(rules: str) -> str:
    """Return a game's name as people write it; that of a game which is not here is capitalised."""
    texts = games.part(rules, "texts") if rules in games.NAMES else None
    return str(getattr(texts, "TITLE", rules.capitalize()))


def game_aim(rules: str) -> str:
    """Return what a game is about in one sentence; empty if the game does not say."""
    return _(str(getattr(games.part(rules, "texts"), "AIM", "")))


def has_owned_edges(rules: str) -> bool:
    """Return whether black owns the bottom and the top row of a game's board, white the left and the right column."""
    return rules in games.NAMES and bool(catalogue.edges(rules, 3))


def colour_word(colour: int) -> str:
    """Return a colour in a sentence: ``white``, ``black``; empty for neither."""
    return ("", _("white"), _("black"))[colour]


_PIECES = {
    "white": N_("white disc"),
    "black": N_("black disc"),
    "white leader": N_("white leader"),
    "black leader": N_("black leader"),
}


def piece_words(piece: str) -> str:
    """Return a piece (``hexlume.games.pieces.NAMES``) in a sentence: ``white disc``, ``black leader``."""
    return _(_PIECES.get(piece, piece))


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
        "ACT-1": _("{game} on {board} has no such action", game=game_title(game.NAME), board=game.grid.board),
        "ACT-2": _("the game is over"),
    }
    if clause in shared:
        return shared[clause]
    return _(broken_part(getattr(games.part(game.NAME, "texts"), "CLAUSES", {}), game, clause, code))


_WORK = {
    notation.PLACE: N_("place a {colour} disc"),
    notation.PLACE_PAWN: N_("place a pawn"),
    notation.PLACE_LEADER: N_("place a leader"),
    notation.STEP: N_("move a disc"),
    notation.CAPTURE: N_("capture a pawn with a leader"),
    notation.SWAP: N_("swap colours"),
    notation.PASS: N_("pass"),
    notation.DONE: N_("finish"),
    notation.END: N_("end the turn"),
    notation.FREE: N_("free a disc from the prison"),
    notation.KOMI: N_("choose the komi"),
    notation.TAKE_BLACK: N_("take black"),
    notation.TAKE_WHITE: N_("take white"),
}
"""What the hands do for each kind of action, in the order in which sentences name it.

``ACTIONS`` in a game's texts has other words for actions without a place, by their strings.
"""


def _work(game: Game, kind: int) -> str:
    return _own_words(game, "ACTIONS", notation.TEXTS[kind], _WORK[kind])


def _own_words(game: Game, table: str, action: str, usual: str) -> str:
    """Return what a table of a game's texts has for an action's string, else the usual words."""
    return str(getattr(games.part(game.NAME, "texts"), table, {}).get(action, usual))


def action_words(game: Game, code: int) -> str:
    """Return what a legal action does, in words: ``place a white disc``, ``step with the pawn to e4``."""
    what = notation.kind(code)
    if what in (notation.PLACE_WHITE, notation.PLACE_BLACK):
        return _("place a white disc") if what == notation.PLACE_WHITE else _("place a black disc")
    if what == notation.REPLACE:
        return _("turn it over to {colour}", colour=colour_word(other(game.board[notation.first(code)])))
    if what == notation.KOMI:
        return _("name a komi of {number}", number=notation.first(code))
    if what in (notation.STEP, notation.CAPTURE):
        target = game.grid.name(notation.second(code))
        if what == notation.CAPTURE:
            return _("capture the pawn on {cell}", cell=target)
        if is_leader(game.board[notation.first(code)]):
            return _("step with the leader to {cell}", cell=target)
        return _("step with the pawn to {cell}", cell=target)
    return _(_work(game, what), colour=colour_word(game.to_move))


def due_words(game: Game, legal: Sequence[int]) -> str:
    """Return who is to do what, such as ``White: place a disc of either colour``; empty once the game is over.

    ``legal`` are the codes of all legal actions.
    """
    if not legal:
        return ""
    kinds = {notation.kind(code) for code in legal}
    ways = []
    if notation.PLACE_WHITE in kinds and notation.PLACE_BLACK in kinds:
        ways.append(_("place a disc of either colour"))
    elif notation.PLACE_WHITE in kinds or notation.PLACE_BLACK in kinds:
        ways.append(_("place a white disc") if notation.PLACE_WHITE in kinds else _("place a black disc"))
    if notation.REPLACE in kinds:
        ways.append(_("turn over one of the pulsing discs") if len(legal) > 1 else _("turn over the pulsing disc"))
    colour = colour_word(game.to_move)
    ways += [_(_work(game, kind), colour=colour) for kind in _WORK if kind in kinds]
    return f"{colour.capitalize()}: {_(', or ').join(ways)}{part_words(game)}"


def part_words(game: Game) -> str:
    """Return which part of a turn is due, such as `` (second of two)``; empty where a turn has one only."""
    texts = games.part(game.NAME, "texts") if game.NAME in games.NAMES else None
    if texts is None or not hasattr(texts, "part"):
        return ""
    name, count = texts.part(game)
    return f" ({_(texts.PARTS[name], count=count)})" if name else ""


_WHERE = {
    notation.PLACE: N_("place a {colour} disc on a glowing cell"),
    notation.PLACE_PAWN: N_("place a pawn on a glowing cell"),
    notation.PLACE_LEADER: N_("place a leader on a glowing cell"),
    notation.STEP: N_("move one of the glowing discs"),
}


def hint_words(game: Game, legal: Sequence[int]) -> str:
    """Return ``due_words`` for those who see the lights: ``White: place a white disc on a glowing cell.``"""
    kinds = {notation.kind(code) for code in legal}
    ways = []
    if notation.PLACE_WHITE in kinds and notation.PLACE_BLACK in kinds:
        ways.append(_("place a disc of either colour on a glowing cell"))
    elif notation.PLACE_WHITE in kinds or notation.PLACE_BLACK in kinds:
        white = notation.PLACE_WHITE in kinds
        ways.append(_("place a white disc on a glowing cell") if white else _("place a black disc on a glowing cell"))
    if {notation.PLACE_PAWN, notation.PLACE_LEADER} <= kinds:
        ways.append(_("place a pawn or a leader on a glowing cell"))
        kinds -= {notation.PLACE_PAWN, notation.PLACE_LEADER}
    if notation.REPLACE in kinds:
        ways.append(
            _("turn over one of the discs that pulse") if len(legal) > 1 else _("turn over the disc that pulses")
        )
    colour = colour_word(game.to_move)
    ways += [_(_WHERE.get(kind) or _work(game, kind), colour=colour) for kind in _WORK if kind in kinds]
    return f"{colour.capitalize()}: {_(', or ').join(ways)}{part_words(game)}." if ways else ""


_PLAYED = {
    notation.PLACE_WHITE: N_("placed a white disc on {first}"),
    notation.PLACE_BLACK: N_("placed a black disc on {first}"),
    notation.REPLACE: N_("turned the disc on {first} over"),
    notation.PLACE: N_("placed a disc on {first}"),
    notation.PLACE_PAWN: N_("placed a pawn on {first}"),
    notation.PLACE_LEADER: N_("placed a leader on {first}"),
    notation.STEP: N_("moved from {first} to {second}"),
    notation.CAPTURE: N_("moved from {first} to {second} and captured a pawn"),
    notation.SWAP: N_("swapped colours"),
    notation.PASS: N_("passed"),
    notation.DONE: N_("finished"),
    notation.END: N_("ended the turn"),
    notation.FREE: N_("freed a disc from the prison"),
    notation.KOMI: N_("chose a komi of {number}"),
    notation.TAKE_BLACK: N_("took black"),
    notation.TAKE_WHITE: N_("took white"),
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
        told = [ngettext("played {count} action", "played {count} actions", len(told))]
    last = _code_played(game, codes[-1])
    words = _("{words} and {last}", words=", ".join(told), last=last) if told else last
    return f"{name} {words}."


def _code_played(game: Game, code: int) -> str:
    first, second = (
        ("", "") if notation.is_word(code) else map(game.grid.name, (notation.first(code), notation.second(code)))
    )
    kind = notation.kind(code)
    words = _own_words(game, "PLAYED", notation.TEXTS[kind], _PLAYED[kind])
    return _(words, first=first, second=second, number=notation.first(code))


_REASONS = {
    RESIGNED: N_("{loser} resigned"),
    TIME: N_("{loser}'s time is over"),
    DRAW_AGREED: N_("draw agreed"),
    NO_MOVES: N_("{loser} has no legal action"),
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
        of_winner, of_loser, _decided = game.final_groups()
        sizes = " " + _("({winner} to {loser})", winner=len(of_winner), loser=len(of_loser))
    return _(words, winner=colour_word(winner), loser=colour_word(other(winner) % 3), sizes=sizes)


def result_words(result: str | None, reason: str | None, game: Game | None = None) -> str:
    """Return a game's result as a sentence's words, such as ``White wins: larger group …``; empty without one."""
    if result is None:
        return ""
    words = {"W+": _("White wins"), "B+": _("Black wins")}.get(result, _("Draw"))
    return f"{words}: {reason_words(result, reason, game)}" if reason else words


def outcome_words(game: Game) -> str:
    """Return ``result_words`` of a game at hand."""
    return "" if game.outcome is None else result_words(game.outcome.result, game.outcome.reason, game)


def outcome_reason_words(game: Game) -> str:
    """Return ``reason_words`` of a game at hand."""
    return "" if game.outcome is None else reason_words(game.outcome.result, game.outcome.reason, game)


_CHOSEN = {
    "pass": N_("pass"),
    "swap": N_("swap colours"),
    "done": N_("finish"),
    "end": N_("end the turn"),
    "free": N_("free a disc from the prison"),
    "take=black": N_("take black"),
    "take=white": N_("take white"),
    "resign": N_("resign"),
    "draw": N_("offer a draw"),
    "agree": N_("agree to the draw"),
}
"""What the act button does while it is held."""


def chosen_words(chosen: str, game: Game | None = None) -> str:
    """Return what to do with the act button while it has something to do, such as ``Hold Act to pass …``."""
    if not chosen:
        return ""
    usual = _CHOSEN.get(chosen, "")
    own = _own_words(game, "ACTIONS", chosen, usual) if game else usual
    words = _(own) if own else _("choose {what}", what=chosen.replace("=", " "))
    if chosen == "resign":
        return _("Hold Act to {do}, press it for a draw. Back leaves.", do=words)
    if chosen in ("draw", "agree"):
        return _("Hold Act to {do}. Back leaves.", do=words)
    return _("Hold Act to {do}, press it for the next choice.", do=words)


def room_words(journal: str) -> str:
    """Return a warning that a board's memory is full of games that no host has (``device.messages.Table.journal``)."""
    if journal == "low":
        return _("The board has little room left for games that no host has: keep this running until it has told them.")
    return _("The board has no room left for games that no host has and drops some: keep this running.")


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
        each = _("{time} each", time=base)
        return _("{time} each, {step} s more after every turn", time=base, step=step) if step else each
    if read.kind == DELAY:
        return _("{time} each, the first {step} s of every turn free", time=base, step=step)
    if read.kind == BYOYOMI:
        periods = ngettext(
            "{count} period of {step} s each", "{count} periods of {step} s each", read.periods, step=step
        )
        return _("{time} each, then {periods}", time=base, periods=periods) if read.base_ms else periods
    return _("no clock")


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


def options_label(options: Mapping[str, bool | int | str]) -> str:
    """Return the options of a game for people: ``pie rule, komi 3``."""
    return ", ".join(option_label(name, value) for name, value in options.items())


_OPTIONS = {"pie": N_("pie rule")}
"""What people call an option, where that is not its name."""


def option_label(name: str, value: bool | int | str) -> str:
    """Return an option of a game for people: ``pie rule``, ``no pie rule``, ``komi 3``."""
    label = _(_OPTIONS.get(name, name))
    if value is True:
        return label
    return f"{label} {_(str(value))}" if value else _("no {option}", option=label)


def board_words(on: str) -> str:
    """Return what people call a game's board: ``49 cells`` for ``rhombus7``."""
    return ngettext("{count} cell", "{count} cells", grid_of(on).cells)


def game_words(rules: str, on: str, options: Mapping[str, bool | int | str]) -> str:
    """Return a game for people, with the options that are not its usual ones: ``Hex, 49 cells, no pie rule``."""
    usual = games.game_class(rules).DEFAULTS if rules in games.NAMES else {}
    chosen = {name: value for name, value in options.items() if usual.get(name) != value}
    return ", ".join(filter(None, (game_title(rules), board_words(on), options_label(chosen))))


def took_words(ms: int) -> str:
    """Return how long something took: ``0.8 s``, ``12 s``, ``2 min 5 s``, ``1 h 4 min``."""
    if ms < 9950:
        return _("{seconds} s", seconds=f"{ms / 1000:.1f}")
    seconds = round(ms / 1000)
    if seconds < 60:
        return _("{seconds} s", seconds=seconds)
    if seconds < 3600:
        return _("{minutes} min {seconds} s", minutes=seconds // 60, seconds=seconds % 60)
    return _("{hours} h {minutes} min", hours=seconds // 3600, minutes=seconds // 60 % 60)
