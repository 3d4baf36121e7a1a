"""A run's results in a file, a line of JSON each, so that an interrupted run goes on."""

import json
from pathlib import Path
from typing import Any

from hexlume_record.errors import HexlumeError


class RunFile:
    """The lines of a run. The first line of the file holds its terms; a file of other terms is refused."""

    def __init__(self, path: Path, terms: Any, what: str) -> None:
        """Read what is there; raises ``HexlumeError`` when it is of another run or no such file.

        ``terms`` is what JSON can hold, ``what`` names such a run in a sentence: "match".
        """
        self.path = path
        self.lines: list[Any] = []
        try:
            content = path.read_text(encoding="utf-8") if path.exists() else ""
            head = json.dumps(terms)
            # A line that was cut off is not there.
            whole = content[: content.rfind("\n") + 1]
            found = [json.loads(line) for line in whole.splitlines()]
            if found[0] != json.loads(head) if found else not head.startswith(content):
                raise HexlumeError(f"{path} holds something else than a {what} of these terms: choose another file.")
            self.lines += found[1:]
            # Written to only now that it is known to be such a run's.
            if not found:
                path.write_text(head + "\n", encoding="utf-8")
            elif whole != content:
                path.write_text(whole, encoding="utf-8")
        except OSError as error:
            raise HexlumeError(f"{path} cannot be used for a {what}: {error.strerror or error}.") from error
        except ValueError as error:
            raise HexlumeError(f"{path} holds no games of a {what}: choose another file.") from error

    def add(self, line: Any) -> None:
        """Append a line. Raises ``HexlumeError`` when the file takes no more."""
        self.lines.append(line)
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        except OSError as error:
            raise HexlumeError(f"{self.path} takes no more: {error.strerror or error}.") from error
