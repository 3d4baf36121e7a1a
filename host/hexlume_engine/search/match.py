"""Games between two programs, with colours in turn and openings that follow from a seed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

from hexlume import games
from hexlume.games import notation
from hexlume.games.game import Game
from hexlume.games.outcome import RESIGNED
from hexlume.games.pieces import BLACK, COLOURS, EMPTY, WHITE, other
from hexlume_record.errors import HexlumeError

from .program import Program, ProgramError, command_of

FAULT = "fault"
"""The reason of a game that a program lost by what it did wrong."""
_LONGEST = 2000
"""The number of actions after which a game is broken off and counts as a draw."""

_ANSWER_S = 600.0
"""How long a program may take for what is no thinking: starting up, compiling its engine, setting up a game."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played, by whom, and how.

    ``seconds`` are for each action, ``opening`` counts the random actions at the start, ``limit_s`` is how long an
    answer may take by the wall's clock before the game is lost. ``cpu``: our own
    programs count seconds of their own work.
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
    cpu: bool = False


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A finished game.

    ``number`` counts from 0; ``points`` are the first player's: 1, 0.5 or 0; ``starter`` had the first seat: 0 the
    first player, 1 the second; ``fault`` says what a program did wrong.
    """

    number: int
    game: Game
    points: float
    starter: int
    started: datetime
    fault: str = ""


@dataclass(slots=True)
class Tally:
    """Wins, draws and losses of the first player, and what went wrong."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    faults: list[str] = field(default_factory=list)

    def add(self, played: MatchGame) -> None:
        """Count a game."""
        self.wins += played.points == 1
        self.draws += played.points == 0.5
        self.losses += played.points == 0
        if played.fault:
            self.faults.append(f"game {played.number + 1}: {played.fault}")

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
        self._programs: dict[int, Program] = {}

    def play(self, number: int) -> MatchGame:
        """Play the game of a number and return it.

        Raises ``HexlumeError`` when a program cannot be started or does not take the game.
        """
        started, starter = datetime.now(UTC), number % 2
        try:
            for player in (0, 1):
                self._prepare(player)
        except ProgramError as error:
            raise HexlumeError(f"No match: {error}.") from error
        game = start(self.terms)
        # Which player has which colour.
        owner = {game.FIRST: starter, other(game.FIRST): 1 - starter}
        fault = ""
        try:
            for action in opening(self.terms, number):
                self._carry_out(game, owner, action, None)
            self._play_on(game, owner)
        except ProgramError as error:
            fault = str(error)
            player = next(player for player, program in self._programs.items() if program is error.program)
            self._programs.pop(player).close()
            loser = WHITE if owner[WHITE] == player else BLACK
            if game.result is not None:
                game = start(self.terms)
            game.conclude(other(loser), FAULT)
        points = 0.5 if game.outcome is None or game.outcome.winner == EMPTY else float(owner[game.outcome.winner] == 0)
        return MatchGame(number, game, points, starter, started, fault)

    def close(self) -> None:
        """End both programs."""
        for program in self._programs.values():
            program.close()

    def _play_on(self, game: Game, owner: dict[int, int]) -> None:
        """Have the programs play from the opening to the end, a resignation, or the longest game there may be."""
        while game.result is None and len(game.codes) < _LONGEST:
            player = owner[game.to_move]
            program = self._programs[player]
            answer = program.ask(f"genmove {COLOURS[game.to_move]}", self.terms.limit_s)
            if answer.lower() == "resign":
                game.conclude(other(game.to_move), RESIGNED)
                return
            action = notation.parse(answer, game.grid)
            if action == notation.NO_ACTION or not game.is_legal(action):
                raise ProgramError(program, f"{self._names[player]} answered the illegal action '{answer[:40]}'")
            self._carry_out(game, owner, action, player)

    def _prepare(self, player: int) -> None:
        """Have a program run and know the game and the time for an action."""
        terms = self.terms
        if player not in self._programs:
            command = command_of(self._names[player], 2 * terms.seed + player, terms.cpu)
            self._programs[player] = Program(self._names[player], command)
        words = [f"size={start(terms).size}"]
        for option, value in sorted(terms.options.items()):
            words.append(f"{option}={('off', 'on')[value] if isinstance(value, bool) else value}")
        program = self._programs[player]
        program.ask(f"hexlume-game {terms.game} {' '.join(words)}", _ANSWER_S)
        # Seconds for a thousand actions: the protocol knows whole seconds only.
        program.ask(f"time_settings 0 {max(1, round(1000 * terms.seconds))} 1000", _ANSWER_S)

    def _carry_out(self, game: Game, owner: dict[int, int], action: int, known: int | None) -> None:
        """Play an action and send it to the programs that do not know it; exchange the seats if it does."""
        request = f"play {COLOURS[game.to_move]} {game.name(action)}"
        game.push(action)
        for player in (0, 1):
            if player != known:
                self._programs[player].ask(request, _ANSWER_S)
        if notation.swaps_seats(action):
            owner[WHITE], owner[BLACK] = owner[BLACK], owner[WHITE]


def play_match(terms: Terms, count: int) -> Iterator[MatchGame]:
    """Yield the games of a match as they end; end both programs at last."""
    match = Match(terms)
    try:
        yield from map(match.play, range(count))
    finally:
        match.close()
