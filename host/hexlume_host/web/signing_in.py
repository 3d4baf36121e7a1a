"""Signing in: a page that takes the token once, and a cookie in its place from then on."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from .area import Site, page, refusal
from .guard import LONGEST_TOKEN, cookie_name
from .protection import SIGN_IN, SIGN_IN_API, read_object

_YEAR_SECONDS = 365 * 24 * 3600


def routes(site: Site) -> list[BaseRoute]:
    """Return the routes of the area."""
    guard = site.guard

    def rights(request: Request) -> Response:
        """Tell a page what it may do and whether there is a token to sign in with."""
        return JSONResponse({"right": guard.right(request), "token": bool(guard.token)})

    async def sign_in(request: Request) -> Response:
        if not guard.token:
            return JSONResponse({"right": guard.right(request)})
        token = (await read_object(request)).get("token")
        if not isinstance(token, str) or not 0 < len(token) <= LONGEST_TOKEN:
            return refusal("Type the token in.")
        right = guard.right_of(token.strip())
        if right == "none":
            return refusal("That is not the token: the person who runs this server can tell you.", 401)
        answer = JSONResponse({"right": right})
        answer.set_cookie(
            cookie_name(request),
            guard.cookie_value(token.strip()),
            max_age=_YEAR_SECONDS,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
        return answer

    async def sign_out(request: Request) -> Response:
        answer = JSONResponse({"right": "none"})
        answer.delete_cookie(cookie_name(request), httponly=True, samesite="strict")
        return answer

    return [
        Route(SIGN_IN, page("sign-in")),
        Route("/api/rights", rights),
        Route(SIGN_IN_API, sign_in, methods=["POST"]),
        Route(SIGN_IN_API, sign_out, methods=["DELETE"]),
    ]
