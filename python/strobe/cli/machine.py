# SPDX-License-Identifier: BSD-3-Clause
"""`strobe machine`: the facts of this machine and of a batch job, for a person or as JSON."""

from __future__ import annotations

from typing import Annotated

import msgspec

from strobe.base import units
from strobe.cli import tables
from strobe.launch import batch_systems
from strobe.launch.batch_systems import Allocation
from strobe.launch.display import duration
from strobe.machine import facts
from strobe.machine.facts import Cache, Machine
from strobe.options.machine import MachineOptions
from strobe.options.option import spread

DEFAULTS = MachineOptions()


def command(*, options: Annotated[MachineOptions, spread()] = DEFAULTS) -> None:
    """Print one line for each fact."""
    options.check()
    found, allocation = facts.machine(), batch_systems.here()
    if allocation is not None:
        allocation = batch_systems.described(allocation)
    if options.json:
        told = {**msgspec.to_builtins(found), "allocation": msgspec.to_builtins(allocation)}
        print(msgspec.json.format(msgspec.json.encode(told), indent=2).decode())
        return
    tables.show_facts([*_rows(found), *(_lent(allocation) if allocation is not None else [])])


def _rows(found: Machine) -> list[tuple[str, str]]:
    """Each fact in words; one that Linux does not report is `not reported`."""
    quota = "" if found.cpu_quota is None else f", of which {found.cpu_quota:g} are granted"
    return [
        ("processor", f"{found.cpu} ({found.architecture})"),
        ("cores", f"{found.cores} cores, {found.threads} threads{quota}"),
        ("sockets", f"{units.plural(found.sockets, 'socket')}, "
                    f"{units.plural(found.numa, 'NUMA node')}"),
        *((_cache_name(cache), f"{units.size(cache.size_bytes)}, shared by CPU {cache.shared_cpus}")
          for cache in found.caches),
        ("memory", units.with_unit(found.memory_bytes, units.SIZE)),
        ("frequency", f"{found.frequency_mhz:.0f} MHz" if found.frequency_mhz else "not reported"),
        ("governor", found.governor or "not reported"),
        ("virtual machine", {None: "no", "yes": "yes, of unknown kind"}.get(
            found.virtualised, found.virtualised or "")),
        ("operating system", f"{found.os}, Linux {found.kernel}"),
        ("clock", found.clock_source or "not reported"),
        ("huge pages", found.hugepages or "not reported"),
        ("load", " ".join(f"{value:.2f}" for value in facts.load())),
    ]  # fmt: skip


def _lent(allocation: Allocation) -> list[tuple[str, str]]:
    """What a batch system has lent to the job that this process is part of."""
    left_s = allocation.time_left_s
    return [
        ("batch system", allocation.title),
        ("queue", allocation.queue or "not reported"),
        ("nodes", ", ".join(allocation.nodes) or "not reported"),
        ("CPUs of all nodes", str(allocation.cpus) if allocation.cpus else "not reported"),
        ("time left", "no limit is known" if left_s is None else duration(left_s)),
        *((f"switch {switch.name}", switch.below) for switch in allocation.switches),
    ]


def _cache_name(cache: Cache) -> str:
    return f"L{cache.level} {cache.type}" if cache.type != "unified" else f"L{cache.level}"
