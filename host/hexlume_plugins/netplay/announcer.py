"""Announcements: what happens in a game with another host, in sentences for this side's person."""

from collections.abc import Sequence

from hexlume.games.pieces import COLOURS
from hexlume_record.game.events import COLOURS as BOTH
from hexlume_record.words.text import counted, outcome_words, time_words

from .entries import ACTION, AGREE, BACK, DECLINE, DRAW, RESIGN, Entry
from .shared_game import SharedGame

_SAID = {
    DRAW: ("You offer a draw.", "{name} offers a draw."),
    BACK: ("You ask to {do}.", "{name} asks to {do}."),
    DECLINE: (
        "You decline: the game goes on as it is.",
        "{name} declines: the game goes on as it is.",
    ),
    AGREE: ("You agree: back to after action {count}.", "{name} agrees: back to after action {count}."),
    RESIGN: ("You resign.", "{name} resigns."),
}
"""What happened apart from actions, by this side and by the other."""


class Announcer:
    """Follows the list and puts each entry into words once."""

    def __init__(self, game: SharedGame, role: str, other_name: str, how_to_answer: str) -> None:
        """Begin after the entries that the game has: an earlier run has announced them.

        ``how_to_answer`` follows the other side's offers, in a sentence.
        """
        self._answer = how_to_answer
        self._game = SharedGame(game.terms, game.entries)
        self._role = role
        self._other = other_name or "The other side"

    def sentences(self, entries: Sequence[Entry]) -> list[str]:
        """Return the sentences for what is new in the list."""
        return [sentence for entry in entries[len(self._game.entries) :] for sentence in self._take(entry)]

    def position_words(self) -> str:
        """Return who is to move, and the clock."""
        game = self._game
        if game.over:
            return f"The game is over. {outcome_words(game.game)}."
        colour = COLOURS[game.game.to_move].capitalize()
        who = "you are" if game.to_move == self._role else f"{self._other} is"
        return f"{colour}: {who} to move. {_clock_words(game)}".rstrip()

    def _take(self, entry: Entry) -> list[str]:
        game, before = self._game, self._game.offer
        colour = game.colour_of(entry.by)
        game.take(entry)
        mine, asks = entry.by == self._role, entry.kind in (DRAW, BACK)
        sentences = []
        if entry.kind == ACTION:
            time = f" ({time_words(entry.ms)})" if game.timed else ""
            sentences.append(f"{len(game.actions)}. {colour.capitalize()}: {game.actions[-1].action}{time}")
        elif entry.kind in _SAID and (entry.kind != AGREE or (before is not None and before[1].kind == BACK)):
            said = _SAID[entry.kind][not mine].format(name=self._other, do=offer_words(game), count=len(game.actions))
            sentences.append(f"{said} {self._answer}" if asks and not mine and self._answer else said)
        if game.over and entry.kind != DECLINE and not asks:
            sentences.append(f"The game is over. {outcome_words(game.game)}.")
        return sentences


def offer_words(game: SharedGame) -> str:
    """Return what the open offer is: ``a draw``, or what is to be taken back; empty without one."""
    if game.offer is None or game.offer[1].kind == DRAW:
        return "a draw" if game.offer else ""
    count = len(game.actions) - game.offer[1].to
    if count == 0:
        return "take back how the game was concluded"
    return "take back the last action" if count == 1 else f"take back the last {count} actions"


def _clock_words(game: SharedGame) -> str:
    """Return both players' time, ``Clock: white 4:05, black 5:00.``, with the periods that are left."""
    if game.clock is None:
        return ""
    words = []
    for colour in BOTH:
        number = COLOURS.index(colour)
        periods = game.clock.periods(number)
        left = time_words(game.clock.remaining(number))
        if periods:
            left = f"{left} and {counted(periods, 'period')}"
        words.append(f"{colour} {left}")
    return f"Clock: {', '.join(words)}."
