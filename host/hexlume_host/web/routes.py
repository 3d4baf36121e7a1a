"""The routes of the site, in the order in which their routes are tried."""

from .http import assets, sign_in
from .live import routes as live
from .pages import analysis, archive, players, replay, statistics
from .play import netplay

AREAS = (assets, sign_in, live, archive, replay, players, statistics, analysis, netplay)
