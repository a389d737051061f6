# SPDX-License-Identifier: BSD-3-Clause
"""The facts of this machine that another person needs to interpret its measurements.

Linux reports them in /proc and /sys; a fact that it does not report (mostly in containers or
virtual machines) is None and never a guess.
"""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path

import msgspec

from strobe.machine import files

CPUS = Path("/sys/devices/system/cpu")
NODES = Path("/sys/devices/system/node")


class Cache(msgspec.Struct, frozen=True):
    """One cache as CPU 0 sees it; `shared_cpus` is the list of logical CPUs that share it."""

    level: int
    type: str
    size_bytes: int
    shared_cpus: str
    line_bytes: int | None = None


class Machine(msgspec.Struct, frozen=True):
    """The machine at one moment. `cores` are physical, `threads` logical; both as seen here."""

    cpu: str
    architecture: str
    cores: int
    threads: int
    sockets: int
    numa: int
    caches: list[Cache]
    memory_bytes: int
    kernel: str
    os: str
    virtualised: str | None
    governor: str | None
    frequency_mhz: float | None
    clock_source: str | None
    hugepages: str | None
    cpu_quota: float | None


def machine() -> Machine:
    """The facts of this machine, read now."""
    cpuinfo = files.text(Path("/proc/cpuinfo")) or ""
    cores, sockets = _topology()
    return Machine(
        cpu=_cpu_name(cpuinfo),
        architecture=platform.machine(),
        cores=cores,
        threads=os.cpu_count() or 1,
        sockets=sockets,
        numa=max(1, len(list(NODES.glob("node[0-9]*")))),
        caches=_caches(),
        memory_bytes=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        kernel=platform.release(),
        os=_distribution(),
        virtualised=_virtualised(cpuinfo),
        governor=files.text(CPUS / "cpu0/cpufreq/scaling_governor"),
        frequency_mhz=_frequency_mhz(cpuinfo),
        clock_source=files.text(
            Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")
        ),
        hugepages=_chosen(files.text(Path("/sys/kernel/mm/transparent_hugepage/enabled"))),
        cpu_quota=_cpu_quota(),
    )


def usable_cores() -> int:
    """Physical cores that this process may use: what ranks can be bound to, one each."""
    allowed = os.sched_getaffinity(0)
    cores = {_core_of(cpu) for cpu in allowed}
    return len(cores)


def available_bytes() -> int | None:
    """Memory that a new program may have without swapping; None where Linux does not tell."""
    meminfo = files.text(Path("/proc/meminfo")) or ""
    match = re.search(r"^MemAvailable:\s+(\d+) kB$", meminfo, re.MULTILINE)
    return 1024 * int(match[1]) if match else None


def load() -> list[float]:
    """The load averages over 1, 5 and 15 minutes."""
    return list(os.getloadavg())


def _core_of(cpu: int) -> str:
    """The logical CPUs that share the core of `cpu`; its own number where Linux is silent."""
    return files.text(CPUS / f"cpu{cpu}/topology/thread_siblings_list") or str(cpu)


def _topology() -> tuple[int, int]:
    """Physical cores and sockets."""
    cpus = [int(path.name[3:]) for path in CPUS.glob("cpu[0-9]*")] or [0]
    packages = {files.text(CPUS / f"cpu{cpu}/topology/physical_package_id") for cpu in cpus}
    return len({_core_of(cpu) for cpu in cpus}), len(packages - {None}) or 1


def _cpu_name(cpuinfo: str) -> str:
    match = re.search(r"^(?:model name|cpu|Processor)\s*: (.+)$", cpuinfo, re.MULTILINE)
    return match[1].strip() if match else platform.processor() or platform.machine()


def _frequency_mhz(cpuinfo: str) -> float | None:
    """What the kernel says that CPU 0 runs at now."""
    kilohertz = files.text(CPUS / "cpu0/cpufreq/scaling_cur_freq")
    if kilohertz:
        return int(kilohertz) / 1000
    match = re.search(r"^cpu MHz\s*: ([\d.]+)$", cpuinfo, re.MULTILINE)
    return float(match[1]) if match else None


def _caches() -> list[Cache]:
    found = []
    for index in sorted((CPUS / "cpu0/cache").glob("index[0-9]*")):
        size = re.fullmatch(r"(\d+)([KM])", files.text(index / "size") or "")
        if size is not None:
            found.append(
                Cache(
                    level=int(files.text(index / "level") or 0),
                    type=(files.text(index / "type") or "").lower(),
                    size_bytes=int(size[1]) * {"K": 1024, "M": 1024**2}[size[2]],
                    shared_cpus=files.text(index / "shared_cpu_list") or "",
                    line_bytes=int(files.text(index / "coherency_line_size") or 0) or None,
                )
            )
    return found


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return platform.system()


def _virtualised(cpuinfo: str) -> str | None:
    """The hypervisor's name, `yes` where only the CPU's flag tells; None on bare metal."""
    names = {"kvm": "KVM", "qemu": "QEMU", "vmware": "VMware", "xen": "Xen", "ec2": "Amazon EC2"}
    names |= {"microsoft": "Hyper-V", "virtualbox": "VirtualBox", "google": "Google Compute Engine"}
    firmware = [
        files.text(Path(f"/sys/class/dmi/id/{name}")) for name in ("sys_vendor", "product_name")
    ]
    firmware.append(files.text(Path("/sys/hypervisor/type")))
    vendor = " ".join(word for word in firmware if word).lower()
    named = next((name for word, name in names.items() if word in vendor), None)
    is_guest = re.search(r"^flags\s*:.*\bhypervisor\b", cpuinfo, re.MULTILINE) is not None
    return named or ("yes" if is_guest else None)


def _cpu_quota() -> float | None:
    """CPUs that the control group grants (cgroup v2 `cpu.max`); None if unlimited."""
    words = (files.text(Path("/sys/fs/cgroup/cpu.max")) or "max").split()
    return None if words[0] == "max" else int(words[0]) / int(words[1])


def _chosen(text: str | None) -> str | None:
    """The word in brackets, as the kernel marks the choice in force: `always [madvise] never`."""
    match = re.search(r"\[(\w+)\]", text or "")
    return match[1] if match else None
