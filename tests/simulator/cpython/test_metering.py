"""Metered code: the same behaviour, plus the time it owes to the clock."""

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hexlume_sim.chip.clock import Clock
from hexlume_sim.chip.costs import RP2040, RP2350, Costs
from hexlume_sim.cpython import metering
from hexlume_sim.cpython.metering import CLOCK, Meter

PROGRAM = '''
"""A program of every kind of statement."""
from __future__ import annotations

import math as mathematics


class Shape:
    """It has an area."""

    SIDES: int = 4
    unset: int

    def __init__(self, a, b=2):
        """Take the sides."""
        self.a, self.b = a, b

    @property
    def area(self):
        return self.a * self.b


def halves(numbers):
    """Yield halves."""
    for number in numbers:
        if number % 2:
            continue
        yield number // 2
    else:
        yield -1


def outer(step):
    total = 0

    def inner(number):
        nonlocal total
        total += number * step
        return total

    return inner


def caught(work):
    try:
        return work()
    except ZeroDivisionError as problem:
        return type(problem).__name__
    else:
        return "unreachable"
    finally:
        log.append("finally")


log = []
add = outer(3)
key = lambda pair: pair[1] and -pair[1]
result = [
    Shape(3).area,
    Shape.__doc__,
    halves.__doc__,
    __doc__,
    list(halves(range(9))),
    [a * b for a in range(3) if a for b in range(4) if b > a],
    {a: a * a for a in range(3)},
    {a % 2 for a in range(5)},
    sum(a for a in range(4)),
    [add(1), add(2)],
    sorted([(1, 2), (2, 3)], key=key),
    caught(lambda: 1 / 0),
    caught(lambda: 5),
    log,
    (1 if log else 2, log and 3, not log, mathematics.floor(2.5)),
]
count = 0
while count < 3:
    count += 1
    if count == 2:
        break
result.append(count)
with open(__file__) as file:
    result.append(len(file.read()) > 0)
'''


def ran(source: str, path: str = __file__, costs: Costs = RP2040) -> tuple[dict[str, Any], float]:
    """Run a program metered, and return its variables and the us that it owes."""
    clock = Clock(costs)
    variables: dict[str, Any] = {CLOCK: clock, "__file__": path, "__name__": "program"}
    exec(Meter(costs).compile(textwrap.dedent(source), path), variables)
    return variables, clock.owed_us


def owed(source: str, costs: Costs = RP2040) -> float:
    return ran(source, costs=costs)[1]


def test_metered_program_has_the_result_of_the_unmetered_one() -> None:
    plain: dict[str, Any] = {"__file__": __file__, "__name__": "program"}
    exec(compile(PROGRAM, __file__, "exec", dont_inherit=True), plain)
    assert ran(PROGRAM)[0]["result"] == plain["result"]


def test_metered_cost_is_reproducible_and_lower_on_the_faster_chip() -> None:
    assert owed(PROGRAM) == owed(PROGRAM) > 0
    assert owed(PROGRAM, RP2350) < owed(PROGRAM)


def test_traceback_of_metered_code_names_the_source_line() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        ran("def work():\n    a = 1\n    return a / 0\n\n\nwork()")
    assert [entry.lineno + 1 for entry in caught.traceback[-2:]] == [6, 3]


@pytest.mark.parametrize("forget", [lambda: None, metering._compiled.clear], ids=["same process", "new process"])
def test_metered_code_is_recompiled_only_when_its_source_changes(
    forget: Callable[[], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    metering._compiled.clear()
    path = tmp_path / "module.py"
    meter = Meter(RP2040)
    compiled: list[str] = []
    compile_source = meter.compile
    monkeypatch.setattr(meter, "compile", lambda source, path: compiled.append(path) or compile_source(source, path))
    path.write_text("a = 1")
    first = meter.code(path)
    forget()
    assert meter.code(path) == first
    assert len(compiled) == 1
    path.write_text("a = 2")
    assert meter.code(path).co_consts != Meter(RP2350).code(path).co_consts
    assert len(compiled) == 2
