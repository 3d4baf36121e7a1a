"""Sessions of a site: what they remember of games stays bounded."""

from pathlib import Path
from types import SimpleNamespace

from hexlume_host.store.repository import Store
from hexlume_plugins.netplay.connect import new_terms
from hexlume_plugins.netplay.sessions import MAX_ENDED_GAMES, Sessions


def test_ended_games_are_forgotten_in_time_and_running_ones_are_not(tmp_path: Path) -> None:
    with Store(tmp_path / "s.sqlite") as store:
        sessions = Sessions(store, lambda key, text: None)
        first = sessions.host(new_terms("hex", 0, {}, "", "white", ""), "127.0.0.1", 0, "", "")
        for number in range(MAX_ENDED_GAMES + 10):
            sessions._games[str(number)] = SimpleNamespace(ended=True, leave_off=print)  # type: ignore[assignment]
        last = sessions.host(new_terms("hex", 0, {}, "", "white", ""), "127.0.0.1", 0, "", "")
        assert sessions.game(first.key) is first and sessions.game(last.key) is last
        assert (sessions.game("9"), len(sessions._games)) == (None, MAX_ENDED_GAMES + 2)
        assert sessions.game("10") is not None
        sessions.close()
