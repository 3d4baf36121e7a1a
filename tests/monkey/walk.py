"""A random walk: monkeys take turns by one seed, and a walk that fails prints what to do to see it again."""

import json
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from random import Random

Action = list[str | int | bool]
"""What a monkey did, as JSON: the monkey's name, the verb, and what it needs to be done again."""


class Monkey(ABC):
    """Does anything at all to one part of Hexlume, and notes every complaint that it hears."""

    name = ""

    def __init__(self) -> None:
        self.complaints: list[str] = []

    @abstractmethod
    def choose(self, choice: Random) -> Action:
        """Return something that can be done now, without the monkey's name."""

    @abstractmethod
    def do(self, action: Action) -> None:
        """Do it, and note what goes wrong."""

    @abstractmethod
    def finish(self) -> None:
        """Look once more, at the end."""


class Walk:
    """A walk of several monkeys; each has a weight, how often it is its turn."""

    def __init__(self, monkeys: Sequence[tuple[Monkey, int]], seed: int, trace_file: Path) -> None:
        self._monkeys = {monkey.name: monkey for monkey, _ in monkeys}
        self._weights = [weight for _, weight in monkeys]
        self._choice = Random(seed)
        self._trace_file = trace_file
        self.seed = seed
        self.done: list[Action] = []

    def go(self, count: int) -> None:
        """Do so many actions; raises ``AssertionError`` with the trace at the first complaint."""
        for _ in range(count):
            (name,) = self._choice.choices(list(self._monkeys), self._weights)
            try:
                action = [name, *self._monkeys[name].choose(self._choice)]
            except Exception as error:
                raise AssertionError(self._told([f"{name} could not go on: {error!r}"])) from error
            self._do(action)
        self._finish()

    def repeat(self, actions: Sequence[Action]) -> None:
        """Do what an earlier walk did; raises as ``go`` does."""
        for action in actions:
            self._do(action)
        self._finish()

    def _do(self, action: Action) -> None:
        self.done.append(action)
        try:
            self._monkeys[str(action[0])].do(action[1:])
        except Exception as error:
            raise AssertionError(self._told([f"{action} failed: {error!r}"])) from error
        self._check()

    def _finish(self) -> None:
        for monkey in self._monkeys.values():
            monkey.finish()
        self._check()

    def _check(self) -> None:
        heard = [f"{name}: {one}" for name, monkey in self._monkeys.items() for one in monkey.complaints]
        assert not heard, self._told(heard)

    def _told(self, heard: list[str]) -> str:
        lines = [json.dumps(action) for action in self.done]
        self._trace_file.write_text("\n".join(lines) + "\n")
        return "\n".join(
            [
                f"Seed {self.seed}, at action {len(self.done)}:",
                *heard,
                f"The trace (again with: python -m tests.monkey --seed {self.seed} --repeat {self._trace_file}):",
                *lines,
            ]
        )
