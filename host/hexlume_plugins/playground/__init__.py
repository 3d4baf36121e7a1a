"""The playground: a folder for any web server, whose page is a simulated board (docs/playground.md).

``build`` writes the folder. ``simulated_board`` is the part of it that runs in a browser, in a worker: there CPython
(Pyodide) runs the simulator with the unmodified firmware. ``static/playground`` has the page and its scripts.
"""

from hexlume_host.plugins import Plugin

PLUGIN = Plugin(__package__, {"Develop": {"playground": "Write a web page on which one plays on a simulated board."}})
