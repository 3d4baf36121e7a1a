"""A store with a game of every kind, finished, unfinished and abandoned, and with names that mean harm."""

from pathlib import Path

from hexlume import games
from hexlume_host.store.repository import Players, Store
from hexlume_record.game.position import legal_texts
from tests.host.played_games import PlayedGame
from tests.host.web.site_pages import ScriptedBoard

HOSTILE = '<img src=x onerror="document.title=1">\u202e&amp;'
KINDS = (("orochi", 3), ("sibling", 3), ("orcoon", 4), ("organica", 4), ("droched", 3))


def stocked(path: Path) -> Path:
    """Make a store with games in it and return it."""
    with Store(path) as store:
        for number, (rules, size) in enumerate(KINDS):
            PlayedGame(store, rules, size, seed=number + 1).play(40)
        taken_back = PlayedGame(store, "orochi", 4, seed=8).play(6)
        for _ in range(2):
            taken_back.undo()
            taken_back.act()
        PlayedGame(store, "orcoon", 4, seed=9).play(5).resign()
        PlayedGame(store, "orochi", 3, seed=10)
        told = ScriptedBoard(store, "elsewhere", players=Players(HOSTILE, "a" * 60))
        told.act(*_some_actions(told.game.NAME, 4))
        told.tell("abandon", reason="again")
    return path


def _some_actions(rules: str, count: int) -> list[str]:
    game = games.start(rules, 0, {})
    played = []
    for _ in range(count):
        played.append(legal_texts(game)[0])
        game.push_text(played[-1])
    return played
