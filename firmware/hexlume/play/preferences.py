"""The players' preferences: what to play and how the board behaves, kept in its memory.

They are one entry of ``hexlume.journal.flash_log``, lines of ``name=value`` in ASCII. Every value is checked when it is
read; one that is missing or wrong falls back to its default.
"""

import binascii

from .. import games
from ..const import const
from ..games import catalogue, game_clock
from ..games.grid import number
from ..journal.flash_log import MOST_PAYLOAD, PREFERENCES
from ..output.lights import FULL
from ..table.prompt import HINTS_ALWAYS
from .opponent import PERSON

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from ..games import Game
    from ..journal.flash_log import FlashLog
    from ..output.lights import Lights
    from ..output.sound import Buzzer
    from .session import GameSession
    from .settings import Settings

LIFT = 1
ALWAYS = 2
COACH = 3
HINTS = ("off", "lift", "always", "coach")
"""Hint levels: no legal actions shown; those of a lifted disc; all; all, and the engine's advice."""

OPPONENTS = ("person", "engine second", "engine first")
"""Who plays, by the numbers of ``hexlume.play.opponent`` (``PERSON`` ...)."""

SWITCH = ("off", "on")

BRIGHTNESS_NAMES = ("full", "normal", "dim", "night")
"""The levels of the lights' brightness, by their number."""

_CHOICES = const(("rules", "size", "options", "time_control", "opponent", "brightness", "hints", "sounds", "idle"))
"""The attributes that players choose."""


class Preferences:
    """What the players have chosen.

    ``rules``, ``size`` and ``options`` (the words that differ from the game's defaults, such as ``komi=3``) say what
    is played; ``time_control`` is a text of ``hexlume.games.game_clock``; ``opponent``, ``brightness`` and
    ``hints`` are indices of ``OPPONENTS``, ``BRIGHTNESS_NAMES`` and ``HINTS``, ``sounds`` and ``idle`` of ``SWITCH``.
    With ``idle`` on, the lights dim and go out while nobody is at the board.
    """

    def __init__(self, settings: "Settings") -> None:
        """Begin with the defaults: the game of settings.toml, and everything shown and heard."""
        self._settings = settings
        self.grid = settings.grid
        self.rules, self.size, self.options = settings.rules, settings.size, settings.options
        self.time_control = settings.time_control
        self.opponent = PERSON
        self.brightness = FULL
        self.hints = ALWAYS
        self.sounds = 1
        self.idle = 1
        words = "%s %d %s %s %s" % (self.rules, self.size, self.options, self.grid.board, self.time_control)
        self.base = ("%08x" % (binascii.crc32(words.encode()) & 0xFFFFFFFF)).encode()

    def copy_from(self, other: "Preferences") -> None:
        """Take every choice of another one, made for the same settings."""
        for name in _CHOICES:
            setattr(self, name, getattr(other, name))

    def copy(self) -> "Preferences":
        """Return other preferences with the same choices."""
        made = Preferences(self._settings)
        made.copy_from(self)
        return made

    def apply(self, lights: "Lights", buzzer: "Buzzer", running: "GameSession") -> None:
        """Let the lights, the buzzer, the hints and the engine be as chosen."""
        lights.brightness = self.brightness
        lights.saves = bool(self.idle)
        buzzer.on = bool(self.sounds)
        running.prompt.hints = min(self.hints, HINTS_ALWAYS)
        running.time_control = self.time_control
        running.opponent.seat = self.opponent
        running.opponent.coaches = self.hints == COACH

    def same_game(self, other: "Preferences") -> bool:
        """Return whether another one plays the same game on the same board with the same options."""
        return (self.rules, self.size, self.options) == (other.rules, other.size, other.options)

    def start(self) -> "Game":
        """Start the game that is chosen."""
        return games.start(self.rules, self.size, games.words_to_options(self.options))

    def load(self, memory: "FlashLog") -> None:
        """Take what the board's memory holds, as far as it is sound."""
        self.read(memory.read(PREFERENCES) or b"")

    def keep(self, memory: "FlashLog") -> None:
        """Write them to the board's memory; costs nothing when nothing has changed."""
        memory.write(PREFERENCES, self.text().encode())

    def take(self, message: "dict[str, Any]") -> str | None:
        """Take a host's choices of ``clock``, ``opponent``, ``brightness``, ``hints``, ``sounds`` and ``idle``, all or
        none.

        Each is a word as in the text that is kept. Return ``None``, or one sentence why not.
        """
        draft = self.copy()
        for name, words in (
            ("opponent", OPPONENTS),
            ("brightness", BRIGHTNESS_NAMES),
            ("hints", HINTS),
            ("sounds", SWITCH),
            ("idle", SWITCH),
        ):
            word = message.get(name)
            if word is not None:
                if word not in words:
                    return "%s is one of %s" % (name, ", ".join(words))
                setattr(draft, name, words.index(word))
        control = message.get("clock")
        if control is not None:
            try:
                draft.time_control = game_clock.checked(control if isinstance(control, str) else "")
            except ValueError as refusal:
                return str(refusal)
        self.copy_from(draft)
        return None

    def text(self) -> str:
        """Return them as they are kept."""
        return (
            "settings=%s\nrules=%s\nsize=%d\noptions=%s\nclock=%s\nopponent=%s\nbrightness=%s\nhints=%s\nsounds=%s"
            "\nidle=%s"
        ) % (
            self.base.decode(),
            self.rules,
            self.size,
            self.options,
            self.time_control,
            OPPONENTS[self.opponent],
            BRIGHTNESS_NAMES[self.brightness],
            HINTS[self.hints],
            SWITCH[self.sounds],
            SWITCH[self.idle],
        )

    def read(self, payload: bytes) -> None:
        """Take what was kept; any bytes may be given, and what is not sound leaves its default.

        What settings.toml says to play wins if it has been edited since.
        """
        if len(payload) > MOST_PAYLOAD or any([byte > 126 for byte in payload]):
            return
        kept: dict[str, str] = {}
        for line in payload.decode().split("\n"):
            name, _, value = line.partition("=")
            kept[name] = value
        if kept.get("settings") == self.base.decode():
            self._read_game(kept.get("rules", ""), kept.get("size", ""), kept.get("options", ""))
            try:
                self.time_control = game_clock.checked(kept.get("clock", self.time_control))
            except ValueError:
                pass
        self.opponent = _index(OPPONENTS, kept.get("opponent"), self.opponent)
        self.brightness = _index(BRIGHTNESS_NAMES, kept.get("brightness"), self.brightness)
        self.hints = _index(HINTS, kept.get("hints"), self.hints)
        self.sounds = _index(SWITCH, kept.get("sounds"), self.sounds)
        self.idle = _index(SWITCH, kept.get("idle"), self.idle)

    def _read_game(self, rules: str, size: str, options: str) -> None:
        """Take a game, its size and options, all or none."""
        if rules not in catalogue.GAMES or number(size) not in catalogue.sizes(self.grid, rules):
            return
        chosen = games.game_class(rules)
        try:
            checked = games.check_options(chosen, games.words_to_options(options))
        except games.OptionError:
            return
        self.rules, self.size, self.options = rules, number(size), games.option_words(chosen, checked)


def _index(values: tuple[str, ...], name: str | None, default: int) -> int:
    """Return the index of a name, or a default if it is not among the values."""
    return values.index(name) if name in values else default
