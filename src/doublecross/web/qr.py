"""QR codes: drawn into pages, and into the terminal."""

from __future__ import annotations

import io

import segno


def qr_svg(text: str) -> str:
    """An SVG document without colours of its own beyond black on white, scalable by its page."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", border=2, xmldecl=False, omitsize=True, dark="#000", light="#fff")
    return out.getvalue().decode()


def qr_terminal(text: str) -> str:
    """Two modules a character, light on dark and dark on light terminals alike."""
    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
