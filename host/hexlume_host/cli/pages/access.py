"""Access to a page that a command serves: who may watch and act, and the sentences that say so."""

from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from hexlume_record.errors import HexlumeError

from ...sockets import LOOPBACK_NAMES, host_names
from ...web.http.auth import LONGEST_TOKEN, AccessPolicy, new_token

LEAST_TOKEN = 8


def access_policy(host: str, names: Sequence[str], token: str, watch_token: str) -> AccessPolicy:
    """Return who may reach the site and do what, with a new token where the options need one and name none.

    Raises ``HexlumeError`` for tokens that protect nothing.
    """
    for option, value in (("--token", token), ("--watch-token", watch_token)):
        if value and not (LEAST_TOKEN <= len(value) <= LONGEST_TOKEN and value.isprintable() and " " not in value):
            raise HexlumeError(
                f"{option} takes {LEAST_TOKEN} to {LONGEST_TOKEN} characters without spaces: choose another one."
            )
    if token and token == watch_token:
        raise HexlumeError("--token and --watch-token are the same: then everybody who may watch may act.")
    hosts = (*host_names(host), *(one.lower() for one in names))
    if not token and (watch_token or _other_computers(hosts)):
        token = new_token()
    return AccessPolicy(hosts, token, watch_token)


def access_sentences(policy: AccessPolicy, token: str, page: str) -> Iterator[str]:
    """Yield what to print once a page answers; ``token`` is the one that the person chose."""
    place = urlsplit(page)
    if others := _other_computers(policy.hosts):
        addresses = ", ".join(f"http://{host}:{place.port}{place.path}" for host in others)
        yield f"From other computers: {addresses}"
        yield "The connection is not encrypted: on a network you do not trust put it behind HTTPS (docs/serve.md)."
    if policy.token != token:
        yield f"To play or change anything, sign in with the token {policy.token} (--token names your own)."
    if policy.watch_token:
        yield "To watch, people sign in with the watch token."


def _other_computers(hosts: Sequence[str]) -> list[str]:
    """Return the host names by which other computers reach the site."""
    return [host for host in hosts if host not in LOOPBACK_NAMES]
