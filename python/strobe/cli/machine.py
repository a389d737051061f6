# SPDX-License-Identifier: BSD-3-Clause
"""`strobe machine`: the facts of this machine, for a person or as JSON."""

from __future__ import annotations

from typing import Annotated

import msgspec

from strobe.base import units
from strobe.cli import tables
from strobe.machine import facts
from strobe.machine.facts import Cache, Machine
from strobe.options.machine import MachineOptions
from strobe.options.option import spread

DEFAULTS = MachineOptions()


def command(*, options: Annotated[MachineOptions, spread()] = DEFAULTS) -> None:
    """Print one line for each fact."""
    options.check()
    found = facts.machine()
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return
    tables.show_facts(_rows(found))


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


def _cache_name(cache: Cache) -> str:
    return f"L{cache.level} {cache.type}" if cache.type != "unified" else f"L{cache.level}"
