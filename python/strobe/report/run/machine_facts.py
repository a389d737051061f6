# SPDX-License-Identifier: BSD-3-Clause
"""Facts of a run: the machine, the MPI, and where the ranks ran."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from strobe.base import units
from strobe.records.lines import Process, RunRecord
from strobe.records.run import Launch, Run
from strobe.records.summary import Summary
from strobe.report.page import naming

Fact = tuple[str, str]
MOST_NAMED = 8


def machine_facts(run: Run, summary: Summary, context: dict[str, Any]) -> list[Fact]:
    """Labels and values; unknown facts are left out."""
    header = run.launches[0].header
    machine = context.get("machine") or {}
    facts = [
        ("Processor", machine.get("cpu")),
        ("Cores", _cores(machine)),
        ("Caches", _caches(machine.get("caches") or [])),
        ("Memory", _memory(machine)),
        ("Frequency", _frequency(machine)),
        ("System", _joined([machine.get("os"), _prefixed("Linux", machine.get("kernel"))])),
        ("Virtual machine", _virtual(machine)),
        ("Regimes", _regimes(summary)),
        (header.layer.name.upper(), naming.mpi_name(header.layer.library)),
        ("Launcher", _launcher(context)),
        ("Batch system", _batch_system(context)),
        ("Switches", _switches(context)),
        ("Ranks", _ranks(header.processes)),
        ("Grids of ranks", _grids(run.launches)),
        ("Compiler", _joined([f"{header.compiler.name} {header.compiler.version}".strip()])),
        ("Clock", _clock(header)),
        ("Load before", _load(context.get("load_before"))),
        ("Load after", _load(context.get("load_after"))),
    ]
    return [(label, value) for label, value in facts if value]


def _cores(machine: dict[str, Any]) -> str | None:
    parts = [
        units.plural(machine["cores"], "core") if machine.get("cores") else None,
        units.plural(machine["threads"], "thread") if machine.get("threads") else None,
        units.plural(machine["sockets"], "socket") if machine.get("sockets") else None,
        units.plural(machine["numa"], "NUMA node") if machine.get("numa") else None,
    ]
    return _joined(parts)


def _caches(caches: list[dict[str, Any]]) -> str | None:
    suffix = {"data": "d", "instruction": "i"}
    names = [
        f"L{cache['level']}{suffix.get(str(cache.get('type', '')).lower(), '')} "
        f"{units.size(cache['size_bytes'])}"
        for cache in caches
        if cache.get("level") and cache.get("size_bytes")
    ]
    return _joined(names)


def _memory(machine: dict[str, Any]) -> str | None:
    size_bytes = machine.get("memory_bytes")
    return units.with_unit(size_bytes, units.SIZE) if size_bytes else None


def _frequency(machine: dict[str, Any]) -> str | None:
    mhz = machine.get("frequency_mhz")
    governor = machine.get("governor")
    parts = [
        f"{units.number(mhz / 1000)} GHz" if mhz else None,
        f"{governor} governor" if governor else None,
    ]
    return _joined(parts)


def _virtual(machine: dict[str, Any]) -> str | None:
    hypervisor = machine.get("virtualised")
    if hypervisor is None or isinstance(hypervisor, bool):
        return "yes" if hypervisor else None
    return str(hypervisor)


def _regimes(summary: Summary) -> str | None:
    exchange_s = summary.regimes.exchange_s
    if len(exchange_s) == 1:
        return f"one, with a core-to-core latency of {units.duration(exchange_s[0])}"
    return _joined(naming.regime_name(summary.regimes, i) for i in range(len(exchange_s)))


def _launcher(context: dict[str, Any]) -> str | None:
    launcher = context.get("launcher") or {}
    return _joined([_joined([launcher.get("name"), launcher.get("version")], " ")])


def _ranks(processes: list[Process]) -> str:
    """Where each rank ran, as the operating system reports it."""
    if len({process.host for process in processes}) > 1:
        return _hosts(processes)
    shown = [
        f"{p.rank} on cpu {p.cpu}{'' if len(p.affinity) == 1 else ' (not bound)'}"
        for p in processes[:MOST_NAMED]
    ]
    return _with_rest(shown, len(processes))


def _hosts(processes: list[Process]) -> str:
    """The ranks of each host with their CPUs, host by host."""
    of_host: dict[str, list[Process]] = {}
    for process in processes:
        of_host.setdefault(process.host, []).append(process)
    shown = []
    for host, here in list(of_host.items())[:MOST_NAMED]:
        cpus = sorted({process.cpu for process in here})
        bound = "" if all(len(process.affinity) == 1 for process in here) else ", not bound"
        ranks = units.ranges([process.rank for process in here])
        shown.append(f"{ranks} on {host} (cpu {units.ranges(cpus)}{bound})")
    return _with_rest(shown, len(of_host), " hosts")


def _with_rest(shown: list[str], all_of_them: int, what: str = "") -> str:
    more = all_of_them - len(shown)
    return ", ".join(shown) + (f" and {units.count(more)} more{what}" if more else "")


def _batch_system(context: dict[str, Any]) -> str | None:
    """The job that the run was part of, and what it had."""
    allocation = context.get("allocation") or {}
    if not allocation:
        return None
    nodes = allocation.get("nodes") or []
    named = ", ".join(nodes[:MOST_NAMED]) + (", …" if len(nodes) > MOST_NAMED else "")
    cpus = allocation.get("cpus")
    return _joined(
        [
            f"{allocation['system']} job {allocation['job']}",
            _prefixed("queue", allocation.get("queue")),
            f"{units.plural(len(nodes), 'node')} ({named})" if nodes else None,
            units.plural(cpus, "CPU") if cpus else None,
        ]
    )


def _switches(context: dict[str, Any]) -> str | None:
    switches = (context.get("allocation") or {}).get("switches") or []
    return _with_rest(
        [f"{switch['name']} above {switch['below']}" for switch in switches[:MOST_NAMED]],
        len(switches),
    )


def _grids(launches: list[Launch]) -> str | None:
    """Each distinct grid, row by row."""
    grids = (placement.grid for launch in launches for placement in launch.placements)
    shown = (" / ".join(" ".join(map(str, row)) for row in grid) for grid in grids)
    return _joined(dict.fromkeys(shown), "; ")


def _clock(header: RunRecord) -> str:
    clock = header.clock
    offset = "" if clock.shared else f", ranks agree within {units.duration(clock.offset_error_s)}"
    return f"{clock.source}, {units.duration(clock.cost_s)} per reading{offset}"


def _load(load: list[float] | None) -> str | None:
    return ", ".join(f"{value:.2f}" for value in load) + " (1, 5, 15 minutes)" if load else None


def _prefixed(word: str, value: object) -> str | None:
    return f"{word} {value}" if value else None


def _joined(parts: Iterable[object | None], separator: str = ", ") -> str | None:
    """The nonempty parts, joined; None without any."""
    return separator.join(str(part) for part in parts if part) or None
