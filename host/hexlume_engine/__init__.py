"""The engine, a plugin: opponent and coach at boards, reviews, puzzles, and the Go Text Protocol.

Nothing of it is imported before it is asked for. The ``search`` needs Numba, the extra ``engine``.
"""

from hexlume_host.plugins import Plugin

_OFFERING = f"{__package__}.cli.attachment:offering"
PLUGIN = Plugin(
    __package__,
    {
        "Play": {"puzzles": "Find the best action of a position, or make such puzzles."},
        "Games": {"analyse": "Find the turning points of a game with the engine."},
        "Develop": {
            "engine": "Play matches between programs and measure who is stronger.",
            "gtp": "Speak the Go Text Protocol on standard input and output.",
        },
    },
    {
        "engine": {
            "match": "Play two programs against each other and measure who is stronger.",
        },
        "puzzles": {
            "list": "List the puzzles in the store, with how they were answered.",
            "show": "Show the position and the task of one puzzle.",
            "solve": "Solve puzzles on a board, real or simulated, or in the terminal.",
            "make": "Make puzzles from games that the engine plays against itself.",
            "mistakes": "Make puzzles from the turning points of analysed games.",
        },
    },
    attachments={"log": _OFFERING, "serve": _OFFERING, "play": _OFFERING},
    routes=f"{__package__}.pages.routes:routes",
    pages={"/puzzles": "Puzzles"},
    parts=frozenset({"engine"}),
    tables=(f"{__package__}.tables",),
)
