"""The areas of the site, in the order in which their routes are tried."""

from . import analysis, apart, archive, assets, live, players, replay, signing_in, statistics

AREAS = (assets, signing_in, live, archive, replay, players, statistics, analysis, apart)
