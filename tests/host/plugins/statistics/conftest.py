"""Stores on both databases, as the library's tests have them."""

from tests.host.library.conftest import new_place, store

__all__ = ["new_place", "store"]
