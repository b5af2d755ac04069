"""Makes an environment of their own, `.venv-bench`, for the other libraries: those named in the extra `bench`.

They stay out of the environment that is measured, where what they bring along would be loaded too. They are installed one by one: what
cannot be installed here is named on stderr, and its figures will be null.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".venv-bench"
PYTHON = FOLDER / ("Scripts" if sys.platform == "win32" else "bin") / "python"
STAMP = FOLDER / "prepared"


def _install(what: str) -> bool:
    command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", what]
    return subprocess.run(command, cwd=ROOT, check=False).returncode == 0


def main() -> None:
    """Create or complete the environment."""
    peers = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["bench"]
    wanted = "\n".join(peers)
    if STAMP.exists() and STAMP.read_text() == wanted:
        return
    print(f"preparing .venv-bench: {', '.join(peers)}", file=sys.stderr)
    if not PYTHON.exists():
        venv.create(FOLDER, with_pip=True)
    missing = [peer for peer in peers if not _install(peer)]
    for peer in missing:
        print(f"{peer} cannot be installed here: its figures will be null", file=sys.stderr)
    if not missing:
        STAMP.write_text(wanted)


if __name__ == "__main__":
    main()
