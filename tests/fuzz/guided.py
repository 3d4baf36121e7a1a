"""Coverage-guided fuzzing by Atheris: python -m tests.fuzz.guided board|host|READER LINES SEED FOLDER.

The real lines of a recorded conversation are the corpus. Each input goes in twice: as it is, and as the body of a line
whose checksum is right. Mutations are libFuzzer's own, of bytes, and those of ``Hostile``, of members. The last line
printed is the report; what broke a promise lies in FOLDER, and the program then ends with an error.
"""

import os
import random
import sys
from collections.abc import Callable
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["hexlume", "hexlume_record", "hexlume_host", "hexlume_plugins"]):
    from tests.fuzz import board_end, host_end, readers, recorded
    from tests.fuzz.campaign import Meter
    from tests.fuzz.hostile import Hostile, seal, unsealed

LONGEST = 1400
"""The longest input in bytes: longer than a line may be."""


class Guided:
    """One run: counts the lines, and ends the program when there were enough of them."""

    def __init__(self, name: str, lines: int, seed: int, folder: Path) -> None:
        self.name, self.lines, self.folder = name, lines, folder
        self.fed = self.accepted = 0
        self.meter = Meter()
        self.choice = random.Random(seed)
        self.hostile: Hostile | None = None
        self.corpus: list[bytes] = []
        self.feed: Callable[[bytes], object] = self._prepare()
        self._is_warm = False

    def take(self, data: bytes) -> None:
        """Feed one input of the fuzzer."""
        if self.fed >= self.lines // 10 and not self._is_warm:
            self._is_warm = True
            self.meter.warm()
        self.accepted += bool(self.feed(data))
        self.fed += 2 if self.hostile else 1
        if self.fed >= self.lines:
            self._finish()

    def mutate(self, data: bytes, most: int, seed: int) -> bytes:
        """Return a changed input: every other time a message with changed members."""
        if self.hostile is None or seed % 2:
            return bytes(atheris.Mutate(data, most))
        return self.hostile.mutated(data)[:most]

    def _prepare(self) -> Callable[[bytes], object]:
        """Return what takes an input."""
        to_board, to_host = recorded.record()
        if self.name == "board":
            self._take_corpus(to_board)
            self.board = board_end.BoardEnd()
            return self._feed_board
        if self.name == "host":
            self._take_corpus(to_host)
            self.host = host_end.HostEnd(self.folder)
            return self._feed_host
        self.corpus = readers.samples(self.name)
        return readers.RecordReader(self.folder) if self.name == "record" else readers.READERS[self.name]

    def _take_corpus(self, lines: list[bytes]) -> None:
        self.hostile = Hostile(self.choice, lines)
        self.corpus = [unsealed(line) for line in lines]

    def _feed_board(self, data: bytes) -> None:
        end = self.board
        end.feed(data + b"\n")
        end.feed(seal(data))
        if self.fed % 26 == 0:
            end.hands(self.choice)
            end.feed(b"\n" + board_end.HELLO)
        if self.fed % 1000 == 0:
            end.check()

    def _feed_host(self, data: bytes) -> None:
        end = self.host
        end.feed(data + b"\n" + seal(data))
        if self.fed % 40 == 0:
            end.feed(b"\n" + host_end.HELLO)
            end.look()

    def _finish(self) -> None:
        accepted, dropped = self.accepted, self.fed - self.accepted
        if self.name == "board":
            self.board.check()
            accepted, dropped = self.board.accepted, self.board.dropped
        elif self.name == "host":
            self.host.close()
            accepted, dropped = self.host.accepted, self.host.dropped
        what = self.name if self.hostile else f"{self.name} reader"
        print(self.meter.report(f"{what}, guided", self.fed, accepted, dropped), flush=True)
        # libFuzzer would go on.
        os._exit(0)


def main() -> None:
    """Write the corpus into FOLDER and run the fuzzer over it."""
    name, lines, seed, folder = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])
    guided = Guided(name, lines, seed, folder)
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, body in enumerate(guided.corpus):
        (corpus / f"{number:04}").write_bytes(body)
    # The tests look at its growth. The peak that libFuzzer reads is inherited from their own process.
    flags = [f"-seed={seed}", f"-max_len={LONGEST}", f"-artifact_prefix={folder}/", "-runs=-1", "-rss_limit_mb=8192"]
    atheris.Setup([sys.argv[0], *flags, str(corpus)], guided.take, custom_mutator=guided.mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
