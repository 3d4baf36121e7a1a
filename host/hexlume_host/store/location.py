"""Path of the default store; in a file of its own, because the store takes long to import."""

from platformdirs import user_data_path


def default_store() -> str:
    """Return the path of the store used when none is named."""
    return str(user_data_path("hexlume") / "hexlume.sqlite")
