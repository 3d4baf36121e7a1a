"""Flash in a file: what a board's flash holds outlasts its twin, up to the last byte before a power cut."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def flash_in_file(
    path: Path, size: int, fresh: Callable[[], bytes]
) -> Iterator[tuple[bytes, Callable[[int, bytes], None]]]:
    """Yield a flash's contents, and what is to be called with the first byte's index and the bytes of each change.

    A missing file is made with what ``fresh`` returns. Raises ``ValueError`` for a file of another size.
    """
    with path.open("r+b" if path.exists() else "x+b", buffering=0) as file:
        contents = file.read()
        if not contents:
            contents = fresh()
            file.write(contents)
        if len(contents) != size:
            raise ValueError(f"{path} is no file of this flash: it has {len(contents)} bytes, not {size}.")

        def write_through(start: int, changed: bytes) -> None:
            os.pwrite(file.fileno(), changed, start)

        yield contents, write_through
