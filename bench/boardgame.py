"""boardgame.io's server beside ours: installed by npm into a folder of its own, and never needed.

Its players are driven as ours are, by Node, over its own protocol; the game they play is ours (``boardgame.js``). It keeps its matches in
memory, which is how its server comes, so it has no fsync to wait for.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import Any

from bench.prepare import FOLDER, ROOT

PACKAGE = "boardgame.io@0.50.2"
HOME = FOLDER / "boardgame.io"
MANIFEST = {"private": True, "overrides": {"koa-compose": "4.1.0"}}
"""Later ones take a copy of the middleware before boardgame.io has added its own: its lobby would not be found."""
MODULES = HOME / "node_modules"
SCRIPT = ROOT / "bench" / "boardgame.js"
INSTALL_SECONDS, SLACK = 180, 120


def install() -> str | None:
    """Install it, unless it is there; why it cannot be."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return "Node and npm are not installed"
    if (MODULES / "boardgame.io").is_dir():
        return None
    HOME.mkdir(parents=True, exist_ok=True)
    (HOME / "package.json").write_text(json.dumps(MANIFEST))
    print(f"preparing {HOME.relative_to(ROOT)}: {PACKAGE}", file=sys.stderr)
    command = [npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--silent", PACKAGE]
    try:
        done = subprocess.run(command, cwd=HOME, stdout=subprocess.DEVNULL, timeout=INSTALL_SECONDS, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        done = False
    if not done:
        shutil.rmtree(MODULES, ignore_errors=True)
    return None if done else f"npm cannot install {PACKAGE} here"


def figures(tables: int, rate: float, seconds: float) -> tuple[dict[str, Any] | None, str | None]:
    """Its figures, or None and the reason."""
    from bench.server import end, started

    reason = install()
    if reason is not None:
        return None, reason
    environment = os.environ | {"NODE_PATH": str(MODULES), "NODE_ENV": "production"}
    process, port = started(["node", str(SCRIPT), "serve"], env=environment)
    try:
        command = ["node", str(SCRIPT), "play", *map(str, (port, process.pid, tables, rate, seconds))]
        played = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, timeout=2 * seconds + SLACK, check=True)
        return json.loads(played.stdout.splitlines()[-1]), None
    except (subprocess.SubprocessError, ValueError) as error:
        return None, f"its players failed: {type(error).__name__}"
    finally:
        end(process)
