# SPDX-License-Identifier: BSD-3-Clause
"""`strobe measure`: from the wish to a run folder with samples, table and, if wanted, report."""

from __future__ import annotations

import shlex
import socket
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from strobe.base import notes, units
from strobe.base.errors import MeasurementError, StrobeError
from strobe.cli.paths import near
from strobe.coscheduling.measurement import coscheduled
from strobe.launch import context as contexts
from strobe.launch import run_folder, trust
from strobe.launch.campaign import Campaign
from strobe.launch.context import Context
from strobe.launch.diagnosis import Kind
from strobe.launch.display import display
from strobe.launch.preparation import Prepared, prepare
from strobe.machine import facts
from strobe.options.measure import SUITE, MeasureCommandOptions
from strobe.options.measurement import MeasureOptions
from strobe.options.option import spread
from strobe.records.lines import STREAM, CellEndRecord, RunRecord, Status
from strobe.records.run import SAMPLES_FILE, Run
from strobe.records.samples_file import Tail

DEFAULTS = MeasureCommandOptions()
TROUBLE = 1
INTERRUPTED = 130
MOST_CELLS = 3

# The words for the ends of cells.
STATUS: dict[Status, str] = {
    "satisfied": "converged",
    "budget": "did not converge",
    "failed": "failed",
    "hung": "hung",
    "skipped": "skipped",
}


def command(
    suite: Annotated[str | None, SUITE.argument] = None,
    /,
    *,
    options: Annotated[MeasureCommandOptions, spread()] = DEFAULTS,
) -> int:
    """Measure, or continue a run that was interrupted."""
    options.check(suite=suite)
    notes.be_quiet(options.quiet)
    if options.resume is not None:
        return resume(options.resume, is_trusted=options.trust_folder, report=options.report)
    return measure(suite, options.measurement, options.output, report=options.report)[1]


def resume(folder: Path, *, is_trusted: bool, report: bool) -> int:
    """Continue a run with its own suite and options; the exit status."""
    folder, context, prepared = _reopen(folder, is_trusted)
    return _measured(folder, context, prepared, report)


def measure(
    suite: str | None, options: MeasureOptions, output: Path, *, report: bool = False
) -> tuple[Path, int]:
    """Measure into a new folder below `output`; the folder, and the exit status."""
    prepared = prepare(suite, options)
    folder, context = run_folder.create(output, prepared)
    return folder, _measured(folder, context, prepared, report)


def _measured(folder: Path, context: Context, prepared: Prepared, report: bool) -> int:
    """Measure what is not measured yet, and write what follows; the exit status."""
    shown = display(len(context.seeds))
    if prepared.note:
        shown.say(prepared.note)
    try:
        with coscheduled(prepared) as launched:
            campaign = Campaign(launched, folder, context.seeds, shown)
            ended = campaign.measure()
    except MeasurementError as error:
        raise MeasurementError(f"{error}; {_how_to_go_on(folder, context)}", folder) from error
    except StrobeError:
        run_folder.remove_if_unused(folder)
        raise
    finally:
        shown.close()
    try:
        return _ended(ended, context, folder, campaign.troubles, report)
    except OSError as error:
        raise MeasurementError(
            f"{error.filename or folder}: {error.strerror}; the data measured so far is kept, and "
            f"{_how_to_go_on(folder, context)}",
            folder,
        ) from error


def _ended(ended: Kind, context: Context, folder: Path, troubles: list[str], report: bool) -> int:
    """Write what follows the measuring; the exit status."""
    _complete(context, folder)
    if ended is Kind.INTERRUPTED:
        print(f"strobe: stopped; the data so far is kept, and {_how_to_go_on(folder, context)}",
              file=sys.stderr)  # fmt: skip
        return INTERRUPTED
    return _conclude(folder, troubles, report)


def _reopen(folder: Path, trusted: bool) -> tuple[Path, Context, Prepared]:
    """The run in `folder`, ready to continue as it began. Raises StrobeError when it cannot."""
    folder = folder.expanduser().absolute()
    context = contexts.read(folder)
    trust.check(folder, context.options, trusted)
    prepared = prepare(context.suite_file, context.options)
    here = socket.gethostname()
    if prepared.is_local and context.host != here:
        raise StrobeError(
            f"{folder} was measured on {context.host} and cannot be resumed on {here}"
        )
    context.resumed_utc.append(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}")
    contexts.write(context, folder)
    return folder, context, prepared


def _complete(context: Context, folder: Path) -> None:
    """Add to the context what only the run could tell."""
    context.load_after = facts.load()
    header = next((r for r in Tail(folder / SAMPLES_FILE).read() if isinstance(r, RunRecord)), None)
    if header is not None:
        context.mpi.library = header.layer.library
    contexts.write(context, folder)


def _how_to_go_on(folder: Path, context: Context) -> str:
    trusting = f" {trust.OPTION}" if trust.named_in(context.options) else ""
    return f"`strobe measure --resume {shlex.quote(near(folder))}{trusting}` continues the run"


def _conclude(folder: Path, troubles: list[str], report: bool) -> int:
    """Everything that follows the measuring; 1 if something went wrong in it."""
    from strobe.records import table
    from strobe.records.run import load

    run = load(folder)
    table.write(run, folder / table.TABLE_FILE, "parquet")
    ends = [cell.end for launch in run.launches for cell in launch.cells.values() if cell.end]
    counts = Counter(end.status for end in ends)
    words = [f"{counts[status]} {word}" for status, word in STATUS.items() if counts[status]]
    lost = {end.cell: end for end in ends if end.status in ("failed", "hung")}
    all_cells = {end.cell for end in ends}
    cells = units.plural(len(all_cells), "cell")
    if lost:
        cells = f"{len(all_cells) - len(lost)} of {cells}"
    launches = len(run.launches)
    times = f" in each of {launches} launches" if launches > 1 else ""
    print(f"measured {cells}{times} ({', '.join(words)}) into {near(folder)}")
    for table_of_stream in _stream(run):
        print(f"\n{table_of_stream}", end="")
    if run.left_out:
        print(f"strobe: {run.left_out}", file=sys.stderr)
    if report:
        from strobe.cli.fit import fit_folder
        from strobe.cli.report import report_folder

        fit_folder(folder)
        print(f"the report is {near(report_folder(folder))}")
    if lost:
        print(f"strobe: {_lost([*lost.values()])}", file=sys.stderr)
    return TROUBLE if lost or troubles else 0


def _stream(run: Run) -> list[str]:
    """STREAM's tables of a run; none for a run without that kernel."""
    if STREAM not in run.kernels:
        return []
    # These take half a second to import.
    from strobe.export import stream
    from strobe.records.summary import summarise
    from strobe.report.run.inputs import load_context

    return stream.texts(summarise(run), load_context(run.folder))


def _lost(ends: list[CellEndRecord]) -> str:
    """One sentence on the cells without a result."""
    listed = [f"'{end.cell}' {end.status}, {end.reason}" for end in ends[:MOST_CELLS]]
    more = len(ends) - MOST_CELLS
    listed += [f"{more} more"] if more > 0 else []
    have = "has" if len(ends) == 1 else "have"
    longer = any(end.status == "hung" for end in ends)
    advice = "; for slow cells, increase --hang-after" if longer else ""
    return f"{units.plural(len(ends), 'cell')} {have} no result: {'; '.join(listed)}{advice}"
