"""``doublecross serve`` as a person runs it: where it listens, what it says, how it ends."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import threading
import webbrowser
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest

from doublecross.cli.serve import _Start
from doublecross.kernel.errors import BadInput
from doublecross.kernel.words import words
from doublecross.web import addresses
from doublecross.web.qr import qr_svg, qr_terminal
from doublecross.web.running import bind
from doublecross.web.settings import Settings


@contextmanager
def serve(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """The command, on the loopback interface and a free port."""
    command = [sys.executable, "-m", "doublecross", "serve", "--host", "127.0.0.1", "--port", "0", "--no-browser", "--lang", "en"]
    process = subprocess.Popen(
        [*command, "--data-dir", str(folder), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def said(process: subprocess.Popen[str], pattern: str) -> str:
    """The first thing it says that fits."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(pattern, line):
            return found[1]
    raise AssertionError(process.stderr.read() if process.stderr else "")


def test_from_start_to_end(tmp_path: Path) -> None:
    """Seated at once, the same person and table after a restart; a second server and a backup beside it; a clean end."""
    tables = []
    for _ in range(2):
        with serve(tmp_path, "--game", "outlawed") as process:
            link = said(process, r"you are seated: (\S+)")
            with httpx.Client(follow_redirects=False, timeout=90) as browser:
                there = browser.get(link)
                assert there.status_code == 303
                table = there.headers["location"]
                base = link.split("/t/")[0]
                view = browser.get(f"{base}/api/v1{table.replace('/t/', '/tables/')}").json()
                assert (view["game"], view["own"], view["host"], view["may_start"]) == ("outlawed", [0], True, True)
                assert browser.get(base + table).status_code == 200
                assert browser.get(link).headers["location"] == table
            tables.append((table, view["you"]))
            with serve(tmp_path) as second:
                _, error = second.communicate(timeout=120)
                assert second.returncode == 2
                assert "another doublecross server uses this folder" in error
                assert len(error.splitlines()) == 1
            backup = [sys.executable, "-m", "doublecross", "backup", str(tmp_path / f"saved{len(tables)}"), "--data-dir", str(tmp_path)]
            assert subprocess.run(backup, capture_output=True).returncode == 0
            process.send_signal(signal.SIGTERM)
            _, errors = process.communicate(timeout=90)
            assert process.returncode == 0
            assert '"event": "stopped"' in errors
            assert link.rsplit("/", 1)[1] not in errors
            assert table.rsplit("/", 1)[1] not in errors
    assert tables[0] == tables[1]


@pytest.mark.parametrize(
    ("public", "phones", "first", "addresses"),
    [
        (
            None,
            ["192.168.1.20", "10.0.0.4"],
            "http://localhost:8003/t/T/start/S",
            ["http://192.168.1.20:8003/t/T", "http://10.0.0.4:8003/t/T"],
        ),
        ("https://play.example/games", ["10.0.0.4"], "https://play.example/games/t/T", ["https://play.example/games/t/T"]),
        (None, [], "http://localhost:8003/t/T/start/S", []),
    ],
)
def test_what_a_person_is_told(
    public: str | None, phones: list[str], first: str, addresses: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    args = Namespace(create="passphrase", no_browser=True, plain=False, game="outlawed")
    server = SimpleNamespace(settings=Settings(tmp_path, public_url=public, passphrase="cactus"))
    start = _Start(words("en"), server, "http://localhost:8003", phones, 8003, args)  # type: ignore[arg-type]
    start._table, start._token = "T", "S"
    start.tell()
    told = capsys.readouterr().out
    lines = told.splitlines()
    assert lines[0].endswith(f" {first}")
    assert [line.rsplit(" ", 1)[1] for line in lines if line.endswith("/t/T") and line != lines[0]] == addresses
    assert ("firewall" in told) == bool(addresses)
    assert (qr_terminal(addresses[0]) in told) if addresses else ("█" not in told)
    assert "cactus" in told
    assert str(tmp_path) in told


@pytest.mark.parametrize(
    ("environment", "arguments", "opens"),
    [
        ({"DISPLAY": ":0"}, {}, True),
        ({}, {}, False),
        ({"DISPLAY": ":0", "SSH_CONNECTION": "1"}, {}, False),
        ({"DISPLAY": ":0"}, {"no_browser": True}, False),
    ],
)
def test_a_browser_is_opened_where_a_person_sees_it(
    environment: dict[str, str], arguments: dict[str, bool], opens: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", "linux")
    opened, heard = list[str](), threading.Event()
    monkeypatch.setattr(webbrowser, "open", lambda link: (opened.append(link), heard.set()))
    args = Namespace(**{"create": "anyone", "no_browser": False, "plain": True, "game": "outlawed", **arguments})
    start = _Start(words("en"), SimpleNamespace(settings=Settings(tmp_path)), "http://localhost:8003", [], 8003, args)  # type: ignore[arg-type]
    start._table, start._token = "T", "S"
    start.tell()
    assert heard.wait(20 if opens else 0.2) == opens
    assert opened == (["http://localhost:8003/t/T/start/S"] if opens else [])


def test_busy_port(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with bind("127.0.0.1", port) as listening:
            assert port < listening.getsockname()[1] <= port + 19
    with pytest.raises(BadInput, match="address of this machine"):
        bind("203.0.113.7", 8000)


def test_private_addresses_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        ("lo", "127.0.0.1"),
        ("docker0", "172.17.0.1"),
        ("eth0", "10.0.0.5"),
        ("ppp0", "8.8.8.8"),
        ("eth1", "169.254.1.1"),
        ("wlp3s0", "192.168.1.20"),
        ("eth0", "10.0.0.4"),
    ]
    monkeypatch.setattr(addresses, "_interfaces", lambda: found)
    assert addresses.private_addresses() == ["192.168.1.20", "10.0.0.4", "10.0.0.5", "172.17.0.1"]


def test_interfaces_are_found() -> None:
    assert "127.0.0.1" in [address for _, address in addresses._interfaces()] or sys.platform == "win32"
    assert all(re.fullmatch(r"[0-9.]+", address) for _, address in addresses._by_name())


def test_codes() -> None:
    svg = qr_svg("http://192.168.1.20:8000/t/abc")
    assert svg.startswith("<svg")
    assert "style" not in svg
    assert len(svg) < 4000
    lines = qr_terminal("http://192.168.1.20:8000/t/abc").splitlines()
    assert len({len(line) for line in lines if line}) == 1


def test_help_loads_nothing_heavy() -> None:
    script = (
        "import sys\nfrom doublecross import cli\ncli.main(['serve', '--help'])\n"
        "loaded = {'numba', 'numpy', 'starlette', 'uvicorn', 'sqlalchemy', 'jinja2', 'alembic', 'segno'} & set(sys.modules)\n"
        "assert not loaded, loaded\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "--public-url" in done.stdout
