"""Games between two programs, with colours in turn and openings that follow from a seed."""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.outcome import RESIGNED, Outcome
from hexlume.games.pieces import BLACK, COLOURS, EMPTY, WHITE, other
from hexlume_record.errors import HexlumeError

from .program import Program, ProgramError, command_of
from .run_file import RunFile

FAULT = "fault"
"""The reason of a game that a program lost by what it did wrong."""
_TOO_LONG = "too-long"
"""The reason of a game that was broken off and counts as a draw."""
RESIGNATION = "resignation"
"""What match files of before say for ``outcome.RESIGNED``."""

_ANSWER_S = 600.0
"""How long a program may take for what is no thinking: starting up, compiling its engine, setting up a game."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played, by whom, and how.

    ``seconds`` are for each action, ``opening`` counts the random actions at the start, ``limit_s`` is how long an
    answer may take by the wall's clock before the game is lost, and after ``longest`` actions a game is a draw.
    ``cpu`` has our own programs count seconds of their own work.
    """

    first: str
    second: str
    game: str
    size: int
    options: Mapping[str, bool | int | str]
    seconds: float
    opening: int
    seed: int
    limit_s: float
    longest: int = 2000
    cpu: bool = False


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A finished game.

    ``number`` counts from 0; ``points`` are the first player's: 1, 0.5 or 0; ``starter`` had the first seat: 0 the
    first player, 1 the second; ``fault`` says what a program did wrong. ``seconds`` are the wall's, ``started`` is
    in UTC.
    """

    number: int
    points: float
    result: str
    reason: str
    actions: list[str]
    starter: int
    seconds: float
    fault: str = ""
    started: str = ""

    @classmethod
    def of(
        cls,
        game: Game,
        number: int,
        owner: Mapping[int, int],
        starter: int,
        began: float,
        at: datetime,
        fault: str = "",
    ) -> "MatchGame":
        """Return a game that was played, or broken off, just now.

        ``owner`` says which player had which colour at its end. It began at ``began`` of ``time.monotonic``, ``at`` in
        UTC.
        """
        outcome = game.outcome or Outcome(EMPTY, _TOO_LONG)
        points = 0.5 if outcome.winner == EMPTY else float(owner[outcome.winner] == 0)
        seconds = time.monotonic() - began
        return cls(
            number, points, outcome.result, outcome.reason, game.actions(), starter, seconds, fault, at.isoformat()
        )


@dataclass(slots=True)
class Tally:
    """Wins, draws and losses of the first player, and what went wrong."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    faults: list[str] = field(default_factory=list)

    def add(self, game: MatchGame) -> None:
        """Count a game."""
        if game.points == 1:
            self.wins += 1
        elif game.points == 0:
            self.losses += 1
        else:
            self.draws += 1
        if game.fault:
            self.faults.append(f"game {game.number + 1}: {game.fault}")

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.wins + self.draws + self.losses


def opening(terms: Terms, number: int) -> list[int]:
    """Return the codes of a game's opening: random placements, the same for the two games of a pair.

    Words (``pass``, ``swap`` ...) are left out: what they mean is for the players to decide. So are pieces of the other
    colour (ORO-1): a random one is a mistake that often decides the game before the players come to it. An opening that
    ends the game is thrown away.
    """
    for attempt in range(1000):
        random = Random(f"{terms.seed} {terms.game} {terms.size} {number // 2} {attempt}")
        game = start(terms)
        for _ in range(terms.opening):
            enemys = notation.PLACE_BLACK if game.to_move == WHITE else notation.PLACE_WHITE
            placements = sorted(found for found in game.legal_actions() if not notation.is_word(found))
            own = [found for found in placements if notation.kind(found) != enemys]
            if not own:
                break
            game.push(random.choice(own))
        if game.result is None:
            return list(game.codes)
    raise HexlumeError(f"No opening of {terms.opening} actions leaves a game to play: choose fewer.")


def start(terms: Terms) -> Game:
    """Return the game at its start."""
    return games.start(terms.game, terms.size, terms.options)


class Match:
    """Plays the games of a match one by one; a program that fails loses the game and is started again."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self._names = (terms.first, terms.second)
        self._programs: list[Program | None] = [None, None]

    def play(self, number: int, moved: Callable[[int], None] = lambda actions: None) -> MatchGame:
        """Play the game of a number and return it; ``moved`` is called with the number of actions played.

        Raises ``HexlumeError`` when a program cannot be started or does not take the game.
        """
        began, at = time.monotonic(), datetime.now(UTC)
        starter = number % 2
        try:
            for player in (0, 1):
                self._prepare(player)
        except (_Fault, ProgramError) as error:
            raise HexlumeError(f"No match: {error}.") from error
        game = start(self.terms)
        # Which player has which colour.
        owner = {game.FIRST: starter, other(game.FIRST): 1 - starter}
        fault = ""
        try:
            for action in opening(self.terms, number):
                self._carry_out(game, owner, action, None)
            self._play_on(game, owner, moved)
        except _Fault as error:
            fault = str(error)
            self._drop(error.player)
            loser = next(colour for colour in (WHITE, BLACK) if owner[colour] == error.player)
            if game.result is not None:
                game = start(self.terms)
            game.conclude(other(loser), FAULT)
        return MatchGame.of(game, number, owner, starter, began, at, fault)

    def close(self) -> None:
        """End both programs."""
        for player in (0, 1):
            self._drop(player)

    def _play_on(self, game: Game, owner: dict[int, int], moved: Callable[[int], None]) -> None:
        """Have the programs play from the opening to the end, a resignation, or the longest game there may be."""
        while game.result is None and len(game.codes) < self.terms.longest:
            player = owner[game.to_move]
            answer = self._ask(player, f"genmove {COLOURS[game.to_move]}", self.terms.limit_s)
            if answer.lower() == "resign":
                game.conclude(other(game.to_move), RESIGNED)
                return
            action = notation.parse(answer, game.grid)
            if action == notation.NO_ACTION or not game.is_legal(action):
                raise _Fault(player, f"{self._names[player]} answered the illegal action '{answer[:40]}'")
            self._carry_out(game, owner, action, player)
            moved(len(game.codes))

    def _prepare(self, player: int) -> None:
        """Have a program run and know the game and the time for an action."""
        terms = self.terms
        if self._programs[player] is None:
            command = command_of(self._names[player], 2 * terms.seed + player, terms.cpu)
            self._programs[player] = Program(self._names[player], command)
        words = [f"size={start(terms).size}"]
        for option, value in sorted(terms.options.items()):
            words.append(f"{option}={('off', 'on')[value] if isinstance(value, bool) else value}")
        self._ask(player, f"hexlume-game {terms.game} {' '.join(words)}", _ANSWER_S)
        # Seconds for a thousand actions: the protocol knows whole seconds only.
        self._ask(player, f"time_settings 0 {max(1, round(1000 * terms.seconds))} 1000", _ANSWER_S)

    def _carry_out(self, game: Game, owner: dict[int, int], action: int, known: int | None) -> None:
        """Play an action and send it to the programs that do not know it; exchange the seats if it does."""
        request = f"play {COLOURS[game.to_move]} {game.name(action)}"
        game.push(action)
        for player in (0, 1):
            if player != known:
                self._ask(player, request, _ANSWER_S)
        if notation.swaps_seats(action):
            owner[WHITE], owner[BLACK] = owner[BLACK], owner[WHITE]

    def _ask(self, player: int, request: str, seconds: float) -> str:
        program = self._programs[player]
        assert program is not None
        try:
            return program.ask(request, seconds)
        except ProgramError as error:
            raise _Fault(player, str(error)) from error

    def _drop(self, player: int) -> None:
        program = self._programs[player]
        self._programs[player] = None
        if program is not None:
            program.close()


class _Fault(HexlumeError):
    """A player's program failed, and loses by it."""

    def __init__(self, player: int, text: str) -> None:
        super().__init__(text)
        self.player = player


class MatchFile:
    """The games of a match in a file, so that an interrupted match goes on; ``terms`` is a data class of any kind."""

    def __init__(self, path: Path, terms: Any) -> None:
        """Read what is there; raises ``HexlumeError`` when it is of another match or no such file."""
        self.path = path
        self._file = RunFile(path, asdict(terms), "match")
        try:
            self.games = [MatchGame(**line) for line in self._file.lines]
        except TypeError as error:
            raise HexlumeError(f"{path} holds no games of a match: choose another file.") from error

    def add(self, game: MatchGame) -> None:
        """Append a game."""
        self.games.append(game)
        self._file.add(asdict(game))


def play_match(
    terms: Terms, count: int, match_file: MatchFile | None = None, moved: Callable[[int], None] = lambda actions: None
) -> Iterator[MatchGame]:
    """Yield the games of a match as they end, first those in the match file; end both programs at last."""
    known = {game.number: game for game in match_file.games} if match_file else {}
    yield from (known[number] for number in sorted(known) if number < count)
    match = Match(terms)
    try:
        for number in range(count):
            if number not in known:
                game = match.play(number, moved)
                if match_file is not None:
                    match_file.add(game)
                yield game
    finally:
        match.close()
