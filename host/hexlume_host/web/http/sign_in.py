"""Sign-in: a page that takes the token once, and gives the browser a cookie."""

from dataclasses import dataclass
from typing import Annotated

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from hexlume_record.validation import Line, checked_json

from ...sockets import LOOPBACK_NAMES
from ..app_context import Site, page
from .auth import LASTS_SECONDS, LONGEST_TOKEN, NONE, Credentials, cookie_name
from .middleware import RIGHTS, SIGN_IN, SIGN_IN_API

_MAX_BYTES = 1000
"""The largest sign-in request."""


@dataclass
class _SignIn:
    token: Annotated[str, Line(LONGEST_TOKEN, 1)]


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes of signing in and out."""

    async def rights(request: Request) -> Response:
        """Answer what a page may do, whether there is a token to sign in with, and what others call this site."""
        right = request.state.right
        others = [host for host in site.policy.hosts if host not in LOOPBACK_NAMES] if right != NONE else []
        return JSONResponse({"right": right, "token": _credentials(request).needed, "others": others})

    return [
        Route(SIGN_IN, page("sign-in")),
        Route(RIGHTS, rights),
        Route(SIGN_IN_API, _sign_in, methods=["POST"]),
        Route(SIGN_IN_API, _sign_out, methods=["DELETE"]),
    ]


async def _sign_in(request: Request) -> Response:
    credentials = _credentials(request)
    if not credentials.needed:
        return JSONResponse({"right": credentials.right(request)})
    body = await request.body()
    if len(body) > _MAX_BYTES:
        raise HTTPException(400, "Type the token in.")
    right, cookie = credentials.sign_in(request, checked_json(_SignIn, body).token.strip())
    if right == NONE:
        raise HTTPException(401, "That is not the token: the person who runs this server can tell you.")
    answer = JSONResponse({"right": right})
    answer.set_cookie(
        cookie_name(request),
        cookie,
        max_age=LASTS_SECONDS,
        httponly=True,
        samesite="strict",
        secure=_is_encrypted(request),
    )
    return answer


async def _sign_out(request: Request) -> Response:
    _credentials(request).sign_out(request)
    answer = JSONResponse({"right": NONE})
    answer.delete_cookie(cookie_name(request), httponly=True, samesite="strict", secure=_is_encrypted(request))
    return answer


def _credentials(request: Request) -> Credentials:
    found = request.app.state.credentials
    assert isinstance(found, Credentials)
    return found


def _is_encrypted(request: Request) -> bool:
    """Return whether the browser's connection is encrypted, by this server or a trusted proxy."""
    return request.url.scheme == "https"
