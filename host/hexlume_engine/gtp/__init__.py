"""``hexlume gtp``: the games for programs that speak the Go Text Protocol, version 2.

``protocol`` reads requests and writes answers, ``commands`` has all commands, ``engine`` joins the two.
"""
