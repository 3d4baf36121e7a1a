"""A sensor stuck at a rail: it is found, named, and played around with the act button."""

from pathlib import Path

from hexlume_host.device.game_watch import GameWatch
from hexlume_host.device.logger import Logger
from hexlume_host.device.messages import Answer
from hexlume_host.store.repository import Store
from hexlume_sim.client import TwinProcess
from tests.host.conftest import wait_until


class Watch(GameWatch):
    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.answers: dict[int, bool] = {}

    def answer(self, answer: Answer) -> None:
        self.answers[answer.id] = answer.ok

    def actions(self) -> list[str]:
        return [action.action for action in self.live.actions] if self.live is not None else []


def test_game_goes_on_with_a_stuck_sensor(tmp_path: Path) -> None:
    with (
        Store(str(tmp_path / "games")) as store,
        TwinProcess("hex4", "real", 4, faults={"stuck_sensor": "d4:0"}) as twin,
    ):
        watch = Watch(store)
        logger = Logger(lambda: twin.port, store, watch)
        logger.start()
        try:
            wait_until(lambda: watch.live is not None)

            def played(action: str) -> bool:
                identity = logger.command("act", action=action)
                if identity is None:
                    return False
                wait_until(lambda: identity in watch.answers)
                return watch.answers[identity]

            wait_until(lambda: played("Wd4"))
            wait_until(lambda: watch.actions() == ["Wd4"])
            assert not played("Bd5"), "a healthy cell is played by hand"
            twin.send({"do": "put", "cell": "d4", "piece": "white"})
            twin.send({"do": "put", "cell": "d5", "piece": "black"})
            wait_until(lambda: watch.actions() == ["Wd4", "Bd5"])
        finally:
            logger.stop()
