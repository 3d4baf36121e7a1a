"""The rules of each game in compiled form, equal to ``hexlume.games`` action by action.

Each module has ``begin`` (make the start), ``legal`` (list the legal codes into ``out``, return how many), ``apply``
(play a legal code) and ``any_legal`` (return one legal code, all with the same chance, -1 if there is none). ``game``
chooses among them. Clause numbers are those of the rule sheets in seeds/.
"""
