"""What argparse itself says, in our languages: it asks gettext for these sentences, and finds them in our catalogue."""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator
from contextlib import contextmanager

from doublecross.kernel.words import DOMAIN, LOCALES, mark

SENTENCES = (
    mark("usage: "),
    mark("positional arguments"),
    mark("options"),
    mark("show this help message and exit"),
    mark("%(prog)s: error: %(message)s\n"),
    mark("argument %(argument_name)s: %(message)s"),
    mark("unrecognized arguments: %s"),
    mark("ambiguous option: %(option)s could match %(matches)s"),
    mark("unexpected option string: %s"),
    mark("ignored explicit argument %r"),
    mark("not allowed with argument %s"),
    mark("the following arguments are required: %s"),
    mark("one of the arguments %s is required"),
    mark("expected one argument"),
    mark("expected at most one argument"),
    mark("expected at least one argument"),
    mark("invalid %(type)s value: %(value)r"),
    mark("invalid choice: %(value)r (choose from %(choices)s)"),
    mark("unknown parser %(parser_name)r (choices: %(choices)s)"),
)
"""Those of argparse's sentences that a person can meet here, of every supported Python."""


@contextmanager
def argparse_speaks(language: str) -> Iterator[None]:
    """Let argparse speak a language for a while; it knows the environment's language and gettext's current domain only."""
    domain, environment = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain(DOMAIN, str(LOCALES))
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if environment is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = environment
