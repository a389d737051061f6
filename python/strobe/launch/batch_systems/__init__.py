# SPDX-License-Identifier: BSD-3-Clause
"""Batch systems, which lend nodes to a job for a time. Each has its own file; this one is their
registry.

What is known comes from the variables that a system sets in a job, and from the answers of its own
commands. Both are checked here, and what is not understood is unknown.
"""

from __future__ import annotations

import os
import re
import subprocess
from abc import ABC, abstractmethod
from pathlib import Path
from typing import ClassVar

import msgspec

PATIENCE_S = 10.0
_NAME = re.compile(r"[\w.:@+\[\],-]{1,255}")


class Switch(msgspec.Struct, frozen=True):
    """A switch of the network, and what is below it: nodes, or other switches, as the system names
    them."""

    name: str
    below: str


class Allocation(msgspec.Struct, frozen=True):
    """What a batch system has lent to the job that this process is part of.

    `launcher` names the launcher that knows the nodes. Without one that of the MPI starts the
    ranks, with a `host_file` that has a line for each slot. `cpus` are those of all nodes together.
    Only `described` asks for the time and the switches.
    """

    system: str
    job: str
    nodes: tuple[str, ...]
    launcher: str | None = None
    queue: str | None = None
    cpus: int | None = None
    time_left_s: float | None = None
    switches: tuple[Switch, ...] = ()
    host_file: str = ""

    @property
    def has_several_nodes(self) -> bool:
        """Whether ranks may run on other hosts."""
        return len(self.nodes) > 1

    @property
    def title(self) -> str:
        """How a person calls it: Slurm job 12."""
        return f"{self.system} job {self.job}"


class BatchSystem(ABC):
    """One of them: whether this process is in a job of it, and what the job has."""

    name: ClassVar[str]

    @classmethod
    @abstractmethod
    def job(cls) -> str | None:
        """The job that this process is part of, by the system's variables."""

    @classmethod
    @abstractmethod
    def allocation(cls, job: str) -> Allocation:
        """What the job has, without asking those who schedule."""

    @classmethod
    @abstractmethod
    def time_left_s(cls, job: str) -> float | None:
        """The time that is left to the job; None if it has no limit, or none is known."""

    @classmethod
    def switches(cls) -> tuple[Switch, ...]:
        """The switches of the cluster; none if the system does not know them."""
        return ()


class WithHostFile(BatchSystem):
    """A system that lists a job's slots in a file. The MPI's own launcher starts the ranks."""

    job_variable: ClassVar[str]
    queue_variable: ClassVar[str]
    file_variable: ClassVar[str]

    @classmethod
    def job(cls) -> str | None:
        """By the system's variable."""
        return variable(cls.job_variable)

    @classmethod
    def allocation(cls, job: str) -> Allocation:
        """Nodes and slots come from the file; one that cannot be read lists none."""
        path = os.environ.get(cls.file_variable, "")
        try:
            lines = Path(path).read_text(encoding="utf-8").split()
        except (OSError, UnicodeDecodeError):
            path, lines = "", []
        return Allocation(
            cls.name,
            job,
            names(" ".join(lines)),
            queue=variable(cls.queue_variable),
            cpus=len(lines) or None,
            host_file=path,
        )


_registry: dict[str, type[BatchSystem]] = {}


def register(system: type[BatchSystem]) -> type[BatchSystem]:
    """Class decorator: makes a batch system known by its name."""
    _registry[system.name] = system
    return system


def registered() -> dict[str, type[BatchSystem]]:
    """All batch systems by name; the first time, their files are imported.

    Flux may run within a job of another system, and is asked first.
    """
    from strobe.launch.batch_systems import flux, lsf, pbs, slurm  # noqa: F401

    return dict(_registry)


def here() -> Allocation | None:
    """What the job has that this process is part of; None outside of one."""
    for system in registered().values():
        job = system.job()
        if job is not None:
            return system.allocation(job)
    return None


def described(allocation: Allocation) -> Allocation:
    """The same with the time that is left, and the switches."""
    system = registered()[allocation.system]
    return msgspec.structs.replace(
        allocation, time_left_s=system.time_left_s(allocation.job), switches=system.switches()
    )


def variable(name: str) -> str | None:
    """A name in a variable of a batch system; None if it is unset or no name."""
    value = os.environ.get(name, "")
    return value if _NAME.fullmatch(value) else None


def ask(*words: str) -> str:
    """What a command of a batch system answers; empty if it is not there or fails."""
    try:
        answer = subprocess.run(
            words, capture_output=True, text=True, timeout=PATIENCE_S, check=False,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return answer.stdout if answer.returncode == 0 else ""


def names(text: str) -> tuple[str, ...]:
    """Different names of nodes, one a word, in their order; words that are no names are left out.

    A file of hosts has a node once for each of its slots.
    """
    return tuple(dict.fromkeys(filter(_NAME.fullmatch, text.split())))


def seconds(text: str) -> float | None:
    """A duration as batch systems write it: D-HH:MM:SS, HH:MM:SS or MM:SS; None if it is none."""
    match = re.fullmatch(r"(?:(?:(\d+)-)?(\d+):)?(\d+):(\d\d)", text.strip())
    if match is None:
        return None
    days, hours, minutes, rest = (int(part or 0) for part in match.groups())
    return float(((days * 24 + hours) * 60 + minutes) * 60 + rest)
