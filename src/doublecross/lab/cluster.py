"""Studies on a Ray cluster: the same parts, played by the same code on other machines, stored where the command runs.

Every machine needs this package with the same extra and version; what a part gives depends on the study alone, so results are the same
as on one machine. A part whose worker or machine is lost is played again elsewhere.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import ray

from doublecross.kernel.errors import BadInput
from doublecross.kernel.phrases import Phrase
from doublecross.lab.folder import manifest_of
from doublecross.lab.playing import Columns, Part, play_part
from doublecross.lab.run import AHEAD, Backend
from doublecross.lab.study import Study, from_plain

RETRIES = 20
"""How often a part is played again whose worker was lost."""


PATIENCE = 5.0
"""Seconds until an address that does not answer is given up."""
RAYS_OWN = ("auto", "local")
"""What stands for an address in Ray: a cluster that it finds, or one that it starts."""


class OtherVersion(Exception):
    """A machine of the cluster has another version of this package."""


def _play(manifest: Mapping[str, Any], part: Part) -> Columns:
    """Play a part on a worker; refuses if its code is not that of whoever asks."""
    study = from_plain(manifest["study"])
    own = manifest_of(study)
    if {name: own[name] for name in ("doublecross", "rules", "code")} != {
        name: manifest[name] for name in ("doublecross", "rules", "code")
    }:
        raise OtherVersion(own["doublecross"])
    return play_part(study, part)


def on_ray(address: str | None = None) -> Backend:
    """Workers of a Ray cluster; without an address, of one that is started on this machine and ends with the study.

    Raises:
        BadInput: if nothing answers at the address.
    """
    if address is not None and address not in RAYS_OWN:
        _call(address)

    def play(study: Study, parts: Sequence[Part]) -> Iterator[tuple[Part, Columns]]:
        started = not ray.is_initialized()
        if started:
            _join(address)
        try:
            yield from _spread(study, parts)
        finally:
            if started:
                ray.shutdown()

    return play


def _call(address: str) -> None:
    """Raise `BadInput` unless somebody answers there: Ray itself would try for many minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()
    except (OSError, ValueError, OverflowError) as error:
        raise _no_cluster(address) from error


def _join(address: str | None) -> None:
    try:
        ray.init(address=address, include_dashboard=False, logging_level=logging.ERROR, log_to_driver=False)
    except (ConnectionError, ValueError) as error:
        raise _no_cluster(address) from error


def _no_cluster(address: str | None) -> BadInput:
    allowed = Phrase("the address of a Ray cluster that runs (`ray start --head`), or none to start one here")
    return BadInput("--address", repr(address), allowed)


def _spread(study: Study, parts: Sequence[Part]) -> Iterator[tuple[Part, Columns]]:
    """Give parts out, some for each core of the cluster, and take them back as they are done."""
    manifest = ray.put(manifest_of(study))
    task: Any = ray.remote(num_cpus=1, max_retries=RETRIES)(_play)
    cluster: Any = ray  # it has no types for this
    left = iter(parts)
    under_way: dict[Any, Part] = {}
    while True:
        most = AHEAD * max(1, int(cluster.cluster_resources().get("CPU", 1)))
        while len(under_way) < most and (part := next(left, None)) is not None:
            under_way[task.remote(manifest, part)] = part
        if not under_way:
            return
        done, _ = ray.wait(list(under_way), num_returns=1)
        for each in done:
            part = under_way.pop(each)
            try:
                yield part, ray.get(each)
            except ray.exceptions.RayTaskError as error:
                if isinstance(error.cause, OtherVersion):
                    found = Phrase("doublecross {version} with other code on a machine of the cluster", version=str(error.cause))
                    raise BadInput("ray", found, Phrase("the same version everywhere")) from error
                raise
