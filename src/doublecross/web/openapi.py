"""The OpenAPI document of ``/api/v1``, made of the very types that requests are read into and answers are made of."""

from __future__ import annotations

import functools
from typing import Any

import msgspec

import doublecross
from doublecross.tables.commands import Command
from doublecross.tables.views import TableView
from doublecross.web.api import LONGEST_WAIT, Accepted, NewProgram, OpenedTable, Refused, Registered
from doublecross.web.opening import Opening
from doublecross.web.shown import GameChoice, TableLine

_REF = "#/components/schemas/{name}"
_TABLE = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
_CODE = {"name": "code", "in": "path", "required": True, "schema": {"type": "string"}}
_QUERY = [
    {"name": "after", "in": "query", "schema": {"type": "integer"}, "description": "wait only while the view still has this version"},
    {"name": "wait", "in": "query", "schema": {"type": "number", "maximum": LONGEST_WAIT}, "description": "seconds to wait at most"},
]
_OPERATIONS: tuple[tuple[str, str, str, Any, Any, list[Any]], ...] = (
    ("/people", "post", "Register a program; the token is shown this once", NewProgram, Registered, []),
    ("/games", "get", "What can be opened", None, list[GameChoice], []),
    ("/tables", "get", "Public tables that wait for players", None, list[TableLine], []),
    ("/tables", "post", "Open a table", Opening, OpenedTable, []),
    ("/tables/{table}", "get", "Everything the sender may see; waits for a change if asked to", None, TableView, [_TABLE, *_QUERY]),
    ("/tables/{table}/commands", "post", "Give a command; one key counts once", Command, Accepted, [_TABLE]),
    ("/codes/{code}", "get", "The table with an invitation code", None, OpenedTable, [_CODE]),
)
"""Path, method, what it does, the type of the body, the type of the answer, parameters."""


@functools.cache
def openapi(prefix: str) -> bytes:
    """The document, as JSON."""
    types = [kind for operation in _OPERATIONS for kind in operation[3:5] if kind is not None]
    schemas, components = msgspec.json.schema_components([*types, Refused], ref_template=_REF)
    found = dict(zip(map(str, types), schemas, strict=False))
    paths: dict[str, dict[str, Any]] = {}
    for path, method, about, body, answer, parameters in _OPERATIONS:
        paths.setdefault(path, {})[method] = _operation(about, found.get(str(body)), found[str(answer)], parameters)
    document = {
        "openapi": "3.1.0",
        "info": {"title": "doublecross", "version": doublecross.__version__, "description": "Live tables, for programs that play."},
        "servers": [{"url": f"{prefix}/api/v1"}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }
    return msgspec.json.encode(document)


def _operation(about: str, body: Any, answer: Any, parameters: list[Any]) -> dict[str, Any]:
    refused = {"description": "Nothing changed", "content": _json({"$ref": _REF.format(name="Refused")})}
    found: dict[str, Any] = {"summary": about, "responses": {"200": {"description": "Done", "content": _json(answer)}, "4XX": refused}}
    if parameters:
        found["parameters"] = parameters
    if body is not None:
        found["requestBody"] = {"required": True, "content": _json(body)}
    return found


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
