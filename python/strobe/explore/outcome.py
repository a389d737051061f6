# SPDX-License-Identifier: BSD-3-Clause
"""One run of a program with some choices, and what came of it."""

from __future__ import annotations

import hashlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from strobe.base.errors import StrobeError
from strobe.coscheduling import call_sites, handshake
from strobe.coscheduling.call_sites import SourceLine
from strobe.coscheduling.findings import Finding
from strobe.explore.accesses import After
from strobe.explore.alternatives import Run
from strobe.explore.operations import Answer, Choice, Choices
from strobe.explore.turns import Thread
from strobe.records import check_record, job_record, order_log
from strobe.records.check_record import Place
from strobe.records.job_record import Job

TIME_LIMIT = "time limit"
MISFIT = "the choices do not fit the program"
"""How the sentence of such a run begins (src/bcs/mpi/choices.cpp)."""
GRACE_S = 20.0


class Plan(msgspec.Struct, frozen=True):
    """What all runs have in common: the words of `strobe run` before the program, the program, and
    how long one run may take."""

    ranks: int
    words: tuple[str, ...]
    program: tuple[str, ...]
    limit_s: float
    checks: str


class Outcome(msgspec.Struct, frozen=True):
    """What a person sees of a run. Lines of output are sorted, since ranks print in any order."""

    status: int
    end: str
    """`finalized`, or how the job ended otherwise: `deadlock`, `error`, `time limit` ..."""
    errors: tuple[str, ...]
    """What --check has found, with its lines."""
    output: tuple[str, ...]

    @property
    def key(self) -> str:
        """The same for runs with the same outcome."""
        return hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:12]

    @property
    def is_right(self) -> bool:
        """Whether the program ended well and no error was found."""
        return self.status == 0 and self.end == job_record.FINALIZED and not self.errors


class Trial(msgspec.Struct, frozen=True):
    """A run that was tried: its choices, all that its operations got, and what came of it.

    `run` is None where the ranks left no order; the choices of one that is not `feasible` cannot
    all be met together.
    """

    forced: dict[Choice, Answer]
    synchronous: bool
    outcome: Outcome
    run: Run | None
    feasible: bool
    sentence: str
    calls: dict[tuple[int, int], Place]
    """The calls of MPI in the program, by their rank and the number of their place."""
    job: Job | None = None
    cut: tuple[int, ...] = ()
    """The ranks of which not all operations are known, so that nothing else can be tried."""


class _Told(msgspec.Struct):
    """What `strobe run --json` says, as far as it is needed."""

    status: int
    sentence: str
    findings: list[Finding] = []


def write_choices(choices: Choices, path: Path) -> None:
    """As --replay reads them."""
    lines = [
        f"{rank} {number} {_words(choices[rank, number])}\n" for rank, number in sorted(choices)
    ]
    path.write_text("".join(lines), encoding="ascii")


def _words(answer: Answer) -> str:
    if isinstance(answer, int):
        return str(answer)
    if isinstance(answer, After):
        return f"after({','.join(f'{rank}.{number}' for rank, number in answer.after)})"
    if isinstance(answer, Thread):
        return f"thread({answer.number})"
    return f"[{','.join(map(str, answer))}]" if answer else "none"


def trial(plan: Plan, synchronous: bool, forced: dict[Choice, Answer]) -> Trial:
    """Run the program once. Raises StrobeError where Strobe refuses to run it."""
    with tempfile.TemporaryDirectory(prefix="strobe-explore-") as folder:
        own = Path(folder)
        write_choices(forced, own / "choices")
        words = [
            sys.executable, "-m", "strobe.cli.main", "run", "-n", str(plan.ranks), *plan.words,
            f"--check={plan.checks}", "--json", "--record", str(own / "record"),
            "--replay", str(own / "choices"), *(["--synchronous"] if synchronous else []),
            "--", *plan.program,
        ]  # fmt: skip
        status, is_late = _ended(words, own, plan.limit_s)
        output = (own / "output").read_bytes().decode(errors="replace").splitlines()
        told = _told((own / "errors").read_bytes())
        if told is None:
            said = (own / "errors").read_bytes().decode(errors="replace").strip()
            if status in (2, handshake.NOT_ACTIVE) or not is_late:
                raise StrobeError(
                    said.splitlines()[-1].removeprefix("strobe: ")
                    if said
                    else "the run said nothing"
                )
        return _trial(plan, own / "record", forced, synchronous, status, is_late, output, told)


def _ended(words: Sequence[str], folder: Path, limit_s: float) -> tuple[int, bool]:
    """The status of a run, and whether it was ended since it took too long."""
    with (folder / "output").open("wb") as out, (folder / "errors").open("wb") as err:
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        try:
            return process.wait(limit_s), False
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGTERM)
            try:
                return process.wait(GRACE_S), True
            except subprocess.TimeoutExpired:
                process.kill()
                return process.wait(), True
        except BaseException:
            process.send_signal(signal.SIGTERM)
            process.wait()
            raise


def _told(text: bytes) -> _Told | None:
    """The line of JSON, which is not the last one after an error."""
    for line in reversed(text.splitlines()):
        if line.startswith(b"{"):
            try:
                return msgspec.json.decode(line, type=_Told)
            except msgspec.MsgspecError:
                continue
    return None


def _trial(
    plan: Plan,
    record: Path,
    forced: dict[Choice, Answer],
    synchronous: bool,
    status: int,
    is_late: bool,
    output: list[str],
    told: _Told | None,
) -> Trial:
    job = job_record.read(record) if job_record.is_record(record) else None
    ends = [rank.end for rank in job.ranks] if job is not None else []
    end = TIME_LIMIT if is_late else _end_of(ends)
    findings = told.findings if told is not None else []
    errors = sorted({_said(finding) for finding in findings})
    run = Run(order_log.read(record, plan.ranks)) if record.is_dir() else None
    is_over = end == job_record.FINALIZED
    fits = told is None or MISFIT not in told.sentence
    is_feasible = fits and (
        run is None or (not run.differs(forced) and (is_over or not run.unmet(forced)))
    )
    return Trial(
        forced=forced,
        synchronous=synchronous,
        # A launcher writes there, too, when it ends other ranks, and what these wrote is lost.
        outcome=Outcome(status, end, tuple(errors), tuple(sorted(output)) if is_over else ()),
        run=run,
        feasible=is_feasible,
        sentence=told.sentence if told is not None else "",
        calls=_calls(record) if record.is_dir() else {},
        job=job,
        cut=tuple(order_log.cut(record, plan.ranks)) if run is not None else (),
    )


def _calls(record: Path) -> dict[tuple[int, int], Place]:
    return {
        (rank, number): place
        for rank, checks in check_record.read(record).items()
        for number, place in checks.places.items()
    }


def source_lines(trials: Iterable[Trial]) -> dict[tuple[str, int], SourceLine]:
    """The lines of all their calls, by file of code and address."""
    tried = [trial for trial in trials if trial.job is not None]
    sites = [place.site for trial in tried for place in trial.calls.values()]
    first = tried[0].job if tried else None
    return call_sites.source_lines(sites, first) if first is not None else {}


def places(trial: Trial) -> dict[Choice, str]:
    """The call and the line of each operation that has a choice."""
    if trial.run is None:
        return {}
    found = {
        one.choice: trial.calls[one.choice[0], one.place]
        for one in trial.run.operations
        if (one.choice[0], one.place) in trial.calls
    }
    known = {key: str(line) for key, line in source_lines([trial]).items()}
    told = {}
    for choice, place in found.items():
        line = call_sites.name(place.site, known)
        told[choice] = f"{place.function} ({line})" if line else place.function
    return told


def _end_of(ends: Sequence[str]) -> str:
    """How the ranks ended, in a word."""
    for end in ("deadlock", "error", "abort", "signal", "exit"):
        if end in ends:
            return end
    return job_record.FINALIZED if ends else "no rank left a record"


def _said(finding: Finding) -> str:
    """A finding without what differs between runs with the same error."""
    lines = ", ".join(dict.fromkeys(side.where for side in finding.sides if side.where))
    return f"{finding.check} ({lines})" if lines else finding.check


def cores() -> int:
    """How many runs go on at a time by default."""
    return max(1, len(os.sched_getaffinity(0)))
