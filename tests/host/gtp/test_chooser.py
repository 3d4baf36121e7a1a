"""What ``genmove`` plays by search: when a lost game is resigned."""

from types import SimpleNamespace

from hexlume import games
from hexlume_engine.gtp.chooser import RESIGN, EngineChooser
from hexlume_engine.search.level import STRONGEST


def test_a_game_is_resigned_that_is_lost_for_certain_or_seems_so_for_long():
    game = games.start("sibling", 3)
    engine = SimpleNamespace(choose=lambda game, limit: game.legal_actions()[0], last=None)
    resigning = EngineChooser(STRONGEST, 1.0, True, lambda level: engine)
    patient = EngineChooser(STRONGEST, 1.0, False, lambda level: engine)

    def resigns(*found):
        engine.last = (found and SimpleNamespace(chance=found[0], proven=found[1])) or None
        assert patient.choose(game, None) != RESIGN
        return resigning.choose(game, None) == RESIGN

    assert resigns(0.0, "loss")
    assert [resigns(chance, None) for chance in (0.5, 0.02, 0.02, 0.02)] == [False, False, False, True]
    # Without a choice nothing was thought.
    assert not resigns()
