"""A network of resistors and sources: voltages by nodal analysis, of the part of it that a net belongs to.

Nets of a circuit under a fault form many small networks between stiff supplies. Each is solved once and remembered.
"""

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
_Resistors = tuple[tuple[str, str, float], ...]
_Sources = tuple[tuple[str, str, float], ...]


class Transfer(NamedTuple):
    """What a net's voltage is made of: the share of each source, and the ohms at which the net is driven."""

    shares: tuple[tuple[str, float], ...]
    ohms: float

    def volts(self, sources: dict[str, float]) -> float:
        """Return the voltage with the sources' voltages, by their names."""
        return sum(share * sources[name] for name, share in self.shares)


class Network:
    """Resistors between nets, and named sources that drive nets through resistors; a stiff net is one of its own."""

    def __init__(self, stiff: frozenset[str] = frozenset(), base: "Network | None" = None) -> None:
        """Begin with nothing, or on top of another network, which must not change any more."""
        self._stiff: frozenset[str] = base._stiff if base is not None else stiff
        self._base = base
        self._beside: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
        self._driven: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)

    def resistor(self, one: str, other: str, ohms: float) -> None:
        """Join two nets by a resistor."""
        if one == other:
            return
        for here, there in ((one, other), (other, one)):
            if here not in self._stiff:
                if there in self._stiff:
                    self._driven[here].append((there, ohms))
                else:
                    self._beside[here].append((there, ohms))

    def source(self, net: str, name: str, ohms: float) -> None:
        """Drive a net by a named source through a resistor."""
        if net not in self._stiff:
            self._driven[net].append((name, ohms))

    def transfer(self, net: str) -> Transfer | None:
        """Return what a net's voltage is made of; ``None`` for a net that nothing drives."""
        if net in self._stiff:
            return Transfer(((net, 1.0),), 0.0)
        nets, resistors, sources = [net], [], []
        known = {net}
        for here in nets:
            for network in self._layers():
                for there, ohms in network._beside.get(here, ()):
                    if there not in known:
                        known.add(there)
                        nets.append(there)
                    if here < there:
                        resistors.append((here, there, ohms))
                sources += [(here, name, ohms) for name, ohms in network._driven.get(here, ())]
        if not sources:
            return None
        return _transfer(net, tuple(nets), tuple(sorted(resistors)), tuple(sorted(sources)))

    def reaches(self, net: str) -> set[str]:
        """Return the nets that resistors join to a net, itself among them."""
        nets = [net]
        for here in nets:
            for network in self._layers():
                nets += [there for there, _ in network._beside.get(here, ()) if there not in nets]
        return set(nets)

    def _layers(self) -> "tuple[Network, ...]":
        return (self,) if self._base is None else (self, self._base)


@lru_cache(maxsize=20_000)
def _transfer(net: str, nets: tuple[str, ...], resistors: _Resistors, sources: _Sources) -> Transfer:
    at = {name: index for index, name in enumerate(nets)}
    matrix = conductances(len(nets), ((at[one], at[other], ohms) for one, other, ohms in resistors))
    for here, _, ohms in sources:
        matrix[at[here], at[here]] += 1 / ohms
    right = np.zeros(len(nets))
    right[at[net]] = 1.0
    # The matrix is symmetric: the answer to a current into the net is how the net answers to currents elsewhere.
    answer = np.linalg.solve(matrix, right).tolist()
    shares: defaultdict[str, float] = defaultdict(float)
    for here, name, ohms in sources:
        shares[name] += answer[at[here]] / ohms
    return Transfer(tuple(shares.items()), answer[at[net]])


def conductances(nodes: int, resistors: Iterable[tuple[int, int, float]]) -> Matrix:
    """Return the conductance matrix of resistors between nodes, each with its ohms."""
    matrix = np.zeros((nodes, nodes))
    for one, other, ohms in resistors:
        matrix[[one, other], [one, other]] += 1 / ohms
        matrix[[one, other], [other, one]] -= 1 / ohms
    return matrix
