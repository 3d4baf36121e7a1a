"""The error of a command that fails."""

from hexlume_record.errors import HexlumeError


class GtpError(HexlumeError):
    """A command failed and changed nothing; the text is what follows the ``?`` of the answer."""


SYNTAX_ERROR = "syntax error"
"""The answer to arguments of the wrong number or kind."""
