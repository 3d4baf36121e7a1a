"""A person at the command line: every command, with arguments that mean something and others that do not."""

import io
import json
import multiprocessing
import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from hexlume_host.cli.main import MODULES, main
from tests.monkey.served import BAD_WORDS
from tests.monkey.walk import Action, Monkey

IDS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "orochi-1", "elsewhere-1-1", "999", "-1", "0", "é", "x y", "9" * 30)
GAMES = ("orochi", "sibling", "orcoon", "organica", "droched", "chess", "")
NAMES = ("Ann", "ben", "<b>", "", "a" * 60, "é", "%", "'; drop table games; --")
DAYS = ("2026-05-01", "2000-01-01", "tomorrow", "2026-13-45", "")
NUMBERS = ("0", "1", "3", "7", "-2", "100000", "x", "1.5")
COLOURS = ("W+", "B+", "0", "white")
BOARDS = ("hex3", "hex5", "square9", "hex99", "round", "")
PORTS = ("/nowhere/tty", "socket://127.0.0.1:1", "é")
GTP = (
    *("list_commands", "boardsize 3", "clear_board", "showboard", "undo", "1 name", "known_command play", "quit", ""),
    *("play black d4", "play w a1", "genmove b", "genmove white", "reg_genmove w", "loadsgf x", "komi 0.5", "\x00\xff"),
    *("time_left b 1 1", "final_score", "play", "42 protocol_version", "# nothing", "final_status_list dead"),
)
USAGE, INTERRUPTED = 2, 130
RUNNING = (
    *("serve", "log", "play", "sim", "watch", "doctor", "host-game", "join", "demo", "gtp", "log"),
    *("analyse", "engine match"),
    *("puzzles make", "puzzles mistakes", "puzzles solve"),
)
"""What goes on until Ctrl-C."""
SAYS_SO = ("doctor", "deploy", "demo", "import", "check-game")
"""Commands that tell on standard output what makes them exit with 1 (docs/build.md, docs/record.md)."""
PATIENCE_S = 90

_Chooser = Callable[[Random], list[str]]


def _pick(*texts: str) -> _Chooser:
    return lambda choice: [choice.choice(texts)]


def _option(name: str, *values: str) -> _Chooser:
    return lambda choice: [name, *([choice.choice(values)] if values else [])]


def _part(*parts: str) -> _Chooser:
    """Choose a part of a command with its arguments, each written as one text."""
    return lambda choice: choice.choice(parts).split()


FILTERS = (
    _option("--game", *GAMES),
    _option("--on", *BOARDS),
    _option("--player", *NAMES),
    _option("--against", *NAMES),
    _option("--exact"),
    _option("--since", *DAYS),
    _option("--until", *DAYS),
)
PUZZLES = (
    _option("--game", *GAMES),
    _option("--theme", "defence", "placement", "x", ""),
    _option("--difficulty", *NUMBERS),
    _option("--mistakes"),
    _option("--player", *NAMES),
)
PLAYED = (
    _option("--game", *GAMES),
    _option("--size", *NUMBERS),
    _option("--option", "pie=on", "komi=3", "komi=x", "pie", "=", ""),
    _option("--panel", "hex4", "square7", *BOARDS),
)
CLOCKS = _option("--clock", "none", "fischer 300+5", "delay 300+3", "byoyomi 600+3x30", "blitz", "fischer 0+0", "")
SEED = _option("--seed", "1", "7", "-1", "x")
ENGINE = (
    _option("--engine", "off", "gentle", "level:9", "", "6", "random"),
    _option("--engine-seconds", *NUMBERS),
)
OUT = _option("--out", "OUT/a", "OUT/b.json", "OUT/c.png", "/nowhere/x", "-")
FREE_PORT = ["--port", "0", "--no-browser"]

ARGUMENTS: dict[str, tuple[list[_Chooser], tuple[_Chooser, ...]]] = {
    "games": (
        [],
        (
            *FILTERS,
            _option("--json"),
            _option("--all"),
            _option("--result", *COLOURS),
            _option("--outcome", "won", "lost", "drawn", "x"),
            _option("--status", "finished", "unfinished", "abandoned", "x"),
            _option("--board", "b0a4d", "elsewhere", "x"),
            _option("--source", "board", "import", "x"),
            _option("--last", *NUMBERS),
        ),
    ),
    "show": (
        [_pick(*IDS)],
        (_option("--json"), _option("--ply", *NUMBERS), _option("--plies"), _option("--variations")),
    ),
    "rules": ([_pick("orochi", "hex", "chess", "", "../orochi")], ()),
    "stats": ([], (*FILTERS, _option("--turns", *NUMBERS), _option("--json"))),
    "watch": ([], (_option("--once"), _option("--json"), _pick("elsewhere", "nobody"))),
    "picture": (
        [],
        (
            _pick(*IDS),
            _pick(*IDS[:9]),
            _option("--ply", *NUMBERS),
            _option("--position", "OUT/record.json", "OUT/none", "-"),
            OUT,
            _option("--format", "svg", "png", "gif", "apng", "bmp"),
            _option("--theme", "light", "dark", "red"),
            _option("--size", "1", "90", "200", "0", "-3", "x"),
            _option("--no-names"),
            _option("--seconds", "0.1", "0", "-1", "x", "1e9", "nan"),
            _option("--no-loop"),
        ),
    ),
    "export": ([_pick(*IDS)], (_option("--format", "json", "apgame", "text", "pdf"), OUT)),
    "import": ([_pick("OUT/record.json", "OUT/record.txt", "OUT/garbage", "OUT/none", "OUT", "-")], ()),
    "analyse": (
        [_pick(*IDS), lambda choice: ["--seconds", "0.02"]],
        (_option("--playouts", *NUMBERS), _option("--again"), _option("--json")),
    ),
    "puzzles list": ([], (*PUZZLES, _option("--json"))),
    "puzzles show": ([_pick("1", "999", "x", "-1")], (_option("--answer"), _option("--json"))),
    "puzzles solve": (
        [_part("--terminal", "1 --terminal", "--port 0 --no-browser")],
        (*PUZZLES, _option("--count", *NUMBERS)),
    ),
    "puzzles make": (
        [_part("--size 2 --positions 50 --playouts 4 --count 2", "--size 99")],
        (_option("--game", *GAMES), _option("--difficulty", *NUMBERS), _option("--json"), SEED),
    ),
    "puzzles mistakes": ([_part("--positions 50")], (_option("--player", *NAMES), _option("--json"))),
    "doctor": ([], (_pick(*PORTS), _option("--json"), _option("--once"))),
    "deploy": (
        [_pick("OUT", "OUT/none", "OUT/garbage")],
        (_option("--check"), _option("--json")),
    ),
    "log": ([], (_pick(*PORTS), _option("--once"), _option("--service"), _option("--log-size", *NUMBERS), *ENGINE)),
    "serve": (
        [lambda choice: FREE_PORT, _option("--no-log")],
        (_option("--token", "short", "long-enough-01"), _option("--watch-token", "watching-01", "a b"), *ENGINE),
    ),
    "play": (
        [lambda choice: FREE_PORT],
        (
            *PLAYED,
            CLOCKS,
            SEED,
            _option("--resume", *IDS),
            _option("--white", *NAMES),
            _option("--opponent", "person", "easy", "x"),
            *ENGINE,
        ),
    ),
    "sim": ([lambda choice: FREE_PORT], (*PLAYED, SEED)),
    "demo": (
        [_option("--size", "2", "3")],
        (*PLAYED[:1], SEED, _option("--bot", "careful", "drunk"), _option("--json")),
    ),
    "host-game": (
        [_option("--page"), lambda choice: ["--port", "0"]],
        (*PLAYED, CLOCKS, _option("--colour", "white", "pink"), _option("--name", *NAMES), _option("--resume")),
    ),
    "join": ([_pick("", "abc", "hexlume", "A" * 300, "é")], (_option("--page"), _option("--name", *NAMES))),
    "gtp": (
        [_option("--engine", "random", "uct", "hexlume"), lambda choice: ["--seconds", "0.02", "--level", "1"]],
        (*PLAYED[:3], SEED, _option("--threads", *NUMBERS), _option("--memory", "16", "1", "x"), _option("--resign")),
    ),
    "engine match": (
        [
            _pick("random", "uct", "level:1", "level:9", "false", "no-such-program", ""),
            _pick("random", "level:1", "cat", "é"),
            lambda choice: ["--seconds", "0.01", "--games", "2"],
        ],
        (
            *PLAYED[:3],
            SEED,
            _option("--opening", *NUMBERS),
            _option("--timeout", *NUMBERS),
            _option("--json"),
            _option("--cpu"),
        ),
    ),
    "new-game": (
        [_pick("trio", "orochi", "Trio", "a b", "é", "", "averylongname"), lambda choice: ["--folder", "OUT/games"]],
        (_option("--grid", "hex", "square", "rhombus", "round"),),
    ),
    "check-game": (
        [_pick("OUT", "OUT/none", "OUT/garbage", "OUT/games/trio"), lambda choice: ["--games", choice.choice("012x")]],
        (_option("--json"), SEED),
    ),
    "hardware": ([_pick("hex99", "round", "")], ()),
}
NO_STORE = ("deploy", "sim", "gtp", "hardware", "new-game", "check-game")
STRAY = ("--nonsense", "--help", "stray", "--json=1", "-", "--")
_ONE_LINE = re.compile(r"[^\n]+[.!?)]\n", re.DOTALL)


class Commands(Monkey):
    """Runs commands on a store, each in a process of its own that a warm one forks."""

    name = "commands"

    def __init__(self, folder: Path, store: Path, files: Sequence[Path]) -> None:
        super().__init__()
        self._store, self._folder = store, folder / "commands"
        self._folder.mkdir()
        for file in files:
            (self._folder / file.name).write_bytes(file.read_bytes())
        self._forks = multiprocessing.get_context("forkserver")
        self._forks.set_forkserver_preload(["tests.monkey.commands_warm"])

    def choose(self, choice: Random) -> Action:
        command = choice.choice(list(MODULES))
        needed, others = ARGUMENTS[command]
        arguments = [text for one in needed for text in one(choice)]
        for one in choice.sample(others, min(len(others), choice.choice((0, 1, 1, 2, 3)))):
            arguments += one(choice)
        if choice.random() < 0.08:
            arguments.insert(choice.randrange(len(arguments) + 1), choice.choice(STRAY))
        told = ""
        if command == "gtp":
            told = "\n".join(choice.choices(GTP, k=choice.randrange(12)))
        elif "-" in arguments:
            told = choice.choice(("", "{", "[]", "[game]\n", '{"board": "hex3", "discs": {"a1": "white"}}'))
        return [command, told, *arguments]

    def do(self, action: Action) -> None:
        command, told, *rest = (str(part) for part in action)
        arguments = [part.replace("OUT", str(self._folder), 1) if part.startswith("OUT") else part for part in rest]
        if command not in NO_STORE:
            arguments = ["--store", str(self._store), *arguments]
        read, out, err = (self._folder / name for name in ("stdin", "stdout", "stderr"))
        read.write_text(told, encoding="utf-8")
        process = self._forks.Process(
            target=run, args=([*command.split(), *arguments], dict(os.environ), str(read), str(out), str(err))
        )
        process.start()
        process.join(3 if command in RUNNING else PATIENCE_S)
        interrupted = False
        if process.is_alive() and process.pid is not None and command in RUNNING:
            # It may still be on its way to where it listens for Ctrl-C.
            interrupted = True
            os.kill(process.pid, signal.SIGINT)
            process.join(PATIENCE_S)
        words = f"hexlume {command} {arguments} < {told!r}"
        if process.is_alive():
            process.kill()
            process.join()
            self.complaints.append(f"{words} did not end{' after Ctrl-C' if interrupted else ''}")
            return
        code = process.exitcode
        self._judge(words, command, arguments, code, interrupted, _text(out), _text(err))

    def finish(self) -> None:
        """Every command was looked at when it ended."""

    def _judge(
        self, words: str, command: str, arguments: list[str], code: int | None, interrupted: bool, out: str, err: str
    ) -> None:
        told = f"{words} ended with {code}, standard output {out[-600:]!r}, standard error {err[-1500:]!r}"
        if code not in ((0, 1, USAGE, INTERRUPTED) if interrupted else (0, 1, USAGE)):
            self.complaints.append(f"exit code: {told}")
        elif "Traceback" in out + err or "please report" in err or (code == 0 and BAD_WORDS.search(err)):
            self.complaints.append(f"a failure: {told}")
        elif code == 1 and not _ONE_LINE.fullmatch(err) and not (command in SAYS_SO and (out or err)):
            self.complaints.append(f"not one sentence: {told}")
        elif code == USAGE and "Usage:" not in err and not _ONE_LINE.fullmatch(err):
            self.complaints.append(f"no usage: {told}")
        elif code == 0 and "--json" in arguments and "--help" not in arguments and not _is_json(out):
            self.complaints.append(f"no JSON: {told}")


def run(arguments: list[str], environment: dict[str, str], read: str, out: str, err: str) -> None:
    """Be ``hexlume`` with these arguments, in a process that was forked for it."""
    os.environ.clear()
    os.environ.update(environment, COLUMNS="120")
    for path, number, flags in ((read, 0, os.O_RDONLY), (out, 1, _WRITE), (err, 2, _WRITE)):
        file = os.open(path, flags, 0o600)
        os.dup2(file, number)
        os.close(file)
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, "r", closefd=False)), encoding="utf-8")
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.argv = ["hexlume", *arguments]
    try:
        main()
    finally:
        sys.stdout.flush()


_WRITE = os.O_WRONLY | os.O_CREAT | os.O_TRUNC


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        try:
            for line in text.splitlines():
                json.loads(line)
        except ValueError:
            return False
    return True


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")
