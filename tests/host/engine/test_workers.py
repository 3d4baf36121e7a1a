"""Games given out to real processes and to a real Dask cluster: every one comes back once, whoever dies."""

import os

import pytest

from hexlume_engine.search.match import Terms
from hexlume_engine.search.selfplay import Competitor, SelfPlay, play, play_all
from hexlume_engine.search.workers import ClusterWorkers, LocalWorkers, spread
from hexlume_record.errors import HexlumeError
from tests.host.engine.given_work import die, fail, name_it

pytestmark = pytest.mark.integration

TERMS = Terms("a", "a", "orochi", 2, {}, 0.0, 2, 5, 0.0)
TINY = SelfPlay(TERMS, (Competitor("a", 6), Competitor("a", 6)), 20)


@pytest.fixture(scope="module")
def cluster():
    """The address of a scheduler with two worker processes and their nannies, all of this machine."""
    distributed = pytest.importorskip("distributed", reason="the extra cluster is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, worker_dashboard_address=None
    ) as made:
        yield made.scheduler_address


def test_a_process_that_dies_loses_and_doubles_nothing(tmp_path):
    with LocalWorkers(2) as workers:
        made = list(spread(workers, name_it, (str(tmp_path), 4), range(12)))
    assert (tmp_path / "died").exists()
    assert sorted(number for number, _ in made) == list(range(12))
    assert os.getpid() not in {process for _, process in made}


def test_processes_that_keep_dying_are_reported():
    with LocalWorkers(1) as workers, pytest.raises(HexlumeError, match="dying"):
        list(spread(workers, die, None, range(3)))


def test_what_fails_is_not_tried_again():
    with LocalWorkers(1) as workers, pytest.raises(ValueError, match="no such game"):
        list(spread(workers, fail, None, range(3)))


@pytest.mark.soak
def test_a_cluster_plays_the_games_that_this_process_would(cluster):
    with ClusterWorkers(cluster) as workers:
        assert workers.width() == 2
        games = list(play_all(TINY, 4, workers))
    assert sorted(game.number for game in games) == [0, 1, 2, 3]
    for game in games:
        assert game.actions == play(TINY, game.number).actions


@pytest.mark.soak
def test_a_worker_of_a_cluster_that_dies_loses_and_doubles_nothing(cluster, tmp_path):
    with ClusterWorkers(cluster) as workers:
        made = list(spread(workers, name_it, (str(tmp_path), 3), range(12)))
    assert (tmp_path / "died").exists()
    assert sorted(number for number, _ in made) == list(range(12))


def test_missing_cluster_is_reported(monkeypatch):
    pytest.importorskip("distributed", reason="the extra cluster is not installed")
    monkeypatch.setattr("hexlume_engine.search.workers._CONNECT_S", 0.2)
    for address in ("tcp://127.0.0.1:1", "x://", "é", ""):
        with pytest.raises(HexlumeError, match="No Dask scheduler"):
            ClusterWorkers(address)
