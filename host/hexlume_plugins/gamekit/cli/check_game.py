"""``hexlume check-game``: verifies the folder of a game of one's own."""

from pathlib import Path
from typing import Annotated

import typer

from hexlume_host.cli.output import JsonOption, ending_on_ctrl_c, print_json, say
from hexlume_host.cli.progress_bar import progress_bar

from ..check import check_game as check_folder
from ..report import Check


def check_game(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The game's folder. Its code is run.")],
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many random games.")] = 60,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Random seed of the games.")] = 1,
    json: JsonOption = False,
) -> None:
    """Check the folder of a game of your own.

    In random games it is checked that the rules keep their contract and that hands can make every action; then perft,
    the clauses of the rule sheet, the texts, the board's own opponent, the time on a Pico 2, what CircuitPython lacks,
    and whole games by clumsy hands on a simulated board. Each failure is one sentence, with a command that shows the
    position. The exit code is 1 if there is any.

    Examples:  hexlume check-game havannah  ·  hexlume check-game havannah --games 500 --seed 7
    """
    with ending_on_ctrl_c(lambda: "Stopped."), progress_bar("Checking", None, json) as update:
        checks = check_folder(
            folder,
            games,
            seed,
            lambda name, steps: update(description=f"Checking {name}", total=steps, completed=0),
            lambda: update(advance=1),
        )
    failed = any(check.failures for check in checks)
    if json:
        print_json({"folder": str(folder), "ok": not failed, "checks": [check.as_json() for check in checks]})
    else:
        for check in checks:
            _say(check, folder)
        say("The game has failures: see above." if failed else "The game keeps all that was checked.")
    if failed:
        raise typer.Exit(1)


def _say(check: Check, folder: Path) -> None:
    say(f"{'FAILED' if check.failures else 'ok':8}{check.name:10}{check.summary}")
    for failure in check.failures:
        say(f"        {failure.sentence}")
        if failure.position is not None and (command := failure.position.shell(str(folder))):
            say(f"          {command}")
    for note in check.notes:
        say(f"        {note}")
