"""The page: its files, and signing a browser in and out."""

from __future__ import annotations

from http import HTTPStatus

from starlette.responses import JSONResponse, RedirectResponse, Response

from specwright import __version__
from specwright.page.files import KINDS, static_files
from specwright.server.errors import Refused
from specwright.server.operations import OperationCall
from specwright.server.shapes import Link, Me, SignIn


async def show_page(call: OperationCall) -> Response:
    """Return the page. It holds no data: it asks for them as the user who is signed in."""
    return _file("index.html")


async def get_static(call: OperationCall) -> Response:
    """Return a file of the page."""
    return _file(str(call.request.path_params["path"]))


def _file(name: str) -> Response:
    content = static_files().get(name)
    if content is None:
        raise Refused(HTTPStatus.NOT_FOUND, "NOT_FOUND", "there is no such page")
    return Response(content, media_type=KINDS[name.rpartition(".")[2]], headers={"cache-control": "no-cache"})


async def open_link(call: OperationCall) -> Response:
    """Sign a browser in with a link that works once, and go to the page without it."""
    user = call.service.identity.sessions.follow(str(call.request.path_params["code"]))
    if user is None:
        return RedirectResponse("/?link=used", HTTPStatus.SEE_OTHER)
    headers = {"set-cookie": call.service.identity.sessions.begin(user), "cache-control": "no-store"}
    return RedirectResponse("/", HTTPStatus.SEE_OTHER, headers)


async def make_link(call: OperationCall) -> Link:
    """Make a link that signs a browser in once as the user of the token."""
    return Link(path=f"/open/{call.service.identity.sessions.link(call.user)}")


async def sign_in(call: OperationCall) -> Response:
    """Sign a browser in with a token."""
    assert isinstance(call.body, SignIn)
    identity = call.service.identity
    user = identity.sign_in(call.request, call.body.token)
    return JSONResponse({"name": user.name}, headers={"set-cookie": identity.sessions.begin(user)})


async def sign_out(call: OperationCall) -> Response:
    """End the session of a browser."""
    identity = call.service.identity
    ended = identity.sessions.end(identity.session_value(call.request))
    return JSONResponse({}, headers={"set-cookie": ended})


async def get_me(call: OperationCall) -> Me:
    """Return the user, and what the server offers."""
    service, limits = call.service, call.user.limits
    used = await service.used_today(call.user)
    return Me(
        name=call.user.name,
        admin=call.user.admin,
        version=__version__,
        languages=await service.languages(),
        models=service.models_of(call.user),
        tokens_today=used.tokens,
        usd_today=used.usd,
        tokens_per_day=limits.tokens_per_day,
        usd_per_day=limits.usd_per_day,
    )
