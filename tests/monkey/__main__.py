"""Let the monkeys loose by hand: ``python -m tests.monkey --seed 7 --actions 300``, or do again what a trace says."""

import argparse
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.conftest import ARGUMENTS, BROWSERS
from tests.monkey.party import party
from tests.monkey.served import own_folders


def main() -> None:
    """Walk, or walk again; a complaint is printed with its trace, and the exit code is 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.monkey", description=main.__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--actions", type=int, default=400)
    parser.add_argument("--repeat", type=Path, metavar="FILE", help="do what this trace says, a JSON list on each line")
    parser.add_argument("--weights", type=int, nargs=2, default=(12, 4), metavar=("PAGES", "BOARDS"))
    asked = parser.parse_args()
    program = next(found for found in map(shutil.which, BROWSERS) if found)
    folder = Path(tempfile.mkdtemp(prefix="hexlume-monkey-"))
    os.environ.update(own_folders(folder))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        try:
            with party(browser, folder, asked.seed, tuple(asked.weights)) as walk:
                if asked.repeat:
                    walk.repeat([json.loads(line) for line in asked.repeat.read_text().splitlines()])
                else:
                    walk.go(asked.actions)
        except AssertionError as complaint:
            print(complaint)
            sys.exit(1)
        browser.close()
    print(f"Seed {asked.seed}: {len(walk.done)} actions without a complaint.")


if __name__ == "__main__":
    main()
