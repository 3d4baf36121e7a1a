"""Puts what happens in a game with another host into sentences."""

from collections.abc import Sequence

from hexlume.games.pieces import COLOURS

from ..game.events import COLOURS as BOTH
from ..game.text import outcome_words, time_words
from .entries import ACTION, AGREE, BACK, DECLINE, DRAW, RESIGN, Entry, Terms
from .shared_game import AgreedGame


class Announcer:
    """Follows the list and tells each entry once, in the words of one side."""

    def __init__(self, terms: Terms, side: str, other_name: str, how_to_answer: str = "") -> None:
        """``how_to_answer`` follows what the other side asks, in a sentence."""
        self._answer = f" {how_to_answer}" if how_to_answer else ""
        self._game = AgreedGame(terms)
        self._side = side
        self._other = other_name or "The other side"
        self.told = 0
        """Entries that have been told."""

    def skip(self, entries: Sequence[Entry]) -> None:
        """Take entries that need not be told: they were in an earlier run."""
        for entry in entries:
            self._game.take(entry)
        self.told = len(self._game.entries)

    def sentences(self, entries: Sequence[Entry]) -> list[str]:
        """Return what is new in the list, a sentence each."""
        sentences = []
        for entry in entries[self.told :]:
            sentences += self._take(entry)
            self.told += 1
        return sentences

    def position_words(self) -> str:
        """Return who is to move, and the clock."""
        game = self._game
        if game.over:
            return f"The game is over. {outcome_words(game.game)}."
        colour = COLOURS[game.game.to_move].capitalize()
        who = "you are to move" if game.to_move == self._side else f"{self._other} is to move"
        clock = "" if game.clock is None else f" {clock_words(game)}"
        return f"{colour}: {who}.{clock}"

    def _take(self, entry: Entry) -> list[str]:
        game = self._game
        mine = entry.by == self._side
        who = "You" if mine else self._other
        asked = game.offer
        colour = game.colour_of(entry.by)
        game.take(entry)
        told = []
        if entry.kind == ACTION:
            time = "" if game.clock is None else f" ({time_words(entry.ms)})"
            told.append(f"{len(game.actions)}. {colour.capitalize()}: {game.actions[-1].action}{time}")
        elif entry.kind == DRAW:
            told.append(f"{who} {'offer' if mine else 'offers'} a draw." + ("" if mine else self._answer))
        elif entry.kind == BACK:
            back = _back_words(len(game.actions) - entry.to)
            told.append(f"{who} {'ask' if mine else 'asks'} to {back}." + ("" if mine else self._answer))
        elif entry.kind == DECLINE:
            told.append(f"{who} {'decline' if mine else 'declines'}: the game goes on as it is.")
        elif entry.kind == AGREE and asked is not None and asked[1].kind == BACK:
            told.append(f"{who} {'agree' if mine else 'agrees'}: back to after action {len(game.actions)}.")
        elif entry.kind == RESIGN:
            told.append(f"{who} {'resign' if mine else 'resigns'}.")
        if game.over and entry.kind != DECLINE and entry.kind not in (DRAW, BACK):
            told.append(f"The game is over. {outcome_words(game.game)}.")
        return told


def _back_words(count: int) -> str:
    if count == 0:
        return "take back how the game was concluded"
    return "take back the last action" if count == 1 else f"take back the last {count} actions"


def clock_words(game: AgreedGame) -> str:
    """Return both players' time, ``Clock: white 4:05, black 5:00``; with periods where there are any left."""
    if game.clock is None:
        return ""
    words = []
    for colour in BOTH:
        number = COLOURS.index(colour)
        periods = game.clock.periods(number)
        more = f" and {periods} {'period' if periods == 1 else 'periods'}" if periods else ""
        words.append(f"{colour} {time_words(game.clock.remaining(number))}{more}")
    return f"Clock: {', '.join(words)}."
