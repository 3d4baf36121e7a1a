"""Finds better settings of the search for a game, by matches against those it has.

Sets of settings are proposed by Optuna's tree-structured Parzen estimator (J. Bergstra and others, "Algorithms for
hyper-parameter optimization", NIPS 2011), and each plays the same openings. The best of many noisy results promises too
much: one more match, of games that chose nothing, measures it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from hexlume_host.extras import require
from hexlume_record.errors import HexlumeError

from .level import Settings, settings_of
from .match import MatchGame, Tally, Terms
from .run_file import RunFile
from .selfplay import Competitor, SelfPlay, play
from .workers import Workers, spread


@dataclass(frozen=True, slots=True)
class Range:
    """Where a setting is looked for. Both ends belong to it; by ratio, or in whole numbers one as likely as another."""

    low: float
    high: float
    ratio: bool = True


_EVERYWHERE = {
    "exploration": Range(0.02, 1.0),
    "bias": Range(1e-6, 1e-1),
    "reference": Range(5, 400),
    "expand_at": Range(1, 16),
    "mast_tournament_size": Range(1, 5, ratio=False),
}
_LEARNED = {"exploration": Range(0.01, 1.0), "prior_weight": Range(0.5, 32), "expand_at": Range(1, 16)}
_INFORMED = {**_EVERYWHERE, "prior_weight": Range(0.5, 32)}
SPACES: Mapping[str, Mapping[str, Range]] = {
    "orochi": _LEARNED,
    "sibling": {**_INFORMED, "learned": Range(0.1, 1.0)},
    "orcoon": _INFORMED,
    "organica": _LEARNED,
    "droched": _LEARNED,
}
"""The settings that are tuned, by game."""


def space_of(game: str) -> Mapping[str, Range]:
    """Return the settings that are tuned in a game."""
    return SPACES.get(game, _EVERYWHERE)


@dataclass(frozen=True, slots=True)
class Tuning:
    """What is tuned, and how a set of settings is judged: ``games`` of ``terms``, whose names are written over."""

    terms: Terms
    level: int
    playouts: int | None
    games: int

    def match(self, settings: Settings, name: str, fresh: bool = False) -> SelfPlay:
        """Return the match of a set against the game's settings; ``fresh``: with openings that no set has played."""
        usual = f"Hexlume level {self.level}"
        seed = 2 * self.terms.seed + fresh
        return SelfPlay(
            replace(self.terms, first=name, second=usual, seed=seed),
            (Competitor(name, self.level, settings), Competitor(usual, self.level, settings_of(self.terms.game))),
            self.playouts,
            paired=True,
        )


@dataclass(frozen=True, slots=True)
class Played:
    """A game of a set, counted from 0; ``last``: of the match that measures the best set."""

    number: int
    settings: Settings
    last: bool
    match: SelfPlay
    game: MatchGame


class Tuner:
    """Tunes; the games in ``file`` are not played again."""

    def __init__(self, tuning: Tuning, workers: Workers, file: Path | None = None) -> None:
        """Raises ``HexlumeError`` when the file is of another run, or Optuna is not installed."""
        require("tuning", "Tuning")
        # It takes long to import.
        import optuna  # noqa: PLC0415

        self._optuna = optuna
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self.tuning = tuning
        self.sets: list[tuple[Settings, Tally]] = []
        """The sets whose games have all been played, with these."""
        self._workers = workers
        self._space = space_of(tuning.terms.game)
        self._file = None if file is None else RunFile(file, _terms(tuning), "tuning run")
        self._chosen: dict[int, dict[str, Any]] = {}
        self._games: dict[tuple[str, int], dict[int, MatchGame]] = {}
        try:
            for line in self._file.lines if self._file else ():
                if "settings" in line:
                    self._chosen[line["set"]] = line["settings"]
                else:
                    of_match = self._games.setdefault((line["match"], line["set"]), {})
                    of_match[line["game"]["number"]] = MatchGame(**line["game"])
        except (KeyError, TypeError) as error:
            raise HexlumeError(f"{file} cannot be used for a tuning run: {error}") from error

    def search(self, sets: int) -> Iterator[Played]:
        """Yield the games of ``sets`` sets as they end."""
        study = self._optuna.create_study(direction="maximize")
        space = {name: self._distribution(name) for name in self._space}
        # What the game has now scores half of the points against itself.
        base = settings_of(self.tuning.terms.game)
        now = {name: _in_range(getattr(base, name), within) for name, within in self._space.items()}
        study.add_trial(self._optuna.create_trial(params=now, distributions=space, value=0.5))
        for number in range(sets):
            # A seed for each set: a run that goes on proposes what an uninterrupted one would have.
            study.sampler = self._optuna.samplers.TPESampler(
                seed=1000 * self.tuning.terms.seed + number, n_startup_trials=min(10, max(2, sets // 3))
            )
            if number in self._chosen:
                study.enqueue_trial(self._chosen[number])
            trial = study.ask(space)
            if number not in self._chosen:
                self._note({"set": number, "settings": trial.params})
            settings = replace(base, **trial.params)
            tally = Tally()
            for played in self._play(number, settings, self.tuning.games):
                tally.add(played.game)
                yield played
            study.tell(trial, (tally.wins + tally.draws / 2) / tally.games)
            self.sets.append((settings, tally))

    def best(self) -> int:
        """Return the number of the set with the most points; the first of equals."""
        return max(range(len(self.sets)), key=lambda at: self.sets[at][1].wins + self.sets[at][1].draws / 2)

    def confirm(self, number: int, games: int) -> Iterator[Played]:
        """Yield ``games`` games of a set against the game's settings, of openings that chose nothing."""
        yield from self._play(number, self.sets[number][0], games, last=True)

    def _play(self, number: int, settings: Settings, games: int, last: bool = False) -> Iterator[Played]:
        match = self.tuning.match(settings, f"Hexlume level {self.tuning.level}, set {number + 1}", fresh=last)
        kind = "last" if last else "set"
        known = self._games.get((kind, number), {})
        missing = [at for at in range(games) if at not in known]
        for game in (known[at] for at in sorted(known) if at < games):
            yield Played(number, settings, last, match, game)
        for game in spread(self._workers, play, match, missing):
            self._note({"match": kind, "set": number, "game": asdict(game)})
            yield Played(number, settings, last, match, game)

    def _note(self, line: dict[str, Any]) -> None:
        if self._file is not None:
            self._file.add(line)

    def _distribution(self, name: str) -> Any:
        within = self._space[name]
        distributions = self._optuna.distributions
        if _is_whole(name):
            return distributions.IntDistribution(int(within.low), int(within.high), log=within.ratio)
        return distributions.FloatDistribution(within.low, within.high, log=within.ratio)


def _terms(tuning: Tuning) -> dict[str, Any]:
    """Return what two runs must share for the games of one to count in the other."""
    base = settings_of(tuning.terms.game)
    space = {name: asdict(within) for name, within in space_of(tuning.terms.game).items()}
    return {"tuning": asdict(tuning), "against": asdict(base), "space": space}


def _is_whole(name: str) -> bool:
    return next(type(setting.default) is int for setting in fields(Settings) if setting.name == name)


def _in_range(value: float, within: Range) -> float:
    return min(max(value, type(value)(within.low)), type(value)(within.high))
