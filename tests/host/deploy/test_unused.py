"""What nothing on a board names does not go to it, and what is left means the same."""

import ast

import pytest

from hexlume_host.deploy.unused import without_unused

PACKAGE = {
    "a.py": b"""from .b import shared


class Kept:
    def __init__(self):
        self.used = 1

    def asked(self):
        return shared()

    @property
    def told(self):
        hidden = 1
        return hidden

    def hidden(self):
        return only_for_hidden()


class Empty:
    def nobody(self): return 1


def only_for_hidden():
    return "named"


def named():
    return Empty, Kept().asked
""",
    "b.py": b"""def shared():
    return 1


def write():
    return 2


def alone(): return 3
""",
}


def names(source: bytes) -> set[str]:
    return {node.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def test_what_nobody_names_goes_and_then_what_only_that_named() -> None:
    left = without_unused(PACKAGE, [b"from a import named"], ["write"])
    assert names(left["a.py"]) == {"Kept", "__init__", "asked", "Empty", "named"}
    assert names(left["b.py"]) == {"shared", "write"}


@pytest.mark.parametrize("program", [b"from a import named", b"x.told, x.hidden, x.nobody, named, alone"])
def test_what_stays_keeps_its_line(program: bytes) -> None:
    for path, source in without_unused(PACKAGE, [program], []).items():
        before, after = PACKAGE[path].split(b"\n"), source.split(b"\n")
        assert len(before) == len(after)
        assert all(line == old or line.strip() in (b"", b"pass") for old, line in zip(before, after, strict=True))


def test_a_text_that_is_a_name_keeps_it() -> None:
    package = {"a.py": b"def one():\n    return 1\n\n\ndef two():\n    return 'one'\n"}
    assert names(without_unused(package, [b"two()"], [])["a.py"]) == {"one", "two"}
    assert names(without_unused(package, [], [])["a.py"]) == set()
