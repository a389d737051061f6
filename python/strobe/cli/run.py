# SPDX-License-Identifier: BSD-3-Clause
"""`strobe run`: an unmodified MPI program under the coscheduled runtime."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from strobe.base import notes
from strobe.base.errors import StrobeError
from strobe.cli import fresh_line
from strobe.cli.paths import near
from strobe.coscheduling.options import MONITOR_OFF, checks_of, with_log
from strobe.options.option import spread
from strobe.options.run import PROGRAM, RunOptions

if TYPE_CHECKING:
    from strobe.cli.live_view import LiveView
    from strobe.coscheduling.debugger import Wanted
    from strobe.coscheduling.diagnosis import JobEnd
    from strobe.coscheduling.findings import Finding
    from strobe.coscheduling.preparation import Prepared
    from strobe.records.job_record import Job

DEFAULTS = RunOptions()
TROUBLE = 1
FOUND_ERRORS = 123


def command(
    *program: Annotated[str, PROGRAM.argument], options: Annotated[RunOptions, spread()] = DEFAULTS
) -> int:
    """Check everything, run the job, and tell what came of it."""
    options.check(program=program)
    notes.be_quiet(options.quiet)
    prepared = _prepared(list(program), options)
    is_served = prepared.interposer is not None
    _wanted(options).check(options.ranks, is_local=prepared.is_local, is_served=is_served)
    if options.explain:
        _explain(prepared, is_watched=_is_watched(options))
        return 0
    if prepared.note:
        notes.say(prepared.note)
    if options.live and not prepared.is_local:
        notes.say("--live shows the ranks of this host alone")
    return _run_and_tell(prepared, options)


def _wanted(options: RunOptions) -> Wanted:
    """What the user wants of a debugger."""
    from strobe.coscheduling.debugger import Wanted

    has_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return Wanted(
        options.gdb,
        at_errors=options.break_on_error,
        commands=options.gdb_commands,
        has_terminal=has_terminal,
        is_checked=bool(checks_of(options.runtime)),
    )


def _shows(options: RunOptions) -> bool:
    """Whether a summary is printed."""
    return options.summary or options.per_rank or options.json


def _is_watched(options: RunOptions) -> bool:
    """Whether time stamps are taken."""
    kept = options.record is not None or options.timeline is not None
    return _shows(options) or kept or options.live


def _prepared(program: list[str], options: RunOptions) -> Prepared:
    from strobe.coscheduling import folders, preparation

    runtime = options.runtime
    if options.timeline is not None:
        runtime = with_log(runtime)
        folders.check_file(options.timeline, "timeline")
    return preparation.prepare(
        program, options.ranks, runtime, options.mpi, options.launcher, options.launcher_args,
        options.hosts, builds=not options.explain,
    )  # fmt: skip


def _run_and_tell(prepared: Prepared, options: RunOptions) -> int:
    """Run the job, write what is to be kept, and print what is to be shown; the exit status."""
    from strobe.coscheduling import folders

    is_watched = _is_watched(options)
    with folders.of_run(is_local=prepared.is_local) as own:
        folder = _record_folder(own, options.record)
        prepared = prepared.preloading(own)
        with _view(prepared.job.ranks) if options.live else nullcontext() as view:
            ended, job = _run(prepared, own, folder, view, _wanted(options), is_watched=is_watched)
        fresh_line.begin()
        findings, troubles = _found(options, folder, job)
        troubles += _written(prepared, options, folder, ended, job)
    if _shows(options) and job is None and not ended.sentence:
        troubles.append("there is no summary: no rank could write its record")
    status = ended.status or (TROUBLE if troubles else 0) or _status_of(findings)
    if options.json:
        _tell(job, replace(ended, status=status), findings)
    elif job is not None and _shows(options):
        _show(job, per_rank=options.per_rank)
    kept = "" if options.record is None else f"the record is in {near(folder)}"
    shared = _shared(job) if options.runtime.share and job is not None and job.ranks else ""
    if findings is not None:
        from strobe.cli import findings_view

        if options.annotate:
            findings_view.annotate(findings)
        if not options.json:
            ended_early = job is None or bool(job.unfinished)
            findings_view.show(findings, ended_early=ended_early)
    _say_last(ended, kept, shared, troubles)
    return status


def _written(
    prepared: Prepared, options: RunOptions, folder: Path, ended: JobEnd, job: Job | None
) -> list[str]:
    """Write the timeline and the record, where they are wanted; what could not be written."""
    troubles = []
    path = options.timeline
    if path is not None and job is not None:
        troubles += _trouble(lambda: _draw(job, folder, path))
    if options.record is not None:
        troubles += _keep(folder, prepared, ended)
    return troubles


def _say_last(ended: JobEnd, kept: str, shared: str, troubles: list[str]) -> None:
    """Where the record is, what else there is to say, and in the last line why the job ended."""
    sentence = ended.sentence
    if kept and ended.was_stopped:
        kept, sentence = "", f"{sentence}; {kept}"
    for note in filter(None, [kept, shared]):
        notes.say(note)
    for line in filter(None, [*troubles, sentence]):
        print(f"strobe: {line}", file=sys.stderr)


@contextmanager
def _view(ranks: int) -> Iterator[LiveView]:
    from strobe.cli.live_view import LiveView
    from strobe.coscheduling import live

    with live.memory(ranks) as memory:
        yield LiveView(memory, ranks)


def _record_folder(own: Path, named: Path | None) -> Path:
    """Where the ranks write their records; `own` is the folder of the run."""
    from strobe.coscheduling import folders

    if named is not None:
        return folders.of_record(named)
    folder = own / "record"
    folder.mkdir()
    return folder


def _run(
    prepared: Prepared,
    own: Path,
    folder: Path,
    view: LiveView | None,
    wanted: Wanted,
    *,
    is_watched: bool,
) -> tuple[JobEnd, Job | None]:
    """Run the job; how it ended, and what its ranks recorded. `own` is the folder of the run."""
    from strobe.coscheduling import execution, handshake
    from strobe.coscheduling.debugger import Debugger

    reported = own / "handshake"
    reported.mkdir()
    told = {
        handshake.VARIABLE: str(reported),
        "STROBE_RANKS": str(prepared.job.ranks),
        "STROBE_RECORD": str(folder),
        **wanted.variables(),
    }
    if not is_watched:
        # Who ended and how is worth a file; nobody wants time stamps.
        told["STROBE_MONITOR"] = MONITOR_OFF
    if view is not None:
        told["STROBE_LIVE"] = view.path
    environment = prepared.launcher.chosen_environment(prepared.job)
    ended = execution.run(
        prepared.command(told), environment, reported, view, folder,
        debugger=Debugger(reported, wanted),
        runtime=prepared.preload or prepared.interposer,
        ignores_sigpipe=prepared.launcher.is_ended_by_sigpipe,
    )  # fmt: skip
    # These are imported while the job runs (execution.py).
    from strobe.coscheduling import diagnosis
    from strobe.records import job_record

    job = job_record.read(folder) if job_record.is_record(folder) else None
    ended = diagnosis.diagnose(ended, job, prepared.launcher)
    if job is None and not job_record.unwritten(folder):
        report = handshake.read(reported)
        or_native = prepared.options.or_native
        ended = handshake.with_runtime_status(ended, report, prepared.program, or_native=or_native)
    return ended, job


def _keep(folder: Path, prepared: Prepared, ended: JobEnd) -> list[str]:
    """Add to the ranks' records what only this process knows; what of all that is not written."""
    from strobe.coscheduling import diagnosis
    from strobe.records import job_record

    unwritten = job_record.unwritten(folder)
    job_record.remove_unwritten(folder)
    lost = (
        [f"{diagnosis.rank_list(unwritten)} could not write into {near(folder)}"]
        if unwritten
        else []
    )
    return lost + _trouble(lambda: job_record.write_job(folder, prepared.described(ended)))


def _trouble(writing: Callable[[], None]) -> list[str]:
    """Write something; why not, where that is so: what the program came to matters more."""
    try:
        writing()
    except StrobeError as error:
        return [str(error)]
    return []


def _draw(job: Job, folder: Path, path: Path) -> None:
    from strobe.coscheduling import diagnosis, timeline

    short = timeline.write(job, folder, path)
    notes.say(f"the timeline is {near(path.absolute())}")
    if short:
        notes.say(
            f"it has only the first calls of {diagnosis.rank_list(short)}; --monitor calls=N "
            "keeps N"
        )


def _shared(job: Job) -> str:
    from strobe.base import units

    ran_s = sum(rank.run_time_s for rank in job.ranks)
    stopped_s = sum(rank.stopped_s for rank in job.ranks)
    if not stopped_s:
        return "no other job with --share was on these hosts"
    return (
        f"other jobs had the time slots for {units.duration(stopped_s)} of the "
        f"{units.duration(ran_s)} of the ranks ({stopped_s / max(ran_s, 1e-9):.0%})"
    )


def _found(
    options: RunOptions, folder: Path, job: Job | None
) -> tuple[list[Finding] | None, list[str]]:
    """What --check has found, and why it could not be read or written; None without --check."""
    words = checks_of(options.runtime)
    if not words:
        return None, []
    from strobe.coscheduling import findings, sarif
    from strobe.records.job_record import Job

    found: list[Finding] = []
    path = options.sarif
    known = job or Job(None, [])
    troubles = _trouble(lambda: found.extend(findings.read(folder, known, words)))
    # Without MPI_Init, there may be calls before it. Finding none means nothing.
    if job is None and not found:
        return None, troubles
    if path is not None:
        troubles += _trouble(lambda: sarif.write(found, path))
    return found, troubles


def _status_of(findings: list[Finding] | None) -> int:
    """That of `strobe run` where all else went well."""
    return FOUND_ERRORS if any(one.severity == "error" for one in findings or []) else 0


def _tell(job: Job | None, ended: JobEnd, findings: list[Finding] | None) -> None:
    """What a script wants to know, in one line: the summary, what --check found, and how
    `strobe run` ends."""
    import msgspec

    from strobe.coscheduling.summary import summarise
    from strobe.records.job_record import Job

    found = msgspec.to_builtins(summarise(job or Job(None, [])))
    end = {"status": ended.status, "sentence": ended.sentence}
    if findings is not None:
        found["findings"] = msgspec.to_builtins(findings)
    print(msgspec.json.encode({**found, **end}).decode(), file=sys.stderr)


def _show(job: Job, *, per_rank: bool) -> None:
    from strobe.cli import job_tables
    from strobe.coscheduling.summary import summarise

    job_tables.show(summarise(job), per_rank=per_rank)


def _explain(prepared: Prepared, *, is_watched: bool) -> None:
    from strobe.cli import tables

    tables.show_facts(prepared.explained(is_watched=is_watched))
