# SPDX-License-Identifier: BSD-3-Clause
"""`strobe tune`: a faster configuration of an MPI, and the proof."""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from strobe.base import notes, units
from strobe.cli import tables
from strobe.cli.paths import near
from strobe.options.option import spread
from strobe.options.tune import RUN, TuneOptions

if TYPE_CHECKING:
    from strobe.tune.record import CellRecord, JobRecord, RanksRecord, RatioRecord, Tuning

DEFAULTS = TuneOptions()
SLOWER, INTERRUPTED = 1, 130
SAID_EVERY_S = 30.0
UNCHANGED = "unchanged"
HEADINGS = ["operation", "ranks", "size", "algorithm", "verdict", "default", "tuned", "ratio"]


def command(
    run: Annotated[Path | None, RUN.argument] = None,
    /,
    options: Annotated[TuneOptions, spread()] = DEFAULTS,
) -> int:
    """Search, prove and write, and show what was found."""
    options.check()
    notes.be_quiet(options.quiet)
    from strobe.tune.tuning import tune

    line = _Line()
    try:
        tuning = tune(run, options, line.say, line.show)
    except KeyboardInterrupt:
        line.clear()
        print("strobe: stopped; the same command continues the tuning", file=sys.stderr)
        return INTERRUPTED
    line.clear()
    if options.json:
        _tell(tuning)
    else:
        _show(tuning, options.output)
    slower = [cell for ranks in tuning.ranks for cell in ranks.cells if cell.verdict == "slower"]
    return SLOWER if slower else 0


class _Line:
    """The launch that is running: a line that changes on a terminal, else one now and then."""

    def __init__(self) -> None:
        self._changes = sys.stderr.isatty()
        self._said_s = time.monotonic()

    def show(self, text: str) -> None:
        """What is running now."""
        if not notes.are_wanted():
            return
        if self._changes:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
        elif time.monotonic() - self._said_s > SAID_EVERY_S:
            self.say(text)

    def say(self, sentence: str) -> None:
        """A decision, which stays."""
        self.clear()
        self._said_s = time.monotonic()
        notes.say(sentence)

    def clear(self) -> None:
        """Nothing is running."""
        if self._changes and notes.are_wanted():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _show(tuning: Tuning, output: Path) -> None:
    for ranks in tuning.ranks:
        rows = [_row(cell, ranks.ranks) for cell in ranks.cells]
        crowded = ", more than cores" if ranks.oversubscribed else ""
        title = f"{tuning.mpi} {tuning.mpi_version}, {ranks.ranks} ranks{crowded}"
        tables.show(title, HEADINGS, rows, numbers=3)
        for line in _summary(ranks, output):
            print(line)
        print()
    if tuning.job is not None:
        for line in _of_job(tuning.job):
            print(line)


def _row(cell: CellRecord, ranks: int) -> list[str]:
    segments = f", {units.size(cell.segment_bytes)} segments" if cell.segment_bytes else ""
    return [
        cell.operation,
        str(ranks),
        units.size(cell.size_bytes) if cell.operation != "barrier" else "",
        f"{cell.algorithm}{segments}" if cell.algorithm else "the MPI's own",
        cell.verdict,
        units.duration(cell.default_s),
        units.duration(cell.tuned_s) if cell.verdict != UNCHANGED else "",
        _ratio(cell.ratio) if cell.verdict != UNCHANGED else "",
    ]


def _ratio(ratio: RatioRecord) -> str:
    return f"{ratio.ratio:.3f} ({ratio.low:.3f} {units.DASH} {ratio.high:.3f})"


def _summary(ranks: RanksRecord, output: Path) -> list[str]:
    settings = [trial for trial in ranks.trials if trial.accepted]
    changed = [cell for cell in ranks.cells if cell.algorithm]
    if not settings and not changed:
        return ["nothing was found that is faster beyond its interval: the MPI stays as it is"]
    said = []
    if ranks.overall is not None:
        over = units.plural(len(ranks.cells), "cell")
        said.append(f"all {over}, geometric mean: {_ratio(ranks.overall)}")
    if ranks.changed is not None:
        said.append(f"cells that changed, geometric mean: {_ratio(ranks.changed)}")
    for trial in settings:
        said += [f"{name}={value}: {trial.title}" for name, value in trial.settings.items()]
    folder = near((output / ranks.folder).absolute())
    said.append(f"use it with: . {folder}/environment.sh; mpiexec -n {ranks.ranks} ./program")
    return said


def _of_job(job: JobRecord) -> list[str]:
    saved_s = job.default_s - job.tuned_s
    said = [
        f"collectives of one run of {near(Path(job.folder).absolute())}: "
        f"{units.duration(job.default_s)} with the MPI as it is, {units.duration(job.tuned_s)} "
        "tuned, measured by kernels with the program's sizes and numbers of calls"
    ]
    if job.ratio is not None:
        said.append(f"ratio: {_ratio(job.ratio)}")
    said.append(
        f"predicted for the program, which took {units.duration(job.run_time_s)} when it was "
        f"recorded: {units.duration(max(0.0, saved_s))} less"
    )
    if job.program is None:
        why = "nothing was changed for it" if job.ratio is None else "--validate runs it"
        said.append(f"the program itself was not run: {why}")
    else:
        own, tuned = (statistics.median(side) for side in (job.program.default_s,
                                                           job.program.tuned_s))  # fmt: skip
        said.append(
            f"the program itself: {units.duration(own)} with the MPI as it is, "
            f"{units.duration(tuned)} tuned, medians of {len(job.program.default_s)} runs each; "
            f"ratio: {_ratio(job.program.ratio)}"
        )
    return said


def _tell(tuning: Tuning) -> None:
    import msgspec

    print(msgspec.json.encode(tuning).decode())
