"""Whether the server is well, its numbers, and the files of its pages."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from doublecross.web.guard import is_loopback
from doublecross.web.server import server_of
from doublecross.web.static_files import static_files

FOR_EVER = "public, max-age=31536000, immutable"
A_WHILE = "public, max-age=300"


async def healthz(request: Request) -> Response:
    """200 while the server takes what is to be kept, else 503."""
    well = server_of(request).store.healthy
    return PlainTextResponse("ok\n" if well else "nothing can be kept\n", 200 if well else 503)


async def metrics(request: Request) -> Response:
    """For Prometheus, on this machine alone: whoever sits at a table could tell from them that others have changed their minds."""
    # A proxy whose word does not count is near, but whoever stands behind it may be anyone.
    proxied = "x-forwarded-for" in request.headers and not server_of(request).settings.trusted_proxies
    if proxied or not is_loopback(request.scope):
        return PlainTextResponse("Forbidden", 403)
    return Response(server_of(request).metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


async def static(request: Request) -> Response:
    """A file of the pages."""
    found = static_files().get(request.path_params["name"])
    if found is None:
        return PlainTextResponse("Not found", 404)
    fresh = request.query_params.get("v") == found.fingerprint
    headers = {"cache-control": FOR_EVER if fresh else A_WHILE, "etag": f'"{found.fingerprint}"', "vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.zipped, headers={**headers, "content-encoding": "gzip"}, media_type=found.kind)
    return Response(found.body, headers=headers, media_type=found.kind)


ROUTES: list[BaseRoute] = [
    Route("/healthz", healthz),
    Route("/metrics", metrics),
    Route("/static/{name:path}", static),
]
