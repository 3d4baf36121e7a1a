"""Database errors as ``StoreError`` in one sentence each, sorted into temporary and permanent ones."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ..errors import StoreError, StoreUnavailableError

_BUSY = ("55P03", "40P01", "40001")
"""PostgreSQL's lock_not_available, deadlock_detected and serialization_failure."""
_DISK_FULL = "53100"
_READ_ONLY = ("25006", "42501")
"""PostgreSQL's read_only_sql_transaction and insufficient_privilege."""
_TEMPORARY_CLASSES = ("08", "53", "57", "58")
"""PostgreSQL's classes of connection trouble, scarce resources, an operator's intervention and system errors."""


@contextmanager
def store_errors(where: str) -> Iterator[None]:
    """Raise the errors of a database as ``StoreError``; ``where`` names the store.

    A ``StoreUnavailableError`` is temporary: the same may work later.
    """
    try:
        yield
    except DBAPIError as error:
        raise _store_error(where, error.orig, error.connection_invalidated) from error
    except sqlite3.Error as error:
        raise _store_error(where, error) from error
    except (SQLAlchemyError, OSError) as error:
        raise StoreError(f"The store {where} cannot be used: {_reason(error)}.") from error
    except ImportError as error:
        # Psycopg without its binary part names no package.
        package = error.name or "psycopg"
        raise StoreError(
            f"The store {where} needs the Python package {package}: for PostgreSQL, pip install 'hexlume[postgres]'."
        ) from error


def _store_error(where: str, error: BaseException | None, connection_lost: bool = False) -> StoreError:
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        busy, full = code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED), code == sqlite3.SQLITE_FULL
        temporary, read_only = code == sqlite3.SQLITE_IOERR, code == sqlite3.SQLITE_READONLY
    else:
        state = getattr(error, "sqlstate", None) or ""
        busy, full, read_only = state in _BUSY, state == _DISK_FULL, state in _READ_ONLY
        # A server that cannot be reached has no state.
        temporary = connection_lost or state[:2] in ("", *_TEMPORARY_CLASSES)
    if busy:
        return StoreUnavailableError(f"The store {where} is locked by another program.")
    if full:
        return StoreUnavailableError(f"The store {where} has no room: make some on its disk.")
    if read_only:
        return StoreError(
            f"The store {where} is read-only ({_reason(error)}): allow hexlume to write it, or name another one."
        )
    kind = StoreUnavailableError if temporary else StoreError
    return kind(f"The store {where} cannot be used: {_reason(error)}.")


def _reason(error: BaseException | None) -> str:
    words = str(error).strip().splitlines()
    return words[0].rstrip(".:") if words else type(error).__name__
