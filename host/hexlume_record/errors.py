"""Errors that a person can do something about: each says so in one sentence. The host's own build on them."""


class HexlumeError(Exception):
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


class RecordError(HexlumeError):
    """A game that was asked for is not in the store, or its record cannot be shown."""


class GameError(HexlumeError):
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
