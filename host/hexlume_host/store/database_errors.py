"""Database errors as ``StoreError`` in one sentence each, sorted into temporary and permanent ones."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ..errors import StoreError, StoreUnavailableError


@contextmanager
def store_errors(where: str) -> Iterator[None]:
    """Raise the errors of a database as ``StoreError``; ``where`` names the store.

    A ``StoreUnavailableError`` is temporary: the same may work later.
    """
    try:
        yield
    except DBAPIError as error:
        raise _store_error(where, error.orig) from error
    except sqlite3.Error as error:
        raise _store_error(where, error) from error
    except (SQLAlchemyError, OSError) as error:
        raise StoreError(f"The store {where} cannot be used: {_reason(error)}.") from error


def _store_error(where: str, error: BaseException | None) -> StoreError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreUnavailableError(f"The store {where} is locked by another program.")
    if code == sqlite3.SQLITE_FULL:
        return StoreUnavailableError(f"The store {where} has no room: make some on its disk.")
    if code == sqlite3.SQLITE_READONLY:
        return StoreError(
            f"The store {where} is read-only ({_reason(error)}): allow hexlume to write it, or name another one."
        )
    kind = StoreUnavailableError if code == sqlite3.SQLITE_IOERR else StoreError
    return kind(f"The store {where} cannot be used: {_reason(error)}.")


def _reason(error: BaseException | None) -> str:
    words = str(error).strip().splitlines()
    return words[0].rstrip(".:") if words else type(error).__name__
