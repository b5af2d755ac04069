"""Files that people send up with a form: one file, within limits, its bytes as they are."""

from __future__ import annotations

import re

from starlette.requests import Request

from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase
from doublecross.web.bodies import read_body

_BOUNDARY = re.compile(r'multipart/form-data;\s*boundary="?([A-Za-z0-9\'()+_,./:=? -]{1,70})"?', re.IGNORECASE)
_WHERE = Phrase("the request")
ROOM_FOR_HEADERS = 4096


async def read_file(request: Request, field: str, most: int) -> bytes:
    """The content of the file that a form's field holds; raises `BadInput` if there is none, or if it is larger than `most` bytes."""
    found = _BOUNDARY.fullmatch(request.headers.get("content-type", ""))
    allowed = Phrase("a form with a file")
    if found is None:
        raise BadInput(_WHERE, Phrase("no form"), allowed)
    body = await read_body(request, most + ROOM_FOR_HEADERS)
    name = f'name="{field}"'.encode()
    # Every part begins with the boundary on a line of its own; the first one with nothing before it.
    for part in (b"\r\n" + body).split(b"\r\n--" + found[1].encode())[1:]:
        head, blank, content = part.partition(b"\r\n\r\n")
        if blank and name in head and b"filename=" in head:
            return content
    raise BadInput(_WHERE, Phrase("no file"), allowed)
