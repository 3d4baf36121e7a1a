"""``hexlume demo``: scripted games on a simulated board, logged and checked."""

import json as json_format
from dataclasses import asdict
from typing import Annotated, Literal

import typer

from hexlume_record.errors import HexlumeError

from ..device.demo import CAREFUL, CLUMSY, SCRIPTS, DemoGame, play_demo
from ..device.simulated_board import SimulatedBoard
from ..store.repository import Store
from .options.chip import ChipOption, DownloadOption, chip_image
from .options.game import DEFAULT_GAME, GameOption, OptionsOption, PanelOption, SizeOption, start_game
from .options.store import StoreOption, saved_sentence
from .output import JsonOption, console, showing_results
from .progress_bar import progress_bar
from .table import table

_BOTS = tuple(SCRIPTS)
Bot = Literal[_BOTS]  # type: ignore[valid-type]


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
    chip: ChipOption = False,
    download: DownloadOption = False,
) -> None:
    """Let scripted hands play on a simulated board.

    They play about 200 times faster than people, and what was logged is checked. The exit code is 1 unless every game
    came out of the store as it was played. Lists and statistics leave these games out: see hexlume games --source demo.

    Examples:  hexlume demo  ·  hexlume demo --game organica --bot clumsy --games 3 --seed 7
    """
    board = SimulatedBoard.of(start_game(game, size, option or []), panel)
    image = chip_image(chip, download)
    played: list[DemoGame] = []
    with (
        Store(store) as opened,
        showing_results(
            lambda: _print_games(played, bot == CLUMSY, json),
            lambda: f"Stopped. {saved_sentence(opened, f'{len(played)} whole games')}",
        ),
        progress_bar("Playing", games, json) as update,
    ):
        for one in play_demo(board, games, seed, opened, bot, image):
            played.append(one)
            update(advance=1)
            if json:
                print(json_format.dumps(_line(one), ensure_ascii=False), flush=True)
    if not all(one.logged for one in played):
        raise HexlumeError("Not every game was logged as it was played.")


def _line(played: DemoGame) -> dict[str, object]:
    return {name: value for name, value in asdict(played).items() if name != "id"}


def _print_games(played: list[DemoGame], clumsy: bool, json: bool) -> None:
    if json or not played:
        return
    columns = ["id", "game", "seed", "actions", "result", "logged", "on the board", "here"]
    rows = [
        [
            str(one.id or ""),
            f"{one.game} {one.size}",
            str(one.seed),
            str(len(one.actions)),
            one.result or "",
            "yes" if one.logged else "NO",
            f"{one.virtual_s:.0f} s",
            f"{one.wall_s:.1f} s",
            f"{one.recovered} of {sum(one.mishaps.values())}",
        ]
        for one in played
    ]
    if not clumsy:
        console().print(table(columns, (row[:-1] for row in rows)))
        return
    console().print(table([*columns, "put right"], rows))
    mishaps = (
        [str(one.id or ""), ", ".join(f"{count} x {name.replace('_', ' ')}" for name, count in one.mishaps.items())]
        for one in played
    )
    console().print(table(("id", "mishaps"), mishaps))
