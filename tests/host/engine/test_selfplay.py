"""The engine against itself: games follow from their numbers, runs go on, tuning proposes what it would have."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexlume import games
from hexlume_engine.search.level import OF_GAME, Settings, settings_in, settings_of, settings_text
from hexlume_engine.search.match import MatchFile, Terms
from hexlume_engine.search.match_record import imported
from hexlume_engine.search.positions import COMPILED
from hexlume_engine.search.selfplay import Competitor, SelfPlay, play, play_all
from hexlume_engine.search.tuning import SPACES, Tuner, Tuning, space_of
from hexlume_host.store.repository import Store
from hexlume_record.errors import HexlumeError
from tests.host.engine.given_work import Here

pytestmark = pytest.mark.integration


def run_of(game="orochi", size=2, seed=3, options=None, **changed):
    terms = Terms("Hexlume level 6", "Hexlume level 6", game, size, options or {}, 0.0, 1, seed, 0.0)
    return SelfPlay(terms, (Competitor(terms.first, 6), Competitor(terms.second, 6)), 12, **changed)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "size", "options"), [("orochi", 3, {}), ("sibling", 3, {"pie": True}), ("orcoon", 4, {"pie": True})]
)
def test_a_game_follows_from_its_number(game, size, options):
    run = run_of(game, size, options=options)
    first, again, other = play(run, 1), play(run, 1), play(run, 2)
    assert first.actions == again.actions != other.actions
    replayed = games.start(game, size, options)
    for action in first.actions:
        replayed.push_text(action)
    assert replayed.result == first.result


def test_pairs_share_the_opening_and_exchange_the_colours():
    run = run_of(size=4, paired=True)
    one, two, three = (play(run, number) for number in range(3))
    assert one.actions[0] == two.actions[0] != three.actions[0]
    assert [one.starter, two.starter, three.starter] == [0, 1, 0]


def test_a_run_goes_on_with_the_games_that_are_missing(tmp_path):
    run, path = run_of(), tmp_path / "run.jsonl"
    with pytest.raises(KeyboardInterrupt):
        list(play_all(run, 6, Here(2), MatchFile(path, run)))
    workers = Here()
    games_of = {game.number: game for game in play_all(run, 6, workers, MatchFile(path, run))}
    assert len(workers.given) == 4 and sorted(games_of) == list(range(6))
    assert [games_of[number].actions for number in range(6)] == [play(run, number).actions for number in range(6)]
    assert len(MatchFile(path, run).games) == 6
    with pytest.raises(HexlumeError, match="these terms"):
        MatchFile(path, run_of(seed=4))


def test_a_game_played_again_is_in_the_store_once(tmp_path):
    run = run_of()
    with Store(tmp_path / "run.sqlite") as store:
        for game in (*play_all(run, 3, Here()), *play_all(run, 3, Here())):
            store.import_game(imported(run.terms, game, repeatable=True))
        assert len(store.games()) == 3


def tuned(path, sets, workers):
    tuner = Tuner(Tuning(run_of("sibling", 3).terms, 6, 8, games=4), workers, path)
    played = list(tuner.search(sets))
    return tuner, played, list(tuner.confirm(tuner.best(), 6))


def actions_of(played):
    """The games by set, match and number: they end in any order."""
    found = {(one.number, one.last, one.game.number): (one.settings, one.game.actions) for one in played}
    assert len(found) == len(played)
    return found


@pytest.mark.soak
def test_tuning_goes_on_as_if_it_had_not_been_interrupted(tmp_path):
    pytest.importorskip("optuna", reason="the extra tuning is not installed")
    whole, played, last = tuned(None, 5, Here())
    assert len(played) == 20 and len(last) == 6
    path = tmp_path / "tuning.jsonl"
    # Within a set, between sets, and in the last match.
    for most in (3, 5, 14):
        with pytest.raises(KeyboardInterrupt):
            tuned(path, 5, Here(most))
    held = len(path.read_text().splitlines())
    workers = Here()
    parts, again, last_again = tuned(path, 5, workers)
    # Its terms, five sets, and every game once.
    assert 0 < len(workers.given) < 26 and held + len(workers.given) == 1 + 5 + 26
    assert parts.sets == whole.sets
    assert actions_of([*again, *last_again]) == actions_of([*played, *last])


@pytest.mark.soak
def test_sets_lie_where_they_are_looked_for_and_differ():
    pytest.importorskip("optuna", reason="the extra tuning is not installed")
    tuner, played, last = tuned(None, 4, Here())
    assert len({settings for settings, _ in tuner.sets}) == 4
    for settings, _ in tuner.sets:
        for name, within in SPACES["sibling"].items():
            assert within.low <= getattr(settings, name) <= within.high
    # What judges the best set are other openings than those that chose it.
    assert {game.match.terms.seed for game in played}.isdisjoint({game.match.terms.seed for game in last})


@given(
    st.dictionaries(
        st.sampled_from(games.NAMES),
        st.builds(
            Settings,
            exploration=st.floats(0, 10),
            reference=st.integers(0, 999),
            solves=st.booleans(),
            bias=st.floats(1e-9, 1),
            learned=st.floats(0, 1),
        ),
    )
)
def test_parameters_come_back_from_their_file(of_game):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "parameters.toml"
        path.write_text(settings_text(of_game))
        assert settings_in(path) == of_game


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    "text",
    [
        *(
            "[chess]",
            "orochi = 3",
            "[orochi]\nspeed = 3",
            "[orochi]\nmast_tournament_size = 1.5",
            "[orochi]\nexploration = 'much'",
        ),
        *("[orochi]\nsolves = 1", "[orochi]\nexploration = -1", "[orochi]\nexploration = nan", "[orochi", "\x00"),
        "[orochi]\nlearned = 1.5",
    ],
)
def test_bad_parameters_are_refused(tmp_path, text):
    path = tmp_path / "parameters.toml"
    path.write_text(text)
    with pytest.raises(HexlumeError, match=r"parameters\.toml"):
        settings_in(path)


def test_parameters_of_earlier_versions_are_read(tmp_path):
    path = tmp_path / "parameters.toml"
    path.write_text(
        "[orochi]\nlearned = true\nduels = 3\nuntried = 0.5\n\n"
        "[sibling]\nlearned = false\nlongest = 60\nsureness = 3.6\n"
    )
    assert settings_in(path) == {
        "orochi": Settings(learned=1.0, mast_tournament_size=3, first_play_urgency=0.5),
        "sibling": Settings(learned=0.0, playout_cutoff=60, calibration=3.6),
    }


def test_the_shipped_parameters_are_of_all_compiled_games():
    assert tuple(OF_GAME) == COMPILED


def test_a_game_without_parameters_is_tuned_and_played_with_the_usual_ones():
    assert settings_of("chess") == Settings()
    assert "prior_weight" not in space_of("chess") and "exploration" in space_of("chess")
