"""``hexlume gtp``: the games for programs that speak the Go Text Protocol, version 2.

``framing`` reads requests and writes answers, ``commands`` has the table of all commands, ``engine`` joins the two.
"""
