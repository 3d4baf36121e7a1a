"""Errors of the host: each says in one sentence what a person can do about it."""


class HostError(Exception):
    """An error that the user sees as one sentence, without a traceback.

    ``str`` is for the person at this computer. ``public`` is the sentence for everybody else: the same one, unless
    that names a path, a port or a server of this computer. Files and boards put words into such sentences: characters
    that cannot be printed are escaped, as in Python.
    """

    public = ""

    def __init__(self, sentence: str = "", public: str = "") -> None:
        sentence = _printable(sentence)
        super().__init__(sentence)
        self.public = _printable(public) or type(self).public or sentence


class StoreError(HostError):
    """The store cannot be opened, read or written."""

    public = "The store cannot be used just now: see the log of its computer."


class StoreUnavailableError(StoreError):
    """The store can keep nothing just now (locked, no room, database server away); the same may work later."""


class StoreFullError(StoreUnavailableError):
    """There is no room for the store on its disk."""


class StoreMovedError(StoreUnavailableError):
    """The store's file was moved, deleted or replaced while it was in use; it may come back."""


class GameConflictError(StoreError):
    """The store holds another game under a board's game's id; other boards can go on."""


class LinkError(HostError):
    """The board's serial port cannot be used, or what hangs on it is no board this host understands."""

    public = "The board's port cannot be used just now: see the log of its computer."


class RecordError(HostError):
    """A game that was asked for is not in the store, or its record cannot be shown."""


class SimulatorError(HostError):
    """A board cannot be simulated as asked, or its simulator has ended."""


class GameError(HostError):
    """The code of an external game raised, or did not come back. ``words`` say what and where."""

    def __init__(self, game: str, words: str) -> None:
        super().__init__(f"The game {game} failed: {words}.")
        self.words = words


def sentence(words: Exception | str) -> str:
    """Return an error's words as a sentence: with a capital letter in front and a full stop at the end."""
    text = str(words)
    return f"{text[:1].upper()}{text[1:]}."


def excerpt(text: str, longest: int = 20) -> str:
    """Return the first characters of a text from outside for a sentence, escaped unless all can be printed."""
    return text[:longest] if text.isprintable() else ascii(text[:longest])


def _printable(sentence: str) -> str:
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in sentence)
