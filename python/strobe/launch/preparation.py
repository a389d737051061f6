# SPDX-License-Identifier: BSD-3-Clause
"""From the user's request to the command of a launch; all checks happen here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from strobe.base.errors import StrobeError
from strobe.base.suggest import unknown
from strobe.launch import adjacency, bench, choice, launchers, libraries, mpi, suites
from strobe.launch.launchers import Job, Launcher, pvm
from strobe.launch.mpi import Linked, Mpi
from strobe.launch.options import MeasureOptions
from strobe.machine.facts import usable_cores


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

    @property
    def environment(self) -> dict[str, str]:
        """The variables that the launcher needs."""
        return self.launcher.chosen_environment(self.job)

    def command(self, launch: int, samples: Path, seed: int, budget_s: float | None) -> list[str]:
        """The whole command line of one launch, without `--resume`."""
        chosen = self.options
        words = [*self.launcher.command(self.job), str(self.bench)]
        if self.suite_file is not None:
            words += ["--suite", str(self.suite_file)]
        if chosen.quick:
            words.append("--quick")
        for name in chosen.kernel:
            words += ["--kernel", name]
        for axis in chosen.axes:
            words += ["--set", axis]
        for library in self.libs:
            words += ["--blas", library]
        if chosen.keep_blas_environment:
            words.append("--keep-blas-environment")
        given = {
            "--size": chosen.size,
            "--relative-error": chosen.relative_error,
            "--confidence": chosen.confidence,
            "--budget": budget_s,
            "--cell-budget": chosen.cell_budget,
            "--repetitions": chosen.repetitions,
            "--hang-after": chosen.hang_after,
            "--adjacency": self.adjacency,
            "--scratch": self.scratch,
            "--seed": seed,
            "--launch": launch,
            "--expect-ranks": chosen.ranks,
            "--record": samples,
        }
        for option, value in given.items():
            if value is not None:
                words += [option, str(value)]
        return words


def prepare(suite: str | None, options: MeasureOptions) -> Prepared:
    """Find and check everything. Raises StrobeError with one sentence for what is wrong.

    `suite` is a name or a file; the default one is meant where neither it nor a kernel is given.
    """
    if options.ranks < 1:
        raise StrobeError(f"--ranks must be at least 1, not {options.ranks}")
    if options.launches < 1:
        raise StrobeError(f"--launches must be at least 1, not {options.launches}")
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
    chosen = mpi.at(Path(options.mpi)) if options.mpi is not None else None
    program = bench.find(chosen)
    library = bench.check_loads(program)
    _check_kernels(options, program)
    launcher, note = choice.launcher_for("the bench", library, chosen, options.launcher)
    choice.check_abi(launcher, "a bench", library)
    cores = usable_cores() if launcher.local else options.ranks
    extra = launchers.extra_arguments(options.launcher_args)
    return Prepared(
        options=options,
        bench=program,
        library=library,
        mpi=chosen or mpi.of(library),
        launcher=launcher,
        job=Job(options.ranks, cores, library.mpi if library else None, extra),
        libs=libraries.resolve(options.libs),
        adjacency=adjacency.resolve(options.adjacency),
        scratch=_scratch(options),
        suite_file=suite_file,
        note=note,
    )


def _prepare_pvm(options: MeasureOptions, suite_file: Path | None) -> Prepared:
    """The same over PVM, which has one launcher and no MPI."""
    for option, value in (("--mpi", options.mpi), ("--launcher", options.launcher)):
        if value is not None:
            raise StrobeError(f"{option} does not apply to --layer pvm: remove it")
    launcher = pvm.find()
    program = bench.find_pvm()
    _check_kernels(options, program)
    return Prepared(
        options=options,
        bench=program,
        library=None,
        mpi=None,
        launcher=launcher,
        job=Job(
            options.ranks, usable_cores(), extra=launchers.extra_arguments(options.launcher_args)
        ),
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
