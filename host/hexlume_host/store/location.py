"""Location of stores: the default one, and files named by URL. It imports no database, which would be slow."""

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
