"""``hexlume check-game``: verifies the folder of a game of one's own."""

from pathlib import Path
from typing import Annotated, Any

import typer

from hexlume_host.cli.output import JsonOption, ending_on_ctrl_c, print_json, say
from hexlume_host.cli.output.progress_bar import progress_bar

from ..check import check_game as check_folder


def check_game(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The game's folder. Its code is run.")],
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many random games.")] = 60,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Random seed of the games.")] = 1,
    json: JsonOption = False,
) -> None:
    """Check the folder of a game of your own.

    In random games it is checked that the rules keep their contract, that hands can make every action, and that the
    board's own opponent can play; then the clauses of the rule sheet, the texts, what CircuitPython lacks, the time on
    a Pico 2, and whole games by clumsy hands on a simulated board. Each failure is one sentence, with a command that
    shows the position. The exit code is 1 if there is any.

    Examples:  hexlume check-game havannah  ·  hexlume check-game havannah --games 500 --seed 7
    """
    with ending_on_ctrl_c(lambda: "Stopped."), progress_bar("Checking", None, json) as update:
        checks = check_folder(folder, games, seed, lambda name: update(description=f"Checking {name}"))
    failed = any(check["failures"] for check in checks)
    if json:
        print_json({"folder": str(folder), "ok": not failed, "checks": checks})
    else:
        for check in checks:
            _say(check)
        say("The game has failures: see above." if failed else "The game keeps all that was checked.")
    if failed:
        raise typer.Exit(1)


def _say(check: dict[str, Any]) -> None:
    say(f"{'FAILED' if check['failures'] else 'ok':8}{check['name']:10}{check['summary']}")
    for failure in check["failures"]:
        say(f"        {failure['sentence']}")
        if failure["command"]:
            say(f"          {failure['command']}")
