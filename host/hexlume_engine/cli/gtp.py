"""``hexlume gtp``: the games for programs that speak the Go Text Protocol."""

import sys
import time
from functools import partial
from io import FileIO
from typing import Annotated, Literal

import typer

from hexlume_host.cli.options.game import DEFAULT_RULES, OptionsOption, RulesOption, SizeOption, start_game
from hexlume_host.cli.output import ending_on_ctrl_c
from hexlume_host.signals import ending_promptly
from hexlume_record.errors import HexlumeError

from ..gtp.chooser import EngineChooser, RandomChooser
from ..gtp.engine import serve
from ..gtp.session import Session
from ..search.factory import make_engine
from ..search.level import LEVELS, UCT, level_of
from .compile_engine import compile_first

_DEFAULT_LEVEL = 3
_DEFAULT_SECONDS = 5.0


def gtp(
    rules: RulesOption = DEFAULT_RULES,
    size: SizeOption = 0,
    option: OptionsOption = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", min=0, help="Random seed of genmove's choices.", show_default="random"),
    ] = None,
    engine: Annotated[
        Literal["hexlume", "uct", "random"],
        typer.Option("--engine", help="What chooses: the engine, plain UCT search, or chance."),
    ] = "hexlume",
    level: Annotated[
        int, typer.Option("--level", metavar="N", min=1, max=len(LEVELS), help="The engine's strength.")
    ] = _DEFAULT_LEVEL,
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="S", min=0.01, help="For an action where the controller sets no time."),
    ] = _DEFAULT_SECONDS,
    threads: Annotated[int, typer.Option("--threads", metavar="N", min=1, max=64, help="Search threads.")] = 1,
    memory: Annotated[
        int | None, typer.Option("--memory", metavar="MB", min=16, help="Max memory of the search.")
    ] = None,
    clock: Annotated[
        Literal["wall", "cpu"], typer.Option("--clock", help="Count the wall's seconds, or the engine's own.")
    ] = "wall",
    resign: Annotated[bool, typer.Option("--resign/--no-resign", help="Resign lost games.")] = False,
) -> None:
    """Speak the Go Text Protocol on standard input and output.

    This is version 2 of the protocol (docs/gtp.md).

    Examples:  hexlume gtp  ·  hexlume gtp --rules droched --size 5 --option komi=3 --seed 7  ·  hexlume gtp --level
    6 --seconds 10
    """
    start = start_game(rules, size, option or [])
    chooser: EngineChooser | RandomChooser = RandomChooser(seed)
    if engine != "random":
        seconds_of = time.monotonic if clock == "wall" else time.process_time
        chooser = EngineChooser(
            UCT if engine == "uct" else level_of(level),
            seconds,
            resign,
            partial(make_engine, seed=seed, memory_mb=memory, threads=threads, clock=seconds_of),
        )
    # Neither buffered nor closed: a thread may be reading from it at the end.
    requests = FileIO(sys.stdin.fileno(), closefd=False)
    with ending_promptly():
        if isinstance(chooser, EngineChooser):
            _load(chooser)
        with ending_on_ctrl_c():
            serve(Session(start, chooser), requests, sys.stdout.buffer)


def _load(chooser: EngineChooser) -> None:
    """Load the engine, so that no ``genmove`` spends its time on that; compile it first where necessary."""
    try:
        engine = chooser.engine
    except HexlumeError:
        # genmove says what is missing; all else works without it.
        return
    compile_first(hidden=False)
    engine.make_ready()
