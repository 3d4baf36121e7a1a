"""Location of stores: the default one, and files named by URL. It imports no database, which would be slow."""

from pathlib import Path

from platformdirs import user_data_path

_SQLITE_URLS = ("sqlite", "sqlite+pysqlite")


def default_store() -> str:
    """Return the path of the store used when none is named."""
    return str(user_data_path("hexlume") / "hexlume.sqlite")


def file_of(where: str) -> str | None:
    """Return the path of the file that a store's path or URL names, ``None`` for a database on a server.

    >>> file_of("sqlite:////home/ann/games.sqlite")
    '/home/ann/games.sqlite'
    """
    scheme, is_file, path = where.partition(":///")
    if is_file and scheme in _SQLITE_URLS:
        return path or None
    return None if "://" in where else where


def folder_beside(store: str | None) -> Path:
    """Return the folder of what is kept beside a store: that of its file, if it is one."""
    file = None if store is None else file_of(store)
    return Path(user_data_path("hexlume")) if file is None else Path(file).absolute().parent
