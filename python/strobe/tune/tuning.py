# SPDX-License-Identifier: BSD-3-Clause
"""A whole tuning: from the options to the folder with configurations and their record."""

from __future__ import annotations

import shlex
import socket
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import msgspec

from strobe.base import writing
from strobe.base.errors import MeasurementError, StrobeError
from strobe.base.suggest import unknown
from strobe.fit import topologies
from strobe.launch import mpi as mpis
from strobe.launch import session, suites
from strobe.launch.campaign import finished_launches
from strobe.launch.diagnosis import Kind, diagnose
from strobe.launch.launchers import Job
from strobe.launch.mpi import Mpi
from strobe.launch.preparation import Prepared, prepare
from strobe.machine import facts
from strobe.options.measurement import MeasureOptions
from strobe.options.tune import TuneOptions
from strobe.predict.measured import without_spread
from strobe.records.run import load
from strobe.records.summary import summarise
from strobe.tune import (
    intel_mpi,
    judgement,
    laboratory,
    library,
    model,
    open_mpi,
    program,
    record,
    tables,
    weights,
)
from strobe.tune.configuration import LEAST_STEP, Cell, Choice, Configuration
from strobe.tune.found import Found
from strobe.tune.laboratory import ECHO, Laboratory
from strobe.tune.library import Library
from strobe.tune.model import MessageTime
from strobe.tune.record import RanksRecord, Tuning
from strobe.tune.search import Plan, Search
from strobe.tune.tables import Family, Knob, Operation, Settings
from strobe.tune.weights import Calls

SIZES = (8, 1 << 10, 16 << 10, 128 << 10, 1 << 20)
MESSAGE_SIZES = (8, 512, 4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20)
BLACS_SUITE = "blacs"
REQUEST_FILE = "request.json"
SHELL_FILE, ENVIRONMENT_FILE, INTEL_FILE = "environment.sh", "environment.env", "intel-mpi.sh"


class Request(msgspec.Struct, frozen=True):
    """What decides a tuning, besides the machine: another one needs another folder."""

    mpi: str
    version: str
    library: str
    ranks: list[int]
    cells: list[tuple[str, int, float]]
    run: str
    job: str
    launcher_args: str
    commutative: bool
    blacs: bool
    budget_s: float
    seed: int


def tune(
    run: Path | None, options: TuneOptions, tell: Callable[[str], None],
    show: Callable[[str], None],
) -> Tuning:  # fmt: skip
    """Search, prove and write; `tell` gets decisions, `show` what is running now.

    Raises StrobeError with one sentence for bad input, before anything is measured or written.
    """
    ranks = [*dict.fromkeys(options.ranks)] or [max(2, facts.usable_cores())]
    first = _prepare(options, ranks[0])
    found_mpi, path = _mpi_of(first)
    family = tables.family(found_mpi.name)
    laboratory.refuse_settings(family)
    job = None if options.job is None else weights.calls_of(options.job, family)
    if job is not None:
        ranks = _ranks_of(job, options)
    messages = None if run is None else model.messages_of(run, found_mpi.name)
    wanted = _weights(options, family, job)
    request = Request(
        found_mpi.name, found_mpi.version, str(path), ranks,
        [(cell.operation, cell.size_bytes, weight) for cell, weight in wanted.items()],
        str(run or ""), str(options.job or ""), options.launcher_args, options.commutative,
        options.blacs, options.budget, options.seed,
    )  # fmt: skip
    alone = first.launcher.command(Job(1, facts.usable_cores(), may_bind=False))
    has = library.ask(path, alone, first.environment)
    if not laboratory.READERS[family.mpi].can_have_rules(has):
        raise StrobeError(f"{found_mpi.name} {found_mpi.version} reads no rules for collectives")
    launch = None
    if options.validate and options.job is not None:
        own = _prepare(options, ranks[0])
        launch = program.launch(options.job, own, found_mpi, trusted=options.trust_folder)
    folder = _begin(options.output, request)
    load = facts.load()
    lab = Laboratory(folder, family, has, partial(_prepared, options), options.seed, show)
    records = []
    found = None
    for number in ranks:
        tell(f"{number} ranks over {found_mpi.name} {found_mpi.version}")
        oversubscribed = _prepare(options, number).job.oversubscribed
        timed = messages or _measured(lab, number)
        plan = Plan(
            number, wanted, _knobs(family, has, oversubscribed=oversubscribed),
            partial(_candidates, family, has, number, timed, options), options.budget,
            options.seed, by_time=job is not None,
        )  # fmt: skip
        found = Search(lab, plan, tell).run()
        one = _published(found, folder, family, lab, oversubscribed=oversubscribed)
        if options.blacs:
            tell(f"{number} ranks: topologies of the BLACS over the tuned MPI")
            _add_blacs(options, one, folder, lab)
        records.append(one)
    tuning = Tuning(
        f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}", socket.gethostname(), facts.machine(), load,
        ["strobe", *sys.argv[1:]], found_mpi.name, found_mpi.version, str(path), options.seed,
        lab.launches, lab.spent_s, None if run is None else str(run), records,
        None if job is None or found is None else _of_job(options, job, found),
    )  # fmt: skip
    if tuning.job is not None and launch is not None and records[0].variables:
        tell(f"{shlex.join(launch.program)}, {options.rounds} runs of each side")
        default = lab.environment(_prepare(options, ranks[0]), {})
        tuning.job.program = program.compared(
            launch,
            default,
            default | records[0].variables,
            options.rounds,
            lambda done, of: show(f"the program, {done} of {of} runs of each side"),
        )
    record.write(tuning, folder)
    return tuning


def _prepare(
    options: TuneOptions, ranks: int, suite: str = suites.DEFAULT, *, quick: bool = False
) -> Prepared:
    wanted = MeasureOptions(
        ranks=ranks, mpi=options.mpi, launcher_args=options.launcher_args, libs=[], quick=quick
    )
    return prepare(suite, wanted)


def _prepared(options: TuneOptions, ranks: int, suite: Path) -> Prepared:
    return _prepare(options, ranks, str(suite))


def _mpi_of(prepared: Prepared) -> tuple[Mpi, Path]:
    """The MPI of the bench, and its library."""
    linked = prepared.library
    if linked is None or linked.path is None:
        raise StrobeError(f"{prepared.bench} is linked with no MPI library")
    found = prepared.mpi or mpis.of(linked)
    if found is None:
        raise StrobeError(f"the MPI of {linked.path} is not known: name it with --mpi")
    return found, Path(linked.path)


def _ranks_of(job: Calls, options: TuneOptions) -> list[int]:
    if options.ranks and [*options.ranks] != [job.ranks]:
        raise StrobeError(
            f"{options.job} was recorded with {job.ranks} ranks: leave --ranks out, or record the "
            "program with others"
        )
    if job.ranks < 2:
        raise StrobeError(f"{options.job} was recorded with one rank, which no collective needs")
    return [job.ranks]


def _weights(options: TuneOptions, family: Family, job: Calls | None) -> dict[Cell, float]:
    """How much each cell counts: as often as the program calls it, or all the same."""
    if job is not None:
        return job.by_cell
    names = options.operations or family.names
    for name in names:
        if name not in family.names:
            raise unknown("collective that can be tuned", name, family.names)
    sizes = sorted({*(options.sizes or SIZES)})
    wrong = next((size for size in sizes if size < LEAST_STEP or size % LEAST_STEP), None)
    if wrong is not None:
        raise StrobeError(
            f"--sizes {wrong} is no multiple of {LEAST_STEP}: reductions are of numbers of "
            f"{LEAST_STEP} bytes"
        )
    return {
        Cell(operation.name, size): 1.0
        for operation in family.operation
        if operation.name in names
        for size in (sizes if operation.name != "barrier" else [0])
    }


def _begin(output: Path, request: Request) -> Path:
    """The folder of the tuning, with its request. Raises StrobeError where it has another one."""
    folder = writing.folder_in(output.expanduser().absolute().parent, output.name)
    writing.refuse_links(folder, REQUEST_FILE, laboratory.LOG_FILE, laboratory.FOLDER)
    text = msgspec.json.format(msgspec.json.encode(request), indent=1) + b"\n"
    file = folder / REQUEST_FILE
    if file.exists():
        if file.read_bytes() != text:
            raise StrobeError(
                f"{output} has a tuning with other options, or of another MPI: choose another "
                "--output, or remove it"
            )
    elif any(folder.iterdir()):
        raise StrobeError(f"{output} is not empty and has no tuning: choose another --output")
    else:
        writing.write(file, text)
    return folder


def _measured(lab: Laboratory, ranks: int) -> MessageTime | None:
    """The times of messages from a launch of their own; None where it gives too few."""
    cells = [Cell(ECHO, size) for size in MESSAGE_SIZES]
    times = lab.launch(Configuration(ranks), cells, "messages, for the model").times
    found = {float(cell.size_bytes): times[cell].median_s for cell in cells if cell in times}
    if len(found) < 2:
        return None
    return without_spread(found).time_s


def _knobs(family: Family, has: Library, *, oversubscribed: bool) -> list[Knob]:
    """Those that matter here, with the values that this MPI takes."""
    found = []
    for knob in family.knob:
        values = [value for value in knob.values if has.has(value)]
        matters = oversubscribed or not knob.only
        if values and matters and knob.without not in has.variables:
            found.append(Knob(knob.title, values))
    return found


def _candidates(
    family: Family, has: Library, ranks: int, messages: MessageTime | None, options: TuneOptions,
    cell: Cell, most: int,
) -> list[Choice]:  # fmt: skip
    operation = family.named(cell.operation)
    choices = [
        Choice(operation.name, name, segment)
        for name in _algorithms(operation, has, ranks, commutative=options.commutative)
        for segment in operation.algorithms[name].segments
        if segment < cell.size_bytes or not segment
    ]
    return model.worth_measuring(choices, cell, ranks, operation, messages, most)


def _algorithms(
    operation: Operation, has: Library, ranks: int, *, commutative: bool
) -> Sequence[str]:
    """Those that this MPI has and that may serve so many ranks."""
    known = has.values(operation.variable) | has.values(operation.posix)
    return [
        name
        for name, algorithm in operation.algorithms.items()
        if name in known and algorithm.serves(ranks) and (algorithm.in_order or commutative)
    ]


def _published(
    found: Found, output: Path, family: Family, lab: Laboratory, *, oversubscribed: bool
) -> RanksRecord:
    """Write what a person uses; the record of it."""
    configuration = found.configuration
    folder = writing.folder_in(output, f"ranks-{configuration.ranks}")
    for old in folder.iterdir():
        old.unlink()
    settings = lab.settings(configuration, found.cells, folder)
    variables = {family.variable(name): value for name, value in settings.items()}
    if not configuration.is_default:
        about = (
            f"# {family.mpi}, tuned by strobe tune for jobs of {configuration.ranks} ranks. Use: "
            f". {shlex.quote(str(folder / SHELL_FILE))}\n"
        )
        writing.write(folder / SHELL_FILE, about + _exports(variables))
        if family.mpi == "Open MPI":
            writing.write(folder / open_mpi.PARAMETERS_FILE, open_mpi.parameters(settings))
        else:
            lines = [f"{name}={value}\n" for name, value in variables.items()]
            writing.write(folder / ENVIRONMENT_FILE, "".join(lines))
            _write_intel(configuration, found.cells, folder)
    return record.of_found(found, folder, variables, oversubscribed=oversubscribed)


def _write_intel(configuration: Configuration, cells: Sequence[Cell], folder: Path) -> None:
    adjusted = intel_mpi.settings(configuration, cells)
    if adjusted:
        about = (
            "# Intel MPI's variables, derived from the tuning of MPICH. They were not tried: "
            "there is no measurement of them.\n"
        )
        writing.write(folder / INTEL_FILE, about + _exports(adjusted))


def _add_blacs(options: TuneOptions, tuned: RanksRecord, output: Path, lab: Laboratory) -> None:
    """Measure the suite blacs under the tuned variables, and add the model of TOP = ' '.

    Topologies compete with the MPI's own collectives, so that these must be tuned before.
    """
    folder, samples = output / tuned.folder, output / f"blacs-{tuned.ranks}.jsonl"
    if not finished_launches(samples):
        prepared = _prepare(options, tuned.ranks, BLACS_SUITE, quick=True)
        command = prepared.command(0, samples, options.seed, None)
        order = session.Order(
            launch=0,
            command=[*command, "--resume"] if samples.exists() else command,
            environment=lab.environment(prepared, {}) | tuned.variables,
            samples=samples,
            log=output / laboratory.BENCH_LOG,
            silence_s=laboratory.SILENCE_S,
            local=prepared.is_local and not prepared.job.extra,
        )
        text = f"{tuned.ranks} ranks, topologies of the BLACS"
        diagnosis = diagnose(session.run(order, lab.watching(text)))
        if diagnosis.kind is Kind.INTERRUPTED:
            raise KeyboardInterrupt
        if diagnosis.kind is not Kind.COMPLETE:
            why = diagnosis.sentence
            raise MeasurementError(f"the topologies of the BLACS were not measured: {why}")
    chosen = topologies.choices(summarise(load(samples)))
    if not chosen:
        tuned.notes.append("no topology of the BLACS is faster than the MPI's collectives")
        return
    path = topologies.write_model(chosen, folder)
    tuned.variables[topologies.VARIABLE] = str(path.absolute())
    with (folder / SHELL_FILE).open("a", encoding="utf-8") as shell:
        shell.write(_exports({topologies.VARIABLE: str(path.absolute())}))


def _exports(variables: Settings) -> str:
    return "".join(f"export {name}={shlex.quote(value)}\n" for name, value in variables.items())


def _of_job(options: TuneOptions, job: Calls, found: Found) -> record.JobRecord:
    """The collectives of one run of the program, by the medians of the proof."""
    own = sum(job.by_cell[row.cell] * row.default_s for row in found.rows)
    tuned = sum(
        job.by_cell[row.cell] * (row.tuned_s if row.is_changed else row.default_s)
        for row in found.rows
    )
    ratio = None if found.configuration.is_default else record.RatioRecord.of(_of_total(job, found))
    return record.JobRecord(str(options.job), job.run_time_s, own, tuned, ratio)


def _of_total(job: Calls, found: Found) -> judgement.Ratio | None:
    """The ratio of the times of all collectives of one run, over the launches of the proof."""
    sides = found.proof
    cells = judgement.common([*sides[0], *sides[1]], job.by_cell)
    if not cells:
        return None
    totals = [
        [sum(calls * launch[cell].median_s for cell, calls in cells.items()) for launch in side]
        for side in sides
    ]
    return judgement.compared(*totals)
