"""Ray: the same results on a cluster of two nodes on this machine, with a worker killed in mid-study."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from doublecross.kernel.errors import BadInput
from doublecross.lab.playing import GAMES, parts_of
from doublecross.lab.run import local, run_study
from tests.lab.building import study

ray = pytest.importorskip("ray", reason="ray is not installed: pip install 'doublecross[cluster]'; NOTHING of the cluster was tested")
pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own

MADE = study("most-wanted", [(2, {}), (2, {"church": "saloon"})], games=12_000, bots={"a": ("random",), "b": ("heuristic", "random")})


def workers_of(parents: set[int]) -> list[int]:
    """The processes that play, of the raylets with these process ids."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            command = (entry / "cmdline").read_bytes()
        except (OSError, IndexError):
            continue
        if parent in parents and b"ray::_play" in command:
            found.append(int(entry.name))
    return found


def test_two_nodes_and_a_killed_worker(tmp_path: Path) -> None:
    from ray.cluster_utils import Cluster

    from doublecross.lab.cluster import on_ray

    expected = run_study(MADE, tmp_path / "local", local(2)).frame(GAMES)
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    killed: list[int] = []
    try:
        cluster.add_node(num_cpus=1)
        raylets = {node.all_processes["raylet"][0].process.pid for node in cluster.list_all_nodes()}
        ended = threading.Event()

        def kill_one() -> None:
            """Kill the first worker that is seen playing."""
            while not killed and not ended.is_set():
                playing = workers_of(raylets)
                if playing:
                    os.kill(playing[0], signal.SIGKILL)
                    killed.append(playing[0])
                time.sleep(0.02)

        killer = threading.Thread(target=kill_one)
        killer.start()
        found = run_study(MADE, tmp_path / "ray", on_ray(cluster.address)).frame(GAMES)
        ended.set()
        killer.join()
    finally:
        cluster.shutdown()
    assert killed
    assert found.equals(expected)
    assert found.height == sum(part.count for part in parts_of(MADE))
    assert not ray.is_initialized()


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense", "ray://127.0.0.1:1", "127.0.0.1:99999999"])
def test_an_address_at_which_nobody_answers_is_refused_at_once(address: str) -> None:
    from doublecross.lab.cluster import on_ray

    with pytest.raises(BadInput, match=r"--address: found .*; allowed: the address of a Ray cluster that runs"):
        on_ray(address)
