"""Makes the benchmark's own environment, `.venv-bench`: this package, and the peers named in the extra `bench`.

Peers are installed one by one: what cannot be installed here is named on stderr, and its figures will be null.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".venv-bench"
PYTHON = FOLDER / ("Scripts" if sys.platform == "win32" else "bin") / "python"
STAMP = FOLDER / "prepared"


def _install(*what: str) -> bool:
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what]
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def main() -> int:
    """Create or complete the environment; 1 if this package itself cannot be installed."""
    project = (ROOT / "pyproject.toml").read_bytes()
    wanted = hashlib.sha256(project).hexdigest()
    if STAMP.exists() and STAMP.read_text() == wanted:
        return 0
    print("preparing .venv-bench (this package and its peers) ...", file=sys.stderr)
    if not PYTHON.exists():
        venv.create(FOLDER, with_pip=True)
    if not _install("--editable", "."):
        return 1
    missing = [peer for peer in tomllib.loads(project.decode())["project"]["optional-dependencies"]["bench"] if not _install(peer)]
    for peer in missing:
        print(f"{peer} cannot be installed here: its figures will be null", file=sys.stderr)
    if not missing:
        STAMP.write_text(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
