# SPDX-License-Identifier: BSD-3-Clause
"""From the user's request to the command of a launch; all checks happen here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from strobe.base import notes
from strobe.base.errors import StrobeError
from strobe.base.suggest import unknown
from strobe.launch import adjacency, batch_systems, bench, choice, launchers, libraries, mpi, suites
from strobe.launch.batch_systems import Allocation
from strobe.launch.launchers import Job, Launcher, pvm
from strobe.launch.mpi import Linked, Mpi
from strobe.options.measurement import MeasureOptions


@dataclass(frozen=True)
class Prepared:
    """Everything that a launch needs, found and checked."""

    options: MeasureOptions
    bench: Path
    library: Linked | None
    mpi: Mpi | None
    launcher: Launcher
    job: Job
    libs: list[str]
    adjacency: str
    scratch: Path | None
    suite_file: Path | None
    note: str = ""
    allocation: Allocation | None = None
    through: tuple[str, ...] = ()
    """The words with which each rank starts the bench, such as `env NAME=VALUE`."""

    @property
    def is_local(self) -> bool:
        """Whether all ranks run on this machine, unless an option says otherwise."""
        return choice.is_local(self.launcher, self.allocation)

    @property
    def environment(self) -> dict[str, str]:
        """The variables that the launcher needs."""
        return self.launcher.chosen_environment(self.job)

    def command(
        self,
        launch: int,
        samples: Path,
        seed: int,
        budget_s: float | None,
        time_left_s: float | None = None,
    ) -> list[str]:
        """The whole command line of one launch, without `--resume`.

        It takes its budget, and at most the time that is left.
        """
        words = [*self.launcher.command(self.job), *self.through, str(self.bench)]
        if self.suite_file is not None:
            words += ["--suite", str(self.suite_file)]
        words += self.options.passed_on(
            libs=self.libs, adjacency=self.adjacency, scratch=self.scratch, seed=seed,
            budget=budget_s,
        )  # fmt: skip
        expected = str(self.options.ranks)
        own = {"--launch": str(launch), "--expect-ranks": expected, "--record": str(samples)}
        if time_left_s is not None:
            own["--time-left"] = f"{time_left_s:.3f}"
        return [*words, *(word for pair in own.items() for word in pair)]


def prepare(suite: str | None, options: MeasureOptions) -> Prepared:
    """Find and check everything. Raises StrobeError with one sentence for what is wrong.

    `suite` is a name or a file; the default one is meant where neither it nor a kernel is given.
    """
    options.check()
    if options.launcher is not None and options.launcher not in launchers.registered():
        raise unknown("launcher", options.launcher, launchers.registered())
    suite_file = None
    if suite is not None or not options.kernel:
        suite_file = suites.resolve(suite or suites.DEFAULT)
        suites.check_name(suite_file)
    elif options.quick:
        raise StrobeError("--quick only applies to a suite: name a suite, for example comet")
    if options.layer == "pvm":
        return _prepare_pvm(options, suite_file)
    chosen = mpi.chosen(options.mpi) if options.mpi is not None else _instead_of_missing()
    program = bench.find(chosen)
    library = bench.check_loads(program)
    _check_kernels(options, program)
    allocation = batch_systems.here()
    launcher, note = choice.launcher_for("the bench", library, chosen, options.launcher, allocation)
    choice.check_abi(launcher, "a bench", library)
    extra = launchers.extra_arguments(options.launcher_args)
    name = library.mpi if library else None
    return Prepared(
        options=options,
        bench=program,
        library=library,
        mpi=chosen or mpi.of(library),
        launcher=launcher,
        job=choice.job_for(launcher, allocation, options.ranks, name, extra),
        libs=libraries.resolve(options.libs),
        adjacency=adjacency.resolve(options.adjacency),
        scratch=_scratch(options),
        suite_file=suite_file,
        note=note,
        allocation=batch_systems.described(allocation) if allocation else None,
    )


def _instead_of_missing() -> Mpi | None:
    """The MPI to build a bench for, if that of the packaged bench is not on this machine."""
    missing = bench.missing_library()
    found = next(iter(mpi.installed()), None) if missing is not None else None
    if missing is not None and found is not None:
        notes.say(f"{missing.soname} ({missing.mpi}) is not here: measuring with {found.label}")
    return found


def _prepare_pvm(options: MeasureOptions, suite_file: Path | None) -> Prepared:
    """The same over PVM, which has one launcher and no MPI."""
    launcher = pvm.find()
    program = bench.find_pvm()
    _check_kernels(options, program)
    extra = launchers.extra_arguments(options.launcher_args)
    return Prepared(
        options=options,
        bench=program,
        library=None,
        mpi=None,
        launcher=launcher,
        job=choice.job_for(launcher, None, options.ranks, None, extra),
        libs=libraries.resolve(options.libs),
        adjacency=adjacency.resolve(options.adjacency),
        scratch=_scratch(options),
        suite_file=suite_file,
    )


def _check_kernels(options: MeasureOptions, program: Path) -> None:
    known = [kernel.name for kernel in bench.catalogue(program).kernels]
    for name in options.kernel:
        if name not in known:
            raise unknown("kernel", name, known)


def _scratch(options: MeasureOptions) -> Path | None:
    if options.scratch is None:
        return None
    folder = Path(options.scratch)
    if not folder.is_dir():
        raise StrobeError(f"the scratch folder {folder} does not exist")
    return folder.absolute()
