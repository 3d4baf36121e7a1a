"""The hands at simulated boards: real firmware on twins, played on, disturbed, swept, unplugged and switched off."""

import json
from contextlib import ExitStack
from pathlib import Path
from random import Random
from urllib.request import urlopen

from hexlume_host.device.discovery import announced
from hexlume_sim.client import Event, TwinError, TwinProcess
from tests.monkey.walk import Action, Monkey

PIECES = ("white", "black", "white leader", "black leader")
BUTTONS = ("act", "back", "menu")
VERBS = {"put": 8, "act": 6, "mend": 6, "lift": 2, "flip": 3, "move": 2, "sweep": 1, "press": 3, "plug": 3, "reset": 1}
"""How often hands do what; ``act`` is a legal action, ``put`` any disc anywhere, ``mend`` what the board asks for."""


class Boards(Monkey):
    """Some boards, each on a twin at real pace; ``ask`` is the site's address, which tells what is legal now."""

    name = "boards"

    def __init__(self, panels: dict[str, dict[str, str]], folder: Path, ask: str) -> None:
        super().__init__()
        self._ask = ask
        self._boards = [
            _Board(f"{panel}-{number}", panel, settings, number + 1, folder)
            for number, (panel, settings) in enumerate(panels.items())
        ]
        self._by_name = {board.name: board for board in self._boards}

    def __enter__(self) -> "Boards":
        with ExitStack() as stack:
            for board in self._boards:
                stack.callback(board.switch_off)
                board.switch_on()
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stack.close()

    def choose(self, choice: Random) -> Action:
        board = choice.choice(self._boards)
        (verb,) = choice.choices(list(VERBS), list(VERBS.values()))
        full = sorted(board.discs)
        empty = [cell for cell in board.cells if cell not in board.discs]
        if verb == "act":
            return [board.name, *self._legal(board, choice, empty)]
        if verb == "mend":
            return [board.name, *self._mending(board, choice)]
        if verb == "put" and empty:
            return [board.name, "put", choice.choice(empty), choice.choice(PIECES)]
        if verb in ("lift", "flip") and full:
            return [board.name, verb, choice.choice(full)]
        if verb == "move" and full and empty:
            return [board.name, "move", choice.choice(full), choice.choice(empty)]
        if verb == "press":
            return [board.name, "press", choice.choice(BUTTONS)]
        if verb == "reset":
            return [board.name, "reset"]
        if verb == "plug":
            return [board.name, "plug"]
        return [board.name, "sweep"]

    def do(self, action: Action) -> None:
        board, (verb, *rest) = self._by_name[str(action[0])], action[1:]
        if verb == "reset":
            board.switch_off()
            board.switch_on()
        elif verb == "plug":
            board.unplugged = not board.unplugged
            board.send(do="fault", name="unplug", value=int(board.unplugged))
        elif verb == "sweep":
            board.send(do="clear")
        elif verb == "press":
            board.send(do="press", button=rest[0])
            board.send(do="release", button=rest[0])
        elif verb == "put":
            board.send(do="put", cell=rest[0], piece=rest[1])
        elif verb == "move":
            board.send(do="move", **{"from": rest[0], "to": rest[1]})
        else:
            board.send(do=verb, cell=rest[0])
        self.complaints += board.complaints()

    def finish(self) -> None:
        for board in self._boards:
            self.complaints += board.complaints()

    def _legal(self, board: "_Board", choice: Random, empty: list[str]) -> Action:
        told = self._told(board).get("position") or {}
        forced = [cell for cell in told.get("forced", ()) if cell in board.discs]
        if forced:
            return ["flip", choice.choice(forced)]
        legal = [cell for cell in told.get("legal", ()) if cell in empty]
        return ["put", choice.choice(legal), choice.choice(PIECES[:2])] if legal else ["press", "act"]

    def _mending(self, board: "_Board", choice: Random) -> Action:
        differs = self._told(board).get("differs") or {}
        cells = sorted(cell for cell in differs if cell in board.cells)
        if not cells:
            return ["press", "act"]
        cell = choice.choice(cells)
        words = str(differs[cell])
        if cell not in board.discs:
            wanted = [piece for piece in PIECES if piece in words]
            return ["put", cell, wanted[-1] if wanted else "white"]
        return ["flip" if words == "turn over" else "lift", cell]

    def _told(self, board: "_Board") -> dict[str, dict[str, list[str]]]:
        """Return what the site tells of the board, of which it may not have heard yet."""
        with urlopen(self._ask + "api/boards", timeout=60) as answer:
            cards = json.load(answer)["boards"]
        for card in cards:
            # Hands know a board by its panel, of which there is one of each.
            if card["state"] == "connected" and card.get("panel", card.get("on")) == board.panel:
                with urlopen(f"{self._ask}api/boards/{card['board']}", timeout=60) as answer:
                    return dict(json.load(answer))
        return {}


class _Board:
    def __init__(self, name: str, panel: str, settings: dict[str, str], seed: int, folder: Path) -> None:
        self.name, self.panel = name, panel
        self._settings, self._seed, self._flash = settings, seed, folder / f"{name}.flash"
        self.discs: dict[str, str] = {}
        self.cells: list[str] = []
        self.unplugged = False
        self._twin: TwinProcess | None = None
        self._announced = ExitStack()

    def switch_on(self) -> None:
        self.unplugged = False
        self.discs = {}
        self._twin = TwinProcess(
            self.panel, seed=self._seed, flash=self._flash, settings=self._settings, on_event=self._hear
        ).start()
        self.cells = [str(cell["name"]) for cell in self._twin.cells]
        self._announced.enter_context(announced(self._twin.port, self.panel))

    def switch_off(self) -> None:
        self._announced.close()
        if self._twin is not None:
            self._twin.stop()

    def send(self, **message: object) -> None:
        if self._twin is not None:
            self._twin.send(message)

    def complaints(self) -> list[str]:
        twin = self._twin
        if twin is None:
            return []
        heard = [f"{self.name} ended by itself: {twin.ended}"] if twin.ended else []
        heard += [f"{self.name} started again by itself: {why}" for why in twin.restarts]
        try:
            log = twin.log()
        except TwinError:
            log = ""
        return [*heard, f"{self.name}'s log: {log}"] if "Traceback" in log else heard

    def _hear(self, event: Event) -> None:
        if event.get("event") == "table":
            self.discs = dict(event["discs"])
