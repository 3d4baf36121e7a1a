"""The names of the games as the type of an option: bad names are refused with the list, and shells complete them."""

from typing import Literal

from hexlume import games

RulesName = Literal[games.NAMES]  # type: ignore[valid-type]
