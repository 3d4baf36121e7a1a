"""The program that the simulator meters: replays games and notes the time of each step, by a Pico 2's clock.

It does not run on its own: ``cost`` gives it ``hexlume_meter``, which has what to play and the clock.
"""

import hexlume_meter  # type: ignore[import-not-found]

from hexlume.games import part, start

for name, size, options, codes in hexlume_meter.plan:
    game = start(name, size, options)
    lead = getattr(part(name, "evaluation"), "lead", None) if hexlume_meter.hints else None
    for code in codes:
        # Before every action, as on a board: rules may keep for it what they find here.
        began = hexlume_meter.now()
        for _ in game.iter_legal():
            hexlume_meter.note("slice", began, game)
            began = hexlume_meter.now()
        hexlume_meter.note("slice", began, game)
        if lead:
            began = hexlume_meter.now()
            lead(game, game.to_move)
            hexlume_meter.note("lead", began, game)
        for cell, piece in game.hand_work(code):
            if piece:
                began = hexlume_meter.now()
                game.codes_at(cell, piece)
                hexlume_meter.note("codes_at", began, game)
        began = hexlume_meter.now()
        game.push(code)
        hexlume_meter.note("push", began, game)
