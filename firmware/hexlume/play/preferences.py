"""The players' preferences: what to play and how the board behaves.

They begin as settings.toml on the drive says and are kept in the board's memory, as one entry of
``hexlume.journal.flash_log``, lines of ``name=value`` in ASCII. Every value is checked when it is read; one that is
missing or wrong falls back to its default.
"""

import binascii

from .. import games
from ..games import catalogue
from ..games.grid import number
from ..hardware.panel import panel_of, setting
from ..journal.flash_log import MOST_PAYLOAD, PREFERENCES, FlashLog
from ..match import game_clock
from ..table import layout

if False:  # for type checkers only
    from typing import Any, Callable

LIFT, ALWAYS, COACH, LEARN = range(1, 5)
"""Hint levels; ``LEARN`` is none: chosen on the menu among them, it begins the game's course of lessons."""

PERSON, ENGINE_SECOND, ENGINE_FIRST = range(3)
OPPONENTS = ("person", "engine second", "engine first")
"""Who plays: two people, or the engine in the second seat or the first (ACT-3)."""

STRONG = 2
LEVELS = ("gentle", "medium", "strong")
"""How strongly the engine plays; as a coach it always thinks as well as it can."""

WORDS: "dict[str, tuple[str, ...]]" = {
    "opponent": OPPONENTS,
    # By the numbers of ``hexlume.output.lights`` (``FULL`` ...).
    "brightness": ("full", "normal", "dim", "night"),
    # No legal actions are shown; those of a lifted disc; all; all, and the engine's advice.
    "hints": ("off", "lift", "always", "coach"),
    "sounds": ("off", "soft", "on"),
    "idle": ("off", "on"),
    "level": LEVELS,
}
"""Those that are an index of a word, with their words."""


class Preferences:
    """What the players have chosen: lights, buzzer, session and opponent read it whenever they need it.

    ``rules``, ``size`` and ``options`` (the words that differ from the game's defaults, such as ``komi=3``) say what
    is played; ``time_control`` is a text of ``hexlume.match.game_clock``; ``opponent``, ``level``, ``brightness``,
    ``hints``, ``sounds`` and ``idle`` are indices of their words in ``WORDS``.
    With ``idle`` on, the lights dim and go out while nobody is at the board.

    Only settings.toml says which panel it is (``grid`` is the panel's), and whether a board that has no calibration
    ``learns`` one at once. ``complaints`` are sentences about what could not be used, of it and of the games.
    """

    def __init__(self, getenv: "Callable[[str], str | int | None]") -> None:
        """Begin with settings.toml, read by ``os.getenv``, and with everything shown and heard.

        CircuitPython has text, or in some releases integers, and raises ``ValueError`` for lines that it cannot read.
        What is missing or wrong falls back to hex4 and to the first game that fits the panel and can be loaded.
        """
        self.complaints: list[str] = list(catalogue.BROKEN.values())
        self.grid = panel_of(getenv, self.complaints)
        usual = [name for name in catalogue.NAMES if layout.usual_size(self.grid, name)]
        # Without any game that can be loaded, the board fails later, when its lights can show it.
        self.rules, self.size, self.options = (usual + [""])[0], 0, ""
        rules = setting(getenv, "HEXLUME_GAME", self.rules, self.complaints)
        cells = setting(getenv, "HEXLUME_SIZE", "0", self.complaints)
        options = setting(getenv, "HEXLUME_OPTIONS", "", self.complaints)
        if number(cells) < 0:
            self._complain("HEXLUME_SIZE is a number of cells, not '%s'" % cells[:40])
        for asked in [(rules, max(0, number(cells)), options)] + [(name, 0, "") for name in usual]:
            if self._take_game(*asked):
                break
        self.time_control = game_clock.NONE
        self._complain(self.accept({"clock": setting(getenv, "HEXLUME_CLOCK", game_clock.NONE, self.complaints)}))
        self.learns = setting(getenv, "HEXLUME_LEARN", "", self.complaints) == "first start"
        self.opponent = PERSON
        self.brightness = 0
        self.hints = ALWAYS
        self.sounds = WORDS["sounds"].index("on")
        self.idle = 1
        self.level = STRONG
        words = "%s %d %s %s %s" % (self.rules, self.size, self.options, self.grid.board, self.time_control)
        self.base = ("%08x" % (binascii.crc32(words.encode()) & 0xFFFFFFFF)).encode()

    def _take_game(self, rules: str, size: int, options: str) -> bool:
        """Take a game (size 0: the usual one on the panel); return whether it can be played."""
        try:
            game = layout.start_on(self.grid, rules, size, games.words_to_options(options))
            layout.Layout(self.grid, game.grid)
        except Exception as error:
            # Not only what is wrong with the choice: the memory may be full.
            self._complain(str(error) or type(error).__name__)
            return False
        self.rules, self.size, self.options = rules, game.size, games.option_words(game, game.options)
        return True

    def _complain(self, complaint: str | None) -> None:
        """Add a sentence to the complaints, once; ``None`` is none."""
        if complaint is not None and complaint not in self.complaints:
            self.complaints.append(complaint)

    def restore(self, choices: "dict[str, Any]") -> None:
        """Take values by their attributes' names, as they were before players chose others."""
        for name in choices:
            setattr(self, name, choices[name])

    def choose(self, name: str, value: "int | str", before: "dict[str, Any]") -> None:
        """Choose a setting. A game comes with its usual size and options, that of ``before`` with its own."""
        if name == "rules" and value != self.rules:
            self.size, self.options = before["size"], before["options"]
            if value != before["rules"]:
                self.size, self.options = layout.usual_size(self.grid, str(value)), ""
        setattr(self, name, value)

    def start(self) -> games.Game:
        """Start the game that is chosen."""
        return games.start(self.rules, self.size, games.words_to_options(self.options))

    def keep(self, memory: FlashLog) -> None:
        """Write them to the board's memory; costs nothing when nothing has changed."""
        memory.write(PREFERENCES, self.text().encode())

    def accept(self, message: "dict[str, Any]") -> str | None:
        """Accept a host's choices of ``clock``, ``opponent``, ``level``, ``brightness``, ``hints``, ``sounds`` and
        ``idle``, all or none.

        Each is a word as in the text that is kept. Return ``None``, or one sentence why not.
        """
        for name, words in WORDS.items():
            if message.get(name) is not None and message[name] not in words:
                return "%s is one of %s" % (name, ", ".join(words))
        control = message.get("clock")
        if control is not None:
            try:
                self.time_control = game_clock.TimeControl(control if isinstance(control, str) else "").text
            except ValueError as refusal:
                return str(refusal)
        for name, words in WORDS.items():
            if message.get(name) is not None:
                setattr(self, name, words.index(message[name]))
        return None

    def words(self) -> "dict[str, str]":
        """Return those that are an index of a word, as ``accept`` takes them."""
        return {name: words[getattr(self, name)] for name, words in WORDS.items()}

    def text(self) -> str:
        """Return them as they are kept."""
        game = (self.base.decode(), self.rules, self.size, self.options, self.time_control)
        text = "settings=%s\nrules=%s\nsize=%d\noptions=%s\nclock=%s" % game
        return "\n".join([text] + sorted(["%s=%s" % pair for pair in self.words().items()]))

    def read(self, payload: bytes) -> None:
        """Take what was kept; any bytes may be given, and what is not sound leaves its default.

        What settings.toml says to play wins if it has been edited since.
        """
        if len(payload) > MOST_PAYLOAD or any([byte > 126 for byte in payload]):
            return
        lines = payload.decode().split("\n")
        kept = {name: value for name, _, value in [line.partition("=") for line in lines]}
        if kept.get("settings") == self.base.decode():
            self._take_game(kept.get("rules", ""), number(kept.get("size", "")), kept.get("options", ""))
            self.accept({"clock": kept.get("clock")})
        for name in WORDS:
            self.accept({name: kept.get(name)})
