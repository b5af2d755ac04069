"""``doublecross backup``: a copy of everything a server keeps, while it runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from doublecross.kernel.words import words
from doublecross.store.backup import back_up
from doublecross.store.folder import DATABASE, data_folder


def run(args: argparse.Namespace) -> int:
    """Write the copy and say how to use it."""
    size = back_up(data_folder(args.data_dir), Path(args.file))
    speaker = words(args.language)
    print(speaker.say("Saved {file}, {size} bytes.", file=args.file, size=size))
    print(speaker.say("To restore it, put it as {name} into an empty folder, and start the server with --data-dir.", name=DATABASE))
    return 0
