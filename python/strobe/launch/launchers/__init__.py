# SPDX-License-Identifier: BSD-3-Clause
"""The launchers, which start the ranks. Each has its own file; this one is their registry.

A launcher is a class with the method `options`: the arguments that start and bind a job's ranks.
`environment` holds the settings that it only takes from variables.
"""

from __future__ import annotations

import functools
import os
import re
import shlex
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import msgspec

from strobe.base.errors import StrobeError
from strobe.base.suggest import unknown
from strobe.options.runtime import RANK_VARIABLES


class Job(msgspec.Struct, frozen=True):
    """What is to be started: how many ranks on how many cores, linked with which MPI's library.

    `extra` are arguments for the launcher from the person who measures. `may_bind` is false where
    a rank may have threads, which want cores of their own. Of several `hosts` each has as many
    ranks, one behind the other, and the last one perhaps fewer; none is this machine alone, or the
    nodes of a job, which a `host_file` lists.
    """

    ranks: int
    cores: int
    mpi: str | None = None
    extra: tuple[str, ...] = ()
    may_bind: bool = True
    hosts: tuple[str, ...] = ()
    host_file: str = ""

    @property
    def oversubscribed(self) -> bool:
        """More ranks than cores."""
        return self.ranks > self.cores

    @property
    def ranks_per_host(self) -> int:
        """The most ranks that a host has."""
        return -(-self.ranks // max(len(self.hosts), 1))

    @property
    def bind(self) -> bool:
        """One core a rank, where they suffice and no other binding is asked for."""
        binds = any("bind" in word for word in self.extra)
        return self.may_bind and not self.oversubscribed and not binds


@dataclass(frozen=True)
class Launcher(ABC):
    """One way to start ranks: its program and what the program says of its version."""

    executable: Path
    version: str

    name: ClassVar[str]
    title: ClassVar[str]
    programs: ClassVar[tuple[str, ...]] = ("mpiexec", "mpirun")
    banner: ClassVar[str]  # a pattern that only its answer to `--version` has; names `version`
    local: ClassVar[bool] = True  # the ranks run on this machine, unless an option says otherwise
    mpi: ClassVar[str | None]  # the MPI that it comes with; None if it comes with none
    gives_bare_signals: ClassVar[bool] = False  # its status for a killed rank is not 128 more
    is_ended_by_sigpipe: ClassVar[bool] = False  # if a rank ends while it writes to it
    starts: ClassVar[tuple[str, ...]]  # the ABIs whose ranks find each other when started by it

    @property
    def prefix(self) -> Path:
        """The folder of the installation that it belongs to."""
        return self.executable.parent.parent

    @abstractmethod
    def options(self, job: Job) -> list[str]:
        """The arguments that start `job`, bound to cores where they suffice."""

    def environment(self, job: Job) -> dict[str, str]:
        """The variables that the job needs besides."""
        return {}

    def chosen_environment(self, job: Job) -> dict[str, str]:
        """The same, except where the person has already chosen otherwise."""
        wanted = self.environment(job)
        return {name: os.environ.get(name, value) for name, value in wanted.items()}

    def command(self, job: Job) -> list[str]:
        """The whole command line up to the program that the ranks run."""
        return [str(self.executable), *self.options(job), *job.extra]


def rank_in(variables: Mapping[str, str]) -> int | None:
    """The rank that a launcher has given a process, by the variables of the process."""
    for name in RANK_VARIABLES:
        text = variables.get(name, "")
        if text.isascii() and text.isdigit():
            return int(text)
    return None


def extra_arguments(text: str) -> tuple[str, ...]:
    """What --launcher-args holds. Raises StrobeError where its quotes do not match."""
    try:
        return tuple(shlex.split(text))
    except ValueError as error:
        raise StrobeError(f"--launcher-args is not a valid command line: {error}") from error


_registry: dict[str, type[Launcher]] = {}


def register(launcher: type[Launcher]) -> type[Launcher]:
    """Class decorator: makes a launcher known by its name."""
    _registry[launcher.name] = launcher
    return launcher


def registered() -> dict[str, type[Launcher]]:
    """All launchers by name; the first time, their files are imported."""
    from strobe.launch.launchers import flux, hydra, intel_mpi, open_mpi, srun  # noqa: F401

    return dict(_registry)


def recognise(program: Path) -> Launcher | None:
    """The launcher that `program` is, by what it says when asked for its version."""
    try:
        # The libraries of another MPI may keep it from answering.
        libraries = os.environ.get("LD_LIBRARY_PATH", "")
        return _recognised(program, program.stat().st_mtime_ns, libraries)
    except OSError:
        return None


@functools.cache
def _recognised(program: Path, _changed_ns: int, _libraries: str) -> Launcher | None:
    try:
        answer = subprocess.run(
            [str(program), "--version"], capture_output=True, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    text = answer.stdout + answer.stderr
    for launcher in registered().values():
        match = re.search(launcher.banner, text, re.MULTILINE | re.DOTALL)
        if match is not None:
            return launcher(program, match["version"])
    return None


def beside(folder: Path, suffix: str = "") -> Launcher | None:
    """The launcher in an MPI's `bin`; `suffix` is that of Debian's alternatives (`.openmpi`)."""
    names = dict.fromkeys(("mpiexec" + suffix, "mpirun" + suffix, "mpiexec", "mpirun"))
    answers = (recognise(folder / name) for name in names if os.access(folder / name, os.X_OK))
    return next((launcher for launcher in answers if launcher is not None), None)


def on_path() -> list[Path]:
    """The folders of PATH."""
    return [Path(part) for part in os.environ.get("PATH", os.defpath).split(os.pathsep) if part]


def found(folders: Iterable[Path]) -> Iterator[Launcher]:
    """The launchers in `folders`, in that order: of each folder one of a kind, under one name."""
    programs = dict.fromkeys(
        program for known in registered().values() for program in known.programs
    )
    seen: set[tuple[Path, str]] = set()
    asked: set[Path] = set()
    for path in (folder / program for folder in folders for program in programs):
        if not os.access(path, os.X_OK) or (real := path.resolve()) in asked:
            continue
        asked.add(real)
        launcher = recognise(path)
        if launcher is not None and (key := (path.parent.resolve(), launcher.name)) not in seen:
            seen.add(key)
            yield launcher


def by_name(name: str, folders: Iterable[Path]) -> Launcher:
    """The launcher called `name`, from the first of `folders` that has it.

    Raises StrobeError when no launcher has the name, or it is not there.
    """
    known = registered()
    if name not in known:
        raise unknown("launcher", name, known)
    for launcher in found(folders):
        if launcher.name == name:
            return launcher
    raise StrobeError(
        f"the launcher {name} ({known[name].title}) is not installed; `strobe list` shows the "
        "installed launchers"
    )
