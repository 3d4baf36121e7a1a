"""Where the store lies; apart from the store, which takes long to import."""

from platformdirs import user_data_path


def default_store() -> str:
    """Return the path of the store that is used when none is named."""
    return str(user_data_path("hexlume") / "hexlume.sqlite")
