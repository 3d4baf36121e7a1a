"""No test fails because the machine is busy: what another thread or process does is waited for a minute at least."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.integration

TESTS = Path(__file__).parent
MINUTE_S = 60
VIRTUAL = ("bench", "firmware", "vm")
"""Folders whose waits are of virtual time, or are what is measured."""
WAITS = (
    *("join", "wait", "wait_acked", "wait_sent", "wait_until"),
    *("settimeout", "timeout", "create_connection"),
)
"""Calls that take seconds of real time, the last of their arguments."""
PAUSES = ("sleep", "wait", "wait_for_timeout")


def impatient(source: str) -> Iterator[tuple[int, str]]:
    """Yield the places at which a test gives up within a minute, each with its line."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            seconds = [word.value for word in node.keywords if word.arg == "timeout"]
            if _name(node) in WAITS:
                seconds += node.args[-1:]
            found = any(_is_short(one) for one in seconds)
        elif isinstance(node, ast.For) and ast.unparse(node.iter).startswith("range("):
            inside = [one for part in node.body for one in ast.walk(part)]
            polls = any(isinstance(one, ast.Call) and _name(one) in PAUSES for one in inside)
            found = polls and any(isinstance(one, ast.Break | ast.Return) for one in inside)
        else:
            found = (
                isinstance(node, ast.Compare)
                and any(clock in ast.unparse(node.left) for clock in ("monotonic()", "perf_counter()"))
                and _is_short(node.comparators[-1])
            )
        if found:
            yield node.lineno, ast.unparse(node).splitlines()[0]


def _name(call: ast.Call) -> str:
    function = call.func
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


def _is_short(seconds: ast.expr) -> bool:
    """Return whether an expression is a number of seconds below a minute; below one it is a pause."""
    return isinstance(seconds, ast.Constant) and type(seconds.value) in (int, float) and 1 <= seconds.value < MINUTE_S


def test_every_test_waits_a_minute_at_least() -> None:
    found = [
        f"{path.relative_to(TESTS)}:{line}: {what}"
        for path in sorted(TESTS.rglob("*.py"))
        if path.relative_to(TESTS).parts[0] not in VIRTUAL
        for line, what in impatient(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "assert time.monotonic() - began < 10",
        "thread.join(10)",
        "asyncio.timeout(20)",
        "socket.recv(timeout=5)",
        "wait_until(lambda: done, 4)",
        "for _ in range(200):\n    if done:\n        break\n    page.wait_for_timeout(10)",
    ],
)
def test_impatience_is_found(source: str) -> None:
    assert len(list(impatient(source))) == 1


@pytest.mark.parametrize(
    "source",
    ["assert not began.wait(0.3)", "thread.join(60)", "wait_until(lambda: done)", "for _ in range(3):\n    sleep(1)"],
)
def test_patience_is_not_taken_for_impatience(source: str) -> None:
    assert list(impatient(source)) == []
