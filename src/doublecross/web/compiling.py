"""How templates become code: less of it runs for each page than Jinja's own would, and what comes out is the same to the byte.

An environment speaks one language, so a sentence without places is said when the template is compiled, and so is drawn what depends on
constants alone. Attributes are fetched and functions called directly, for our templates use no key of a mapping as an attribute and no
function that wants Jinja's context. A conditional without ``else`` gives the empty string.
"""

from __future__ import annotations

import functools
import keyword
from collections.abc import Mapping, MutableMapping
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

MOST_ESCAPED = 8192
"""Texts whose escaped form is remembered."""
_escaped = functools.lru_cache(MOST_ESCAPED)(lambda text: str(escape(text)))


def escaped(value: Any) -> str:
    """A value as HTML text; what is `Markup` is HTML already."""
    kind = type(value)
    if kind is Markup:
        found: str = value
        return found
    if kind is str:
        return _escaped(value)
    return str(value) if kind is int else str(escape(value))


class Constants(NodeTransformer):
    """Says and draws in advance what is the same on every page.

    Args:
        say: the environment's own.
        drawn: by the name of a namespace in the templates, its functions that depend on their arguments alone.
    """

    def __init__(self, say: Any, drawn: Mapping[str, Mapping[str, Any]]) -> None:
        self._say, self._drawn = say, drawn

    def visit_CondExpr(self, node: nodes.CondExpr) -> nodes.Node:  # noqa: N802 (Jinja calls it so)
        """``a if b`` is ``a if b else ''``."""
        self.generic_visit(node)
        if node.expr2 is None:
            node.expr2 = nodes.Const("", lineno=node.lineno)
        return node

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802
        """A call whose value is known now."""
        self.generic_visit(node)
        known = self._known(node.node)
        plain = not (node.kwargs or node.dyn_args or node.dyn_kwargs) and all(isinstance(given, nodes.Const) for given in node.args)
        if known is None or not plain:
            return node
        return nodes.Const(known(*[given.as_const() for given in node.args]), lineno=node.lineno)

    def _known(self, node: nodes.Expr) -> Any:
        if isinstance(node, nodes.Name) and node.name == "say":
            return self._say
        if isinstance(node, nodes.Getattr) and isinstance(node.node, nodes.Name):
            return self._drawn.get(node.node.name, {}).get(node.attr)
        return None


class _Direct(CodeGenerator):
    """Emits attributes, calls and escapes as plain Python."""

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """An attribute."""
        if keyword.iskeyword(node.attr):
            super().visit_Getattr(node, frame)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        """A call; ours hand over plain arguments only."""
        if forward_caller or node.dyn_args or node.dyn_kwargs:
            super().visit_Call(node, frame, forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for given in (*node.args, *node.kwargs):
            self.visit(given, frame)
            self.write(", ")
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        self.write("environment.escaped(")


class Templates(jinja2.Environment):
    """Jinja's environment for our templates."""

    code_generator_class = _Direct
    escaped = staticmethod(escaped)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.drawn: dict[str, dict[str, Any]] = {}
        """Namespaces of functions that depend on their arguments alone; to be filled before the templates that use them are read."""
        self._read: dict[str, jinja2.Template] = {}

    def get_template(
        self,
        name: str | jinja2.Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002
    ) -> jinja2.Template:
        """A template, which is read once: every page asks for its own and for those that it builds on."""
        found = self._read.get(name) if isinstance(name, str) else None
        if found is None:
            found = super().get_template(name, parent, globals)
            self._read[str(found.name)] = found
        return found

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What a template knows beside what it is given: what there is when it is read. Every page copies it, so it is plain."""
        return {**self.globals, **(d or {})}

    def _generate(self, source: nodes.Template, name: str | None, filename: str | None, defer_init: bool = False) -> str:
        known = Constants(self.globals["say"], self.drawn).visit(source)
        return super()._generate(known, name, filename, defer_init)
