"""The error of a command that fails."""

from ..errors import HostError


class GtpError(HostError):
    """A command failed and changed nothing; the text is what follows the ``?`` of the answer."""


SYNTAX_ERROR = "syntax error"
"""The answer to arguments of the wrong number or kind."""
