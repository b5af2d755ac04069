"""At which addresses phones on the same network can find this machine."""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys

_ASK_ADDRESS = {"linux": 0x8915, "darwin": 0xC0206921}
"""SIOCGIFADDR: the request that asks an interface for its address, by platform."""
_WIRELESS = ("wl", "ath", "ra")
_VIRTUAL = ("docker", "veth", "br-", "virbr", "tun", "tap", "utun", "vmnet", "vbox", "lxc", "cni", "zt", "wg", "tailscale")


def private_addresses() -> list[str]:
    """The private IPv4 addresses of this machine: Wi-Fi first, then cables, then virtual networks."""
    found = {address: interface for interface, address in _interfaces() if _is_private(address)}
    return sorted(found, key=lambda address: (_rank(found[address]), ipaddress.ip_address(address)))


def _is_private(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return parsed.is_private and not parsed.is_loopback and not parsed.is_link_local and not parsed.is_unspecified


def _rank(interface: str) -> int:
    """0 for Wi-Fi, 1 for cables and unknown names, 2 for networks that no phone is on."""
    if interface.startswith(_WIRELESS) or (sys.platform == "darwin" and interface == "en0"):
        return 0
    return 2 if interface.startswith(_VIRTUAL) else 1


def _interfaces() -> list[tuple[str, str]]:
    """Interface names with their addresses; where the system does not tell, the addresses that its own name stands for."""
    request = _ASK_ADDRESS.get(sys.platform)
    if request is None:
        return _by_name()
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(asking, request, struct.pack("256s", name.encode()[:15]))
            except OSError:  # an interface without an address
                continue
            found.append((name, socket.inet_ntoa(answer[20:24])))
    return found


def _by_name() -> list[tuple[str, str]]:
    try:
        return [("", address) for address in socket.gethostbyname_ex(socket.gethostname())[2]]
    except OSError:
        return []
