"""Location of the default store. It imports no database, which would be slow."""

from platformdirs import user_data_path


def default_store() -> str:
    """Return the path of the store used when none is named."""
    return str(user_data_path("hexlume") / "hexlume.sqlite")
