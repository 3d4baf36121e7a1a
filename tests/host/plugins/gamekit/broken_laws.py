"""Changes of the example game, each of which breaks one law; and the sentence that is to say so."""

from typing import NamedTuple

from .conftest import Change


class Case(NamedTuple):
    """A broken law: the check that finds it, the beginning of its sentence, and the changes that break it."""

    name: str
    check: str
    sentence: str
    changes: tuple[Change, ...]
    has_position: bool = True


DO = "        player = self.to_move\n"
PUT = "        self._put(self._last, player)\n"
OVER = "        if self.phase == OVER:\n            return\n"
CELLS = "        for cell in range(self.grid.cells):\n            yield"
YIELD = "yield notation.code(notation.PLACE, cell) if self._forbidden_by(cell) is None else NOTHING"
SWAPS = "        if self._may_swap():\n            yield"
GROUP_END = 'self._finish(player, "group-complete")'
NO_ROOM = '        self._finish(EMPTY, "no-room")'
FIRST = "        cell = notation.first(action)\n"
ACT_1 = "        if cell >= self.grid.cells or action != notation.code(notation.PLACE, cell):\n"
OCCUPIED = "        if self.board[cell] != EMPTY:"
METHOD = "    def _may_swap(self)"
ADD = """    def _add(self):
        for cell in range(self.grid.cells):
            if self.board[cell] == EMPTY:
                self._put(cell, self.to_move)
                return

"""


def rules(name: str, check: str, sentence: str, *texts: str) -> Case:
    """Return a case that changes rules.py: pairs of a text and what takes its place."""
    changes = tuple(("rules.py", old, new) for old, new in zip(texts[::2], texts[1::2], strict=True))
    return Case(
        name, check, sentence, changes, check not in ("files", "code", "board") and name not in ("start", "exit")
    )


def method(name: str, sentence: str, *lines: str) -> Case:
    """Return a case that adds a method to the rules."""
    code = "".join(f"    {line}\n" for line in lines)
    return rules(name, "rules", sentence, METHOD, f"{code}\n{METHOD}")


def file(name: str, check: str, sentence: str, of: str, old: str, new: str, has_position: bool = False) -> Case:
    """Return a case that changes another file."""
    return Case(name, check, sentence, ((of, old, new),), has_position)


INIT = 'ORDER = 10\nGRID = "hex"\nSIZES = (2, 9, 4)\nOPTIONS = "pie=on"\n'
OUT = "The game in {folder} is left out "
REMOVE = '        "a".removeprefix("b")\n'
LEAD = "def lead(game, colour):\n    return {}\n"
STEP = '{"after": "", "hands": ["Wz9"], "say": "Put a disc.", "wrong": "No.", "clauses": []}\n'
PIECE = "def random_piece(game, random):\n    return 9\n"
FILES = [
    rules("syntax", "files", OUT + "(SyntaxError: ", "class Trio(Game):", "class Trio(Game:"),
    rules("import", "files", OUT + "(ModuleNotFoundError: ", "from ..pieces", "from ..peaces"),
    file("grid", "files", OUT + "(ValueError: GRID in __init__.py is 'ring'", "__init__.py", '"hex"', '"ring"'),
    file(
        "texts raise",
        "files",
        "The game in {folder} is left out (ValueError: texts.py cannot be used: Zero",
        "texts.py",
        "TITLE = ",
        "1 / 0\nTITLE = ",
    ),
    file(
        "preview raises",
        "files",
        "preview.py cannot be used: NameE",
        "preview.py",
        "(1, 0, BLACK)",
        "(x, 0, 1)",
    ),
    file(
        "preview off the board",
        "files",
        "cells(2, '') in preview.py has (2, 0, 2): it returns coordinates of cells of hex2",
        "preview.py",
        "(1, 0, BLACK)",
        "(2, 0, BLACK)",
    ),
    file(
        "blocked twice",
        "files",
        "blocked(2) in __init__.py has (1, 0): it returns cells of hex2, each once",
        "__init__.py",
        "",
        f"{INIT}\n\ndef blocked(size):\n    return ((1, 0), (1, 0))\n",
    ),
    file("marks", "files", "cells(2, '') in preview.py has (1, 0, 7)", "preview.py", "(1, 0, BLACK)", "(1, 0, 7)"),
]
RUNNING = [
    rules("start", "rules", "Starting a game on hex2 raises ZeroD", "_last = NO_CELL\n", "_last = 1 // 0\n"),
    rules("action", "rules", "Playing an action raises KeyError: 1 (rules.py, line", DO, DO + "        {}[1]\n"),
    rules("recursion", "rules", "Playing an action raises RecursionError", DO, DO + "        self._do(action)\n"),
    rules("exit", "rules", "The check 'rules' did not come to its end: ", DO, DO + "        raise SystemExit\n"),
    rules(
        "endless", "rules", "Playing an action takes longer than", DO, DO + "        while True:\n            pass\n"
    ),
    rules("memory", "rules", "Playing an action raises MemoryError", DO, DO + "        bytearray(6 << 30)\n"),
    rules("phase", "rules", "The phase is 'x', which is none of place", DO, DO + '        self.phase = "x"\n'),
    rules("player", "rules", "The game is not over, but to_move is 0", "= other(player)", "= EMPTY"),
    rules("stuck", "rules", "The game is not over, but it has no legal action", NO_ROOM, "        return"),
    rules("late", "rules", "The game is over, but ", OVER, ""),
    rules(
        "groups", "rules", "final_groups() has ", "self._group(self._last), [], []", "[], self._group(self._last), []"
    ),
    rules(
        "no end",
        "rules",
        "A random game is not over after 710 actions",
        GROUP_END,
        "self._clear()",
        NO_ROOM,
        "        self._clear()",
        METHOD,
        "    def _clear(self):\n        for cell in range(self.grid.cells):\n            self._put(cell, EMPTY)\n"
        f"        self._last = NO_CELL\n\n{METHOD}",
    ),
    rules(
        "own numbers",
        "rules",
        "_save() returns (-1, [1]), which is no tuple of whole numbers",
        "return (self._last,)",
        "return (self._last, [1])",
        "(self._last,) = state",
        "self._last = state[0]",
    ),
    method("JSON", "position() has values that JSON has not", "def hand(self):", '    return {"white": {1}}'),
]
LEGAL = [
    rules(
        "twice",
        "rules",
        "iter_legal yields a1 (4194304) twice",
        YIELD,
        f"yield notation.code(4, cell)\n            {YIELD}",
    ),
    rules("left out", "rules", "why_not allows a1, but iter_legal does", CELLS, CELLS.replace("(self", "(1, self")),
    rules("forbidden", "rules", "iter_legal yields ", YIELD, "yield notation.code(4, cell)"),
    rules("no code", "rules", "Checking 'legal is accepted' raises ", SWAPS, "        yield 1 << 25\n" + SWAPS),
    rules("no clause", "rules", "why_not returns False for ", 'return "TRI-2"', "return False  # TRI-2"),
    rules("raises", "rules", "Checking 'legal is accepted' raises IndexError", ACT_1, ACT_1.replace(">=", ">")),
    rules(
        "no action",
        "rules",
        "why_not allows 4194305, which",
        ACT_1,
        "        if action < 0 or action >> 10 != 4096 + cell or cell >= self.grid.cells:\n",
    ),
    rules("ACT-2", "rules", "why_not does not return ACT-2 for ", 'return "ACT-2"', 'return "TRI-2"'),
    rules(
        "changes",
        "rules",
        "Asking why_not or iter_legal changes the position()",
        FIRST + "        if",
        FIRST + "        self._asked = 1 + getattr(self, '_asked', 0)\n        if",
        METHOD,
        '    def hand(self):\n        return {"white": {"asked": getattr(self, "_asked", 0)}}\n\n' + METHOD,
    ),
]
UNDO = [
    rules("undo", "rules", "Taking back ", "(self._last,) = state", "pass"),
    rules("board", "rules", "After ", PUT, "        self.board[self._last] = player\n"),
    method(
        "copy",
        "The own state (_save) of a copy",
        "def copy_from(self, game):",
        "    super().copy_from(game)",
        "    self._last = -1",
    ),
    rules("resigned", "rules", "a1 is still legal after", OVER, OVER.replace("OVER:", "OVER and not self.concluded:")),
]
HANDS = [
    rules(
        "same work",
        "rules",
        "a1 and Pa1 are the same work for the hands",
        YIELD,
        f"{YIELD}\n            if self._forbidden_by(cell) is None:\n                yield notation.code(5, cell)",
        ACT_1,
        "        if cell < self.grid.cells and action == notation.code(5, cell):\n"
        f"            return self._forbidden_by(cell)\n{ACT_1}",
    ),
    method("no work", "hand_work returns () for ", "def hand_work(self, action):", "    return ()"),
    method(
        "word",
        "hand_work returns ((0, 3),) for swap: ",
        "def hand_work(self, action):",
        "    return super().hand_work(action) or ((0, 3),)",
    ),
    method("outside", "hand_work returns ((0, 9),) for ", "def hand_work(self, action):", "    return ((0, 9),)"),
    method(
        "nothing at",
        "codes_at(0, 1), white on a1, has nothing instead of a1",
        "def codes_at(self, cell, piece):",
        "    return []",
    ),
    method(
        "too much",
        "codes_at(0, 2), black on a1, has a1 instead of nothing",
        "def codes_at(self, cell, piece):",
        "    return super().codes_at(cell, self.to_move)",
    ),
    rules("other piece", "rules", "_do leaves another piece on ", PUT, PUT.replace("player", "player + 2")),
    rules(
        "also puts", "rules", "_do leaves another piece on ", PUT, f"{PUT}        self._add()\n", METHOD, ADD + METHOD
    ),
]
CLAUSES = [
    file("no clause in sheet", "clauses", "rules.md has no clause", "rules.md", "- **TRI-", "* TRI-"),
    file("numbers", "clauses", "TRI-8 is not in its place in rules.md", "rules.md", "**TRI-7**", "**TRI-8**"),
    file("letters", "clauses", "ABC-7 is not in its place in rules.md", "rules.md", "**TRI-7**", "**ABC-7**"),
    Case(
        "refused by none",
        "texts",
        "why_not returns TRI-8, which is no",
        (("rules.py", 'return "TRI-3"', 'return "TRI-" + "8"  # TRI-3'),),
        True,
    ),
]
TEXTS = [
    file("no title", "texts", "texts.py has no text TITLE", "texts.py", "TITLE", "NAME"),
    file("no aim", "texts", "texts.py has no text AIM", "texts.py", "AIM", "GOAL"),
    file(
        "no refusal", "texts", "CLAUSES in texts.py has no sentence for TRI-3", "texts.py", '"TRI-3"', '"TRI-7"', True
    ),
    file(
        "no reason", "texts", "REASONS in texts.py has no words for 'no-room'", "texts.py", '"no-room"', '"room"', True
    ),
    file(
        "braces", "texts", "REASONS in texts.py has other braces", "texts.py", "{winner} completed", "{who} completed"
    ),
    file("no table", "texts", "texts.py has no dictionary REASONS", "texts.py", "REASONS", "ENDINGS"),
    file(
        "part",
        "texts",
        "CLAUSES in texts.py has 'TRI-2 full', but 'full' is no condition",
        "texts.py",
        '"TRI-2":',
        '"TRI-2 full": "No.", "TRI-2":',
    ),
    file(
        "offered", "texts", "OPTIONS in __init__.py has 'cake=on', which", "__init__.py", '"pie=on"', '"pie=on cake=on"'
    ),
]
HINTS = "evaluation.py"
COURSES = [
    file("course", "texts", "Step 1 of the course asks for Wz9, which is not legal", "course.jsonl", "", STEP),
    file("course line", "texts", "{folder}/course.jsonl, line 1: It must be JSON", "course.jsonl", "", "step 1"),
]
LATE = [
    file("no lead", "rules", "lead in evaluation.py returns None for white", HINTS, "", LEAD.format("None"), True),
    file(
        "float",
        "rules",
        "lead in evaluation.py returns 0.5 for white",
        HINTS,
        "",
        LEAD.format("0.5"),
        True,
    ),
    file("much", "rules", "lead in evaluation.py returns 46 for white", HINTS, "", LEAD.format("46"), True),
    file(
        "one-sided",
        "rules",
        "lead in evaluation.py returns 7 for white and 7 for black, instead",
        HINTS,
        "",
        LEAD.format("7"),
        True,
    ),
    file(
        "slow lead",
        "time",
        "A Pico 2 takes ",
        HINTS,
        "",
        "def lead(game, colour):\n    for _ in range(40000):\n        pass\n    return 0\n",
        True,
    ),
    rules(
        "slow late",
        "time",
        "A Pico 2 takes ",
        DO,
        f"{DO}        for _ in range(40000 if len(self.codes) > 8 else 0):\n            pass\n",
    ),
    file("prints", "code", "rules.py, line 80 prints: programs read", "rules.py", DO, f"{DO}        print('one')\n"),
    file(
        "imports",
        "code",
        "rules.py, line 6 imports os",
        "rules.py",
        "from .. import notation",
        "import os\n\nfrom .. import notation",
    ),
    file(
        "large table",
        "board",
        "A new game on hex7 has 400,000 bytes in one piece: above 16,384 a board",
        "rules.py",
        "self._last = NO_CELL\n",
        "self._last = NO_CELL\n        self._seen = bytearray(400_000)\n",
    ),
    file("raises", "rules", "Checking 'hints are sound' raises ZeroDiv", HINTS, "", LEAD.format("1 // 0"), True),
    file("piece", "rules", "random_piece in evaluation.py returns 9", HINTS, "", PIECE, True),
    rules("slow", "time", "A Pico 2 takes ", PUT, PUT + "        for _ in range(40000):\n            pass\n"),
    rules("lacks", "code", "CircuitPython lacks what line 80 of rules.py uses: removep", DO, DO + REMOVE),
    rules(
        "only on the host",
        "hands",
        "With clumsy hands on hex4 a game came to a stop",
        OCCUPIED,
        OCCUPIED[:-1] + ' or (cell % 2 and __import__("os").getenv("HEXLUME_PANEL")):',
    ),
]
CASES = [*FILES, *RUNNING, *LEGAL, *UNDO, *HANDS, *CLAUSES, *TEXTS, *COURSES, *LATE]
