"""Attachments: what plugins do at the boards that a command logs, with options of their own.

A plugin names for a command a function whose parameters are options, declared as a command's are. They become options
of that command, and the function returns the ``Attachment`` that they ask for.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from ...device.listener import LinkListener
from ...plugins import attached
from ...store.repository import Store
from ...web.live.twin_hands import TwinHands


class Attachment:
    """Base class; override what is of interest.

    ``opponent`` is the level of Hexlume that the options ask for, ``None`` if they do not say.
    """

    opponent: str | None = None

    @contextmanager
    def attached(self, store: Store, part: str | None, say: Callable[[str], None]) -> Iterator[None]:
        """Work while the context lasts; ``part`` names what is logged (a port, or ``None`` for every board).

        ``say`` gets sentences for the person. Raises ``HexlumeError``.
        """
        yield

    def listeners(self, port: str) -> Sequence[LinkListener]:
        """Return what listens to the board on a port."""
        return ()

    def at_table(self, hands: TwinHands) -> None:
        """Note the hands at a simulated board, before its first game."""


def attachments() -> list[Attachment]:
    """Return the attachments of the command that runs."""
    return list(attached.get())


@contextmanager
def attaching(
    found: Sequence[Attachment], store: Store, part: str | None, say: Callable[[str], None]
) -> Iterator[Callable[[str], list[LinkListener]]]:
    """Let attachments work while the context lasts; yields what returns the listeners of all for a port."""
    with ExitStack() as ends:
        for one in found:
            ends.enter_context(one.attached(store, part, say))
        yield lambda port: [listener for one in found for listener in one.listeners(port)]
