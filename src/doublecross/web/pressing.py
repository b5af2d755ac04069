"""Forms with several buttons, without a script: what a button says is merged with what was filled in.

A button is named ``act`` and its value holds further fields, as a query string. Fields whose name begins with ``x.`` are not sent on;
they fill the places in the button's fields. So ``do=choose&choice=church {card}`` with the boxes ``x.card`` Qw and 6w ticked gives
``do=choose`` and ``choice=church Qw 6w``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

_PLACE = re.compile(r"\{(\w+)\}")
MOST_FIELDS = 20


def pressed(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of the command that was meant.

    >>> pressed({"act": "do=choose&choice=church {card}", "x": {"card": "Qw 6w"}, "decision": "d1"})
    {'decision': 'd1', 'do': 'choose', 'choice': 'church Qw 6w'}
    """
    filled = fields.get("x")
    own: Mapping[str, Any] = filled if isinstance(filled, Mapping) else {}
    sent = {name: value for name, value in fields.items() if name not in ("act", "x")}
    act = fields.get("act")
    if not isinstance(act, str):
        return sent
    # A plus sign stands for itself here: these fields are not encoded twice.
    pairs = parse_qsl(act.replace("+", "%2B"), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    return sent | {name: " ".join(_PLACE.sub(lambda place: str(own.get(place[1], "")), value).split()) for name, value in pairs}
