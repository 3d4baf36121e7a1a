"""Announcements: what happens in a game with another host, in sentences for this side's person."""

from collections.abc import Sequence

from hexlume.games.pieces import COLOURS

from ..game.events import COLOURS as BOTH
from ..game.text import outcome_words, time_words
from .entries import ACTION, AGREE, BACK, DECLINE, DRAW, RESIGN, Entry
from .shared_game import SharedGame


class Announcer:
    """Follows the list and puts each entry into words once."""

    def __init__(self, game: SharedGame, role: str, other_name: str, how_to_answer: str) -> None:
        """Begin after the entries that the game has: an earlier run has announced them.

        ``how_to_answer`` follows the other side's offers, in a sentence.
        """
        self._answer = f" {how_to_answer}" if how_to_answer else ""
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
        who = "you are to move" if game.to_move == self._role else f"{self._other} is to move"
        return f"{COLOURS[game.game.to_move].capitalize()}: {who}.{_clock_words(game)}"

    def _take(self, entry: Entry) -> list[str]:
        game, before = self._game, self._game.offer
        colour = game.colour_of(entry.by)
        game.take(entry)
        mine = entry.by == self._role
        who, ending, answer = ("You", "", "") if mine else (self._other, "s", self._answer)
        sentences = []
        if entry.kind == ACTION:
            time = f" ({time_words(entry.ms)})" if game.timed else ""
            sentences.append(f"{len(game.actions)}. {colour.capitalize()}: {game.actions[-1].action}{time}")
        elif entry.kind == DRAW:
            sentences.append(f"{who} offer{ending} a draw.{answer}")
        elif entry.kind == BACK:
            sentences.append(f"{who} ask{ending} to {offer_words(game)}.{answer}")
        elif entry.kind == DECLINE:
            sentences.append(f"{who} decline{ending}: the game goes on as it is.")
        elif entry.kind == AGREE and before is not None and before[1].kind == BACK:
            sentences.append(f"{who} agree{ending}: back to after action {len(game.actions)}.")
        elif entry.kind == RESIGN:
            sentences.append(f"{who} resign{ending}.")
        if game.over and entry.kind not in (DECLINE, DRAW, BACK):
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
    """Return both players' time, `` Clock: white 4:05, black 5:00.``, with the periods that are left."""
    if not game.timed:
        return ""
    words = []
    for colour in BOTH:
        number = COLOURS.index(colour)
        periods = game.clock.periods(number)
        more = f" and {periods} {'period' if periods == 1 else 'periods'}" if periods else ""
        words.append(f"{colour} {time_words(game.clock.remaining(number))}{more}")
    return f" Clock: {', '.join(words)}."
