"""Sentences of the firmware, in the process's language: the board's refusals, and the reasons of rules and boards.

The firmware has no catalogues, and puts values into its sentences. So a sentence is matched with templates.
"""

import re
from functools import cache

from ..translation import N_, PLACEHOLDER, _

TEMPLATES = (
    N_("'{action}' is not legal here ({clause})"),
    N_("'{action}' is not legal here"),
    N_("'{action}' is not legal there"),
    N_("'{action}' is played with discs: put them on the board"),
    N_("the actions that were sent are still being played"),
    N_("the game is over"),
    N_("the game was not concluded"),
    N_("the game was concluded after its last action"),
    N_("there is no action to take back"),
    N_("the discs on the table differ from the game: put them right first"),
    N_("the board asks for something else by now"),
    N_("the lesson does not ask for that now"),
    N_("this game has too many events: begin a new one"),
    N_("this board has begun {most} games: switch it off and on for more"),
    N_("this game has begun by hand already: start a new one with its actions"),
    N_("too many actions: send them in parts of at most {most}"),
    N_("the board's menu is open: close it first"),
    N_("the board is being calibrated: finish that first"),
    N_("the board has too little memory left for that: switch it off and on"),
    N_("the board has too little memory left for lessons: switch it off and on"),
    N_("this board does not know that command"),
    N_("health needs on: true or false"),
    N_("raw needs on: true or false"),
    N_("lights need panel cells with ranks from 1 to 3, such as d4: 1"),
    N_("actions are a list of action strings"),
    N_("a new game needs rules (text), size (a number) and options"),
    N_("a game is concluded because white or black resigned or has no time, or because a draw was agreed"),
    N_("no lesson is running: one is begun by rules (text) and step (a number)"),
    N_("the lessons of {game} have steps 1 to {most}"),
    N_("there are no lessons for {game} on this board"),
    N_("the lessons of {game} cannot be used: step {step} is damaged"),
    N_("'{game}' is no game: choose one of {names}"),
    N_("{game} cannot be played: {kind}: {why}"),
    N_("{game} cannot be started: {kind}: {why}"),
    N_("{game} is played on {kind} boards of {least} to {most} a side, not {size}"),
    N_("{game} has no option '{option}'"),
    N_("pie and a komi other than 0 do not go together: choose one"),
    N_("{option} is one of {values}, not '{value}'"),
    N_("{option} is one of {values}"),
    N_("'{text}' is no time control: {how}"),
    N_("{kind} begins with {least} to {most} seconds, not '{text}'"),
    N_("{kind} goes on with {least} to {most} seconds, not '{text}'"),
    N_("{kind} has {least} to {most} periods, not '{text}'"),
    N_("'{board}' is no board: name one like hex5 or square9"),
    N_("a hex board has 1 to {most} cells a side, not {size}"),
    N_("a square board has 1 to {most} points a side, not {size}"),
    N_("a blocked cell is not on {board}: one of {cells}"),
    N_("the board {board} does not fit on a {panel} panel"),
    N_("{game} can't be played on a {panel} panel"),
)
"""The sentences; of two that match, the first one counts."""


def firmware_sentence(sentence: Exception | str) -> str:
    """Return a sentence of the firmware in the process's language; one that is not known stays as it is.

    So is what the host says for a board that says nothing (``device.messages.NO_ANSWER``).
    """
    words = str(sentence)
    for template, pattern in _patterns():
        if found := pattern.fullmatch(words):
            return _(template, **found.groupdict())
    return _(words)


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    return [(template, re.compile(_as_pattern(template), re.DOTALL)) for template in TEMPLATES]


def _as_pattern(template: str) -> str:
    """Return a template's regular expression; ``split`` gives its text and its placeholders in turn."""
    parts = PLACEHOLDER.split(template)
    return "".join(f"(?P<{part}>.*?)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
