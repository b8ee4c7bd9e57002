"""Who may come in. Each request passes here before anything else looks at it.

A web page from anywhere may send requests to this machine from inside a visitor's browser, and a name of
somebody else's may be made to point here (DNS rebinding). So a request must name this machine, and a web socket
must be asked for by a page of ours. That is no password: whoever reaches the port with a browser comes in.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Collection

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

SERVED = frozenset({"index", "websocket", "static", "lab"})  # the names of routes; the rest is not there
_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self' ws://{host}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


def names_of(host: str) -> frozenset[str]:
    """The names under which a browser may ask for this machine, beside its addresses in digits."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", host.lower(), name, name.partition(".")[0], f"{name}.local"})


def is_this_machine(host: str | None, names: Collection[str]) -> bool:
    """Whether a request asks for this machine: by digits, which nobody can make point elsewhere, or by a known name.

    >>> is_this_machine("192.168.0.7", ()), is_this_machine("localhost", {"localhost"}), is_this_machine("a.test", ())
    (True, True, False)
    """
    try:
        ipaddress.ip_address(host or "")
    except ValueError:
        return (host or "").lower() in names
    return True


class Door:
    """The checks, as a middleware of aiohttp: `app.middlewares.append(Door(names, is_full).pass_through)`."""

    def __init__(self, names: Collection[str], is_full: Callable[[], str]) -> None:
        """`is_full` says in a sentence that no visitor more can come in; it is empty while one can."""
        self._names = names
        self._is_full = is_full

    @property
    def pass_through(self) -> Middleware:
        @web.middleware
        async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
            self._check(request)
            return await handler(request)

        return check

    def _check(self, request: web.Request) -> None:
        """Raise the answer to a request that may not pass."""
        if not is_this_machine(_host(request), self._names):
            raise web.HTTPForbidden(text="This lab is not served under that name.\n")
        route = request.match_info.route.name
        is_folder = route != "index" and request.path.endswith("/")
        if route not in SERVED or is_folder:
            raise web.HTTPNotFound(text="There is nothing here: the lab is at /\n")
        if route == "websocket" and request.headers.get("Origin") != f"{request.scheme}://{request.host}":
            raise web.HTTPForbidden(text="Only the lab's own page may open a lab.\n")
        if route in ("index", "websocket") and (full := self._is_full()):
            raise web.HTTPServiceUnavailable(text=f"{full}\n", headers={"Retry-After": "60"})


def _host(request: web.Request) -> str | None:
    try:
        return request.url.host
    except ValueError:  # no address at all
        return None


async def add_headers(request: web.BaseRequest, response: web.StreamResponse) -> None:
    """The page fetches nothing from elsewhere, and no other page shows it in a frame."""
    response.headers["Content-Security-Policy"] = _CSP.format(host=_plain_host(request))
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"


def _plain_host(request: web.BaseRequest) -> str:
    """The host with its port, if nothing in it could be read as more of the policy."""
    return request.host if all(each.isalnum() or each in ".-:[]" for each in request.host) else ""
