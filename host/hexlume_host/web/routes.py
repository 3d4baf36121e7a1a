"""The areas of the site, in the order in which their routes are tried."""

from .http import assets
from .http import sign_in as signing_in
from .live import routes as live
from .pages import analysis, archive, players, replay, statistics
from .play import netplay as apart

AREAS = (assets, signing_in, live, archive, replay, players, statistics, analysis, apart)
