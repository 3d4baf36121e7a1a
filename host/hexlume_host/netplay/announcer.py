"""Announcements: what happens in a game with another host, in sentences for this side's person."""

from collections.abc import Sequence

from hexlume.games.pieces import COLOURS

from ..game.events import COLOURS as BOTH
from ..game.text import outcome_words, time_words
from ..translation import N_, _, ngettext
from .entries import ACTION, AGREE, BACK, DECLINE, DRAW, RESIGN, Entry
from .shared_game import SharedGame

_SAID = {
    DRAW: (N_("You offer a draw."), N_("{name} offers a draw.")),
    BACK: (N_("You ask to {do}."), N_("{name} asks to {do}.")),
    DECLINE: (
        N_("You decline: the game goes on as it is."),
        N_("{name} declines: the game goes on as it is."),
    ),
    AGREE: (N_("You agree: back to after action {count}."), N_("{name} agrees: back to after action {count}.")),
    RESIGN: (N_("You resign."), N_("{name} resigns.")),
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
        self._other = other_name or _("The other side")

    def sentences(self, entries: Sequence[Entry]) -> list[str]:
        """Return the sentences for what is new in the list."""
        return [sentence for entry in entries[len(self._game.entries) :] for sentence in self._take(entry)]

    def position_words(self) -> str:
        """Return who is to move, and the clock."""
        game = self._game
        if game.over:
            return _("The game is over. {result}.", result=outcome_words(game.game))
        colour = _(COLOURS[game.game.to_move].capitalize())
        if game.to_move == self._role:
            who = _("{colour}: you are to move.", colour=colour)
        else:
            who = _("{colour}: {name} is to move.", colour=colour, name=self._other)
        return f"{who} {_clock_words(game)}".rstrip()

    def _take(self, entry: Entry) -> list[str]:
        game, before = self._game, self._game.offer
        colour = game.colour_of(entry.by)
        game.take(entry)
        mine, asks = entry.by == self._role, entry.kind in (DRAW, BACK)
        sentences = []
        if entry.kind == ACTION:
            time = f" ({time_words(entry.ms)})" if game.timed else ""
            sentences.append(f"{len(game.actions)}. {_(colour.capitalize())}: {game.actions[-1].action}{time}")
        elif entry.kind in _SAID and (entry.kind != AGREE or (before is not None and before[1].kind == BACK)):
            said = _(_SAID[entry.kind][not mine], name=self._other, do=offer_words(game), count=len(game.actions))
            sentences.append(f"{said} {self._answer}" if asks and not mine and self._answer else said)
        if game.over and entry.kind != DECLINE and not asks:
            sentences.append(_("The game is over. {result}.", result=outcome_words(game.game)))
        return sentences


def offer_words(game: SharedGame) -> str:
    """Return what the open offer is: ``a draw``, or what is to be taken back; empty without one."""
    if game.offer is None or game.offer[1].kind == DRAW:
        return _("a draw") if game.offer else ""
    count = len(game.actions) - game.offer[1].to
    if count == 0:
        return _("take back how the game was concluded")
    return ngettext("take back the last action", "take back the last {count} actions", count)


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
            left = ngettext("{time} and {count} period", "{time} and {count} periods", periods, time=left)
        words.append(f"{_(colour)} {left}")
    return _("Clock: {times}.", times=", ".join(words))
