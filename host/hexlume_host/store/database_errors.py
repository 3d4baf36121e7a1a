"""What a database may complain of, in one sentence each: what must be mended, and what passes."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ..errors import StoreBusyError, StoreError, StoreFullError, StoreReadOnlyError, StoreUnavailableError

_BUSY = ("55P03", "40P01", "40001")
"""PostgreSQL's lock_not_available, deadlock_detected and serialization_failure."""
_DISK_FULL = "53100"
_READ_ONLY = ("25006", "42501")
"""PostgreSQL's read_only_sql_transaction and insufficient_privilege."""
_PASSING_CLASSES = ("08", "53", "57", "58")
"""PostgreSQL's classes of connection trouble, scarce resources, an operator's intervention and system errors."""


@contextmanager
def in_one_sentence(where: str) -> Iterator[None]:
    """Raise what a database complains of as ``StoreError``; ``where`` names the store.

    It is a ``StoreUnavailableError`` when the same may work later.
    """
    try:
        yield
    except DBAPIError as error:
        raise _told(where, error) from error
    except (sqlite3.Error, SQLAlchemyError, OSError) as error:
        raise StoreError(f"The store {where} cannot be used: {_words(error)}.") from error
    except ImportError as error:
        # Psycopg without its binary part names no package.
        package = error.name or "psycopg"
        raise StoreError(
            f"The store {where} needs the Python package {package}: for PostgreSQL, pip install 'hexlume[postgres]'."
        ) from error


def _told(where: str, error: DBAPIError) -> StoreError:
    if isinstance(error.orig, sqlite3.Error):
        code = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF
        busy, full = code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED), code == sqlite3.SQLITE_FULL
        passing, read_only = code == sqlite3.SQLITE_IOERR, code == sqlite3.SQLITE_READONLY
    else:
        state = getattr(error.orig, "sqlstate", None) or ""
        busy, full, read_only = state in _BUSY, state == _DISK_FULL, state in _READ_ONLY
        # A server that cannot be reached tells no state.
        passing = error.connection_invalidated or state[:2] in ("", *_PASSING_CLASSES)
    if busy:
        return StoreBusyError(f"The store {where} is locked by another program.")
    if full:
        return StoreFullError(f"The store {where} has no room: make some on its disk.")
    if read_only:
        return StoreReadOnlyError(
            f"The store {where} is read-only ({_words(error.orig)}): allow hexlume to write it, or name another one."
        )
    kind = StoreUnavailableError if passing else StoreError
    return kind(f"The store {where} cannot be used: {_words(error.orig)}.")


def _words(error: BaseException | None) -> str:
    words = str(error).strip().splitlines()
    return words[0].rstrip(".:") if words else type(error).__name__
