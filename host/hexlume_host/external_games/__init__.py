"""Games of other people: ``folders`` finds and loads them, ``guarded_calls`` guards their code while it is played."""
