"""The names of the games as the type of an option: bad names are refused with the list, and shells complete them."""

from typing import TYPE_CHECKING, Literal, TypeAlias

from hexlume import games

if TYPE_CHECKING:
    GameName: TypeAlias = str
else:
    GameName = Literal[games.NAMES]
