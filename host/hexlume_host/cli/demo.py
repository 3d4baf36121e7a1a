"""``hexlume demo``: scripted games on a simulated board, logged and checked."""

import json as json_format
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import typer
from rich.box import SIMPLE
from rich.console import Console
from rich.progress import track
from rich.table import Table

from ..device.demo import CAREFUL, CLUMSY, SCRIPTS, DemoGame, play_demo
from ..device.simulated_board import SimulatedBoard
from ..errors import HostError
from ..store.repository import Store
from .options.chip import ChipOption, DownloadOption, chip_image
from .options.game import DEFAULT_GAME, GameOption, OptionsOption, PanelOption, SizeOption
from .options.store import StoreOption, saved_sentence
from .output import JsonOption, console, say

if TYPE_CHECKING:
    Bot: TypeAlias = str
else:
    Bot = Literal[tuple(SCRIPTS)]


def demo(
    game: GameOption = DEFAULT_GAME,
    size: SizeOption = 0,
    option: OptionsOption = None,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 1,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Random seed of the hands' choices.")] = 1,
    bot: Annotated[
        Bot,
        typer.Option(
            "--bot",
            help="careful, or clumsy: discs slip, slide, are knocked off and mixed up, and put right by the lights.",
        ),
    ] = CAREFUL,
    panel: PanelOption = None,
    json: JsonOption = False,
    store: StoreOption = None,
    chip: ChipOption = None,
    download: DownloadOption = False,
) -> None:
    """Let scripted hands play on a simulated board.

    They play about 200 times faster than people, and what was logged is checked. The exit code is 1 unless every game
    came out of the store as it was played.

    Examples:  hexlume demo  ·  hexlume demo --game organica --bot clumsy --games 3 --seed 7
    """
    board = SimulatedBoard.of(game, size, option or [], panel)
    image = chip_image(chip, download)
    played: list[DemoGame] = []
    with Store(store) as opened:
        try:
            for one in _shown(play_demo(board, games, seed, opened, bot, image), games, json):
                played.append(one)
                if json:
                    print(json_format.dumps(_line(one), ensure_ascii=False), flush=True)
        except KeyboardInterrupt:
            say(f"Stopped. {saved_sentence(opened, f'{len(played)} whole games')}")
            raise typer.Exit(130) from None
        finally:
            if played and not json:
                console().print(_table(played, bot == CLUMSY))
                if bot == CLUMSY:
                    console().print(_mishaps(played))
    if not all(one.logged for one in played):
        raise HostError("Not every game was logged as it was played.")


def _shown(games: Iterator[DemoGame], count: int, json: bool) -> Iterator[DemoGame]:
    """Show the games' progress to a person who watches, unless JSON is printed."""
    progress = Console(stderr=True)
    yield from track(games, "Playing", count, console=progress, disable=json or not progress.is_terminal)


def _line(played: DemoGame) -> dict[str, object]:
    return {name: value for name, value in asdict(played).items() if name != "id"}


def _table(played: list[DemoGame], clumsy: bool) -> Table:
    table = Table("id", "game", "seed", "actions", "result", "logged", "on the board", "here", box=SIMPLE)
    if clumsy:
        table.add_column("put right")
    for one in played:
        table.add_row(
            str(one.id or ""),
            f"{one.game} {one.size}",
            str(one.seed),
            str(len(one.actions)),
            one.result or "",
            "yes" if one.logged else "NO",
            f"{one.virtual_s:.0f} s",
            f"{one.wall_s:.1f} s",
            *((f"{one.recovered} of {sum(one.mishaps.values())}",) if clumsy else ()),
        )
    return table


def _mishaps(played: list[DemoGame]) -> Table:
    table = Table("id", "mishaps", box=SIMPLE)
    for one in played:
        counts = [f"{count} x {name.replace('_', ' ')}" for name, count in one.mishaps.items()]
        table.add_row(str(one.id or ""), ", ".join(counts) or "none")
    return table
