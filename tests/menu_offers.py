"""Cells of an open menu in plain words, for tests that look for a choice."""

from hexlume.states.menu import Menu
from hexlume_host.device.menu_labels import SETTING_NAMES


def offer_words(menu: Menu, cell: int) -> str:
    """Return what a cell of an open menu offers in English words, such as ``size 5``; empty if nothing."""
    offer = menu.offer(cell)
    if offer is None:
        return ""
    setting, number = offer
    return f"{SETTING_NAMES[setting]} {menu.choices(setting)[number] or 'usual'}"
