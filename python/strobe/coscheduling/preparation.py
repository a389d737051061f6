# SPDX-License-Identifier: BSD-3-Clause
"""From the user's request to the command that starts the job; all checks happen here."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from strobe import __version__
from strobe.base import units
from strobe.base.errors import StrobeError
from strobe.coscheduling import handshake, interposer
from strobe.coscheduling import program as programs
from strobe.coscheduling.options import BUFFERS, check_for_ranks, checks_of
from strobe.coscheduling.program import Program
from strobe.launch import batch_systems, choice, image_cache, launchers, mpi
from strobe.launch.batch_systems import Allocation
from strobe.launch.launchers import Job, Launcher
from strobe.launch.mpi import LIBRARIES, Linked, Mpi
from strobe.machine import facts, provenance
from strobe.options.runtime import RuntimeOptions

if TYPE_CHECKING:
    from strobe.coscheduling.diagnosis import JobEnd
    from strobe.records.job_record import JobRecord

PRELOAD = "LD_PRELOAD"
MPI_LIBRARY = "STROBE_MPI_LIBRARY"
SANITIZERS = ("libasan.so", "liblsan.so", "libtsan.so", "libhwasan.so")
DEFAULT_MODE = "deterministic"
MODES = {
    "deterministic": "calls whose result depends on timing wait for a slice, all others do not",
    "adaptive": "all calls wait for a slice, which ends when no rank can continue",
    "strict": "all calls wait for the next time slice, as in the paper",
    "fast": "no call waits for a slice",
}


class Prepared(msgspec.Struct, frozen=True):
    """Everything that a job needs, found and checked.

    `interposer` is None where the runtime cannot serve the program and the user accepts that.
    `preload` is the path by which it is loaded, if that is not its own.
    """

    program: Program
    launcher: Launcher
    note: str
    job: Job
    flavour: str
    interposer: Path | None
    options: RuntimeOptions
    allocation: Allocation | None = None
    preload: Path | None = None

    @property
    def is_local(self) -> bool:
        """Whether all ranks are on this machine, as far as is known."""
        return choice.is_local(self.launcher, self.allocation) and not self.job.hosts

    def exports(self) -> dict[str, str]:
        """The variables that configure the runtime; they are set for the ranks only."""
        library = self.preload or self.interposer
        if library is None:
            return {}
        own = mpi_to_open(self.program, self.flavour, self.launcher.prefix)
        return {**exports(library, self.options, self._sanitizers()), **own}

    def _sanitizers(self) -> list[str]:
        """The sanitizer's libraries that the program links, which refuse to come after others."""
        needed = image_cache.image(self.program.started).needed
        return [name for name in needed if name.startswith(SANITIZERS)]

    def preloading(self, folder: Path) -> Prepared:
        """The same, with a path of the runtime that LD_PRELOAD accepts, if needed in `folder`."""
        if self.interposer is None:
            return self
        return replace(self, preload=handshake.preloadable(self.interposer, folder))

    def command(self, more: dict[str, str]) -> list[str]:
        """The whole command line; `more` are further variables of the ranks.

        `env` sets them after the launcher, so that the launcher neither loads the runtime
        itself nor needs its own options for variables.
        """
        pairs = [f"{name}={value}" for name, value in {**self.exports(), **more}.items()]
        words = [str(self.program.path), *self.program.words[1:]]
        return [*self.launcher.command(self.job), "env", *pairs, *_untouched(words)]

    def described(self, ended: JobEnd) -> JobRecord:
        """The record of the job, in addition to those of its ranks."""
        from strobe.records.job_record import JobRecord

        return JobRecord(
            created_utc=ended.begin_utc,
            host=os.uname().nodename,
            release=__version__,
            command=["strobe", *sys.argv[1:]],
            program=[str(self.program.path), *self.program.words[1:]],
            ranks=self.job.ranks,
            launcher=self.launcher.command(self.job),
            interposer=str(self.interposer or ""),
            environment={**self.exports(), **provenance.environment()},
            machine=facts.machine(),
            load_before=ended.load_before,
            load_after=facts.load(),
            elapsed_s=ended.elapsed_s,
            status=ended.status,
            sentence=ended.sentence,
        )

    def explained(self, *, is_watched: bool) -> list[tuple[str, str]]:
        """What would be done, and why, as names and sentences."""
        library = self.program.library
        if library is None:
            linked = f"not linked with an MPI; Strobe assumes the launcher's, {self.launcher.mpi}"
        else:
            linked = f"linked with {library.mpi} ({library.path})"
        mode = self.options.mode or os.environ.get("STROBE_MODE") or DEFAULT_MODE
        variables = self.launcher.chosen_environment(self.job)
        return [
            ("program", f"{self.program.path}, {linked}"),
            ("launcher", f"{self.launcher.title} {self.launcher.version}"
                         + (f": {self.note}" if self.note else "")),
            ("runtime", self._loading()),
            ("mode", f"{mode}: {MODES.get(mode, 'unknown')}"),
            ("cores", self._crowding()),
            ("monitoring", "on, two time stamps per call" if is_watched
                           else "off; --summary or --record FOLDER turn it on"),
            *[("variable", f"{name}={value}") for name, value in variables.items()],
            ("command", shlex.join(self.command({}))),
        ]  # fmt: skip

    def _loading(self) -> str:
        if self.interposer is None:
            return f"none, the program runs on plain MPI: {self.program.obstacle}"
        words = f"{self.interposer}, preloaded into each rank"
        if not handshake.can_be_preloaded(self.interposer):
            words += " by a link, because LD_PRELOAD does not accept its path"
        if not self.interposer.exists():
            words += "; it is built first, which takes a few minutes"
        return words

    def _crowding(self) -> str:
        job = self.job
        if job.hosts:
            return (
                f"those of {units.listed(job.hosts)}, with at most {job.ranks_per_host} ranks each"
            )
        if job.oversubscribed:
            return (
                f"{job.ranks} ranks share {units.plural(job.cores, 'core')} (oversubscribed): "
                "waiting ranks sleep"
            )
        return f"{units.plural(job.cores, 'core')} for {units.plural(job.ranks, 'rank')}"


def _untouched(words: list[str]) -> list[str]:
    """The program's words, through a shell where a word would be misread.

    `env` takes a path with = for a variable, and mpiexec takes a lone colon for a separator.
    """
    if "=" in words[0] or ":" in words:
        return ["sh", "-c", f"exec {shlex.join(words)}"]
    return words


def exports(library: Path, options: RuntimeOptions, first: Sequence[str] = ()) -> dict[str, str]:
    """The environment of a program under the coscheduled runtime, which loads `first` first.

    PMPI tools in LD_PRELOAD stay before the runtime and see each call first. With --check=buffers
    the runtime needs a second library. Raises StrobeError where that is missing.
    """
    own = [str(library)]
    if BUFFERS in checks_of(options).split(","):
        own.append(str(interposer.memory_library(library)))
    others = os.environ.get(PRELOAD, "").replace(":", " ").split()
    preload = ":".join(
        dict.fromkeys([*first, *(other for other in others if other not in own), *own])
    )
    return {PRELOAD: preload, **options.environment()}


def mpi_to_open(program: Program | None, flavour: str, prefix: Path) -> dict[str, str]:
    """The MPI that the runtime opens for a program of the BCS API, which links none.

    Nothing where the loader has to find it by itself, as Debian's.
    """
    if os.environ.get(MPI_LIBRARY) or (program is not None and program.library is not None):
        return {}
    found = _library_in(prefix, flavour)
    return {} if found is None else {MPI_LIBRARY: str(found)}


def _library_in(prefix: Path, flavour: str) -> Path | None:
    names = [name for name, of in LIBRARIES.items() if interposer.FLAVOURS.get(of) == flavour]
    places = (prefix / folder / name for folder in ("lib", "lib64") for name in names)
    return next(filter(Path.is_file, places), None)


def prepare(
    words: list[str],
    ranks: int,
    options: RuntimeOptions,
    mpi_path: str | None,
    launcher_name: str | None,
    launcher_args: str,
    hosts: str = "",
    *,
    builds: bool = True,
) -> Prepared:
    """Find and check everything. Raises StrobeError with one sentence for what is wrong.

    Without `builds` a runtime that is not built yet is only named.
    """
    names = tuple(name.strip() for name in hosts.split(",")) if hosts else ()
    if not all(names):
        raise StrobeError(f"--hosts expects names such as alpha,beta, not '{hosts}'")
    if ranks < len(names):
        raise StrobeError(
            f"{len(names)} hosts need at least {len(names)} ranks: use -n {len(names)}"
        )
    check_for_ranks(options, ranks)
    extra = launchers.extra_arguments(launcher_args)
    program = programs.find(words, or_native=options.or_native)
    chosen = mpi.chosen(mpi_path) if mpi_path is not None else None
    allocation = batch_systems.here()
    launcher, note = choice.launcher_for(
        program.name, program.library, chosen, launcher_name, allocation
    )
    choice.check_abi(launcher, "a program", program.library)
    program, flavour, library = _served(program, chosen, launcher, options, builds=builds)
    name = program.library.mpi if program.library is not None else launcher.mpi
    # Its ranks may have threads, which need more than one core, so ranks are not bound.
    job = choice.job_for(launcher, allocation, ranks, name, extra, names, may_bind=False)
    return Prepared(program, launcher, note, job, flavour, library, options, allocation)


def _served(
    program: Program,
    chosen: Mpi | None,
    launcher: Launcher,
    options: RuntimeOptions,
    *,
    builds: bool,
) -> tuple[Program, str, Path | None]:
    """The program with its runtime and library; without both where it may run on plain MPI."""
    if program.obstacle:
        return program, "", None
    try:
        flavour, library = runtime_for(program, chosen, launcher, builds=builds)
        if why := handshake.obstacle(program.started, library if library.exists() else None):
            raise StrobeError(
                f"the runtime cannot be loaded: {why}; to run on plain MPI, add --or-native"
            )
    except StrobeError as error:
        if not options.or_native:
            raise
        return replace(program, obstacle=str(error)), "", None
    return program, flavour, library


def runtime_for(
    program: Program | None, chosen: Mpi | None, launcher: Launcher | None, *, builds: bool = True
) -> tuple[str, Path]:
    """The flavour for a program, or for the MPI that was chosen, and its library.

    A program that is linked with no MPI gets the one that was chosen, else the launcher's.
    """
    own = program.library if program is not None else None
    if program is not None and own is not None and chosen is not None:
        _check_same_abi(program.name, own, chosen)
    named, prefix = None, None
    if chosen is not None:
        named, prefix = chosen.name, Path(chosen.prefix)
    elif launcher is not None:
        named, prefix = launcher.mpi, launcher.prefix
    flavour = interposer.flavour_of(own, named)
    loaded = None
    if own is not None and own.path is not None:
        loaded = Path(own.path)
    elif prefix is not None:
        loaded = _library_in(prefix, flavour)
    return flavour, interposer.find(flavour, chosen or mpi.of(own), loaded, builds=builds)


def _check_same_abi(program: str, own: Linked, chosen: Mpi) -> None:
    """Every MPI may serve a program of the ABI that MPI 5.0 defines."""
    of_both = interposer.FLAVOURS.get(own.mpi), interposer.FLAVOURS.get(chosen.name)
    if "abi" not in of_both and of_both[0] != of_both[1]:
        raise StrobeError(
            f"{program} is linked with {own.mpi} ({own.soname}), but --mpi names {chosen.name}: "
            "remove --mpi"
        )
