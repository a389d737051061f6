# SPDX-License-Identifier: BSD-3-Clause
"""How far a launch is and how it ended, decided from records and words alone."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
import synthetic

from strobe.launch.diagnosis import UNWRITABLE, Kind, diagnose
from strobe.launch.progress import NEARLY, Progress
from strobe.launch.session import Outcome
from strobe.records import lines
from strobe.records.samples_file import Tail


def fed(folder: Path, until: type[lines.Record] | None = None, launch: int = 0) -> Progress:
    """The progress after the synthetic run's records, or after the first of the kind `until`."""
    progress = Progress(launch)
    for record in Tail(folder / "samples.jsonl").read():
        progress.feed(record)
        if until is not None and isinstance(record, until):
            break
    return progress


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return synthetic.write_run(tmp_path_factory.mktemp("run"), launches=2)


def test_a_launch_begins_with_nothing_and_ends_with_everything(run: Path) -> None:
    assert fed(run, lines.PlanRecord).fraction == 0.0
    whole = fed(run)
    assert whole.end is not None
    assert whole.done == whole.cells > 0
    assert (whole.fraction, whole.remaining, whole.visiting) == (1.0, 0, None)


def test_records_of_other_launches_do_not_count(run: Path) -> None:
    assert fed(run, launch=1).header is not None
    assert fed(run, launch=2).header is None
    assert fed(run, launch=2).cells == 0


def test_a_cell_that_goes_on_counts_by_its_visits(run: Path) -> None:
    progress = fed(run, lines.SamplesRecord)
    assert progress.header is not None
    needed = progress.header.options.visits_min
    assert progress.fraction == pytest.approx(min(NEARLY, 1 / needed) / progress.cells)
    pace = 10.0 * (1 - progress.fraction) / progress.fraction
    assert progress.left_s(10.0) == min(pace, progress.budget_s - 10.0)


def test_time_left_is_not_known_before_the_first_visit_and_never_beyond_the_budget(
    run: Path,
) -> None:
    progress = fed(run, lines.VisitRecord)
    assert progress.left_s(1.0) is None
    progress = fed(run, lines.SamplesRecord)
    assert progress.left_s(progress.budget_s + 1.0) == 0.0


def test_a_resumed_launch_judges_its_pace_by_what_it_does_itself(run: Path) -> None:
    progress = fed(run, lines.SamplesRecord)
    header = progress.header
    assert header is not None
    progress.feed(header)
    assert progress.left_s(1.0) is None
    assert progress.fraction == progress.fraction_before > 0


def test_the_cell_being_visited_is_given_up_with_what_it_had(run: Path) -> None:
    progress = fed(run, lines.SamplesRecord)
    (cell,) = progress.visits
    assert progress.given_up("failed", "why") is None
    progress.feed(lines.VisitRecord(cell, 1))
    record = progress.given_up("failed", "why")
    assert record is not None
    assert (record.cell, record.status, record.reason) == (cell, "failed", "why")
    assert (record.visits, record.samples) == (1, synthetic.SAMPLES_PER_VISIT)
    assert record.elapsed_s > 0
    progress.feed(record)
    assert (progress.visiting, progress.done) == (None, 1)


def outcome(progress: Progress, status: int, said: str = "") -> Outcome:
    return Outcome(progress, status, "$ mpiexec\n" + said, 1.0)


@pytest.mark.parametrize(
    ("said", "status", "reason"),
    [
        (
            "YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Killed (signal 9)\n",
            9,
            "a rank was killed by signal 9 (SIGKILL)",
        ),
        (
            "YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Illegal instruction (signal 4)\n",
            UNWRITABLE,
            "a rank was killed by signal 4 (SIGILL)",
        ),
        (
            "prterun noticed that process rank 0 with PID 10179 on node vm exited on\n"
            "signal 11 (Segmentation fault).\n",
            139,
            "a rank was killed by signal 11 (SIGSEGV)",
        ),
        ("=   KILLED BY SIGNAL: 9 (Killed)\n", 9, "a rank was killed by signal 9 (SIGKILL)"),
        ("srun: error: n1: task 1: Killed\n", 137, "a rank was killed by signal 9 (SIGKILL)"),
        (
            "srun: error: n1: task 0: Bus error (core dumped)\n",
            135,
            "a rank was killed by signal 7 (SIGBUS)",
        ),
        (
            "copy_iovs(224).........: process_vm_readv failed (errno 3)\n",
            1,
            "a rank died while another rank copied from its memory",
        ),
        ("", -9, "the launcher was killed by signal 9 (SIGKILL)"),
        ("", 17, "a rank ended with status 17"),
    ],
    ids=[
        "MPICH",
        "MPICH's signal with the number of a status",
        "Open MPI",
        "Intel MPI",
        "Slurm",
        "Slurm with a core",
        "receiver",
        "launcher",
        "status",
    ],
)
def test_a_death_is_understood_from_every_launcher(
    run: Path, said: str, status: int, reason: str
) -> None:
    progress = fed(run, lines.VisitRecord)
    ending = diagnose(outcome(progress, status, said))
    assert (ending.kind, ending.reason) == (Kind.CRASHED, reason)
    assert ending.sentence == f"{reason} in the cell '{progress.visiting}'"
    assert ending.can_restart


def samples_of(folder: Path) -> lines.SamplesRecord:
    records = Tail(folder / "samples.jsonl").read()
    return next(record for record in records if isinstance(record, lines.SamplesRecord))


def test_a_death_belongs_to_the_cell_that_saw_it_first(run: Path) -> None:
    progress = fed(run, lines.SamplesRecord)
    first, second = list(progress.kernels)[:2]
    progress.feed(lines.VisitRecord(first, 1))
    progress.feed(lines.CellEndRecord(first, "failed", "MPI_Recv failed", 0, 0, 0.0))
    progress.feed(lines.VisitRecord(second, 0))
    ending = diagnose(outcome(progress, 9, "Killed (signal 9)"))
    assert ending.sentence == f"a rank was killed by signal 9 (SIGKILL) in the cell '{first}'"
    assert progress.given_up("failed", ending.reason) is None
    # A cell that hangs, or that has been measured since, answers for itself.
    hung = progress.given_up("hung", "why")
    assert hung is not None
    assert hung.cell == second
    progress.feed(msgspec.structs.replace(samples_of(run), cell=second))
    progress.feed(lines.VisitRecord(second, 1))
    died = progress.given_up("failed", "why")
    assert died is not None
    assert died.cell == second


def test_records_decide_before_words(run: Path) -> None:
    assert diagnose(outcome(fed(run), 9, "Killed (signal 9)")).kind is Kind.COMPLETE
    progress = fed(run, lines.VisitRecord)
    cell = progress.visiting
    assert cell is not None
    progress.feed(lines.CellEndRecord(cell, "hung", "no sample for 1 s", 0, 0, 0.0))
    ending = diagnose(outcome(progress, 9, "Killed (signal 9)"))
    assert ending.kind is Kind.HUNG
    assert ending.sentence == f"the cell '{cell}' hung: no sample for 1 s"


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("strobe-bench: '4X' is not a size.\nstrobe-bench: again\n", "'4X' is not a size"),
        (
            "bench: error while loading shared libraries: libmpi.so.12: cannot open\n",
            "the bench cannot be loaded: libmpi.so.12 was not found where the ranks run; name an "
            "MPI that is installed there with --mpi NAME",
        ),
        (
            "check: Runtime environment uses unsupported PMI version PMIx. Aborting.\n",
            "the launcher and the bench belong to different MPIs, so the ranks cannot connect; "
            "name one MPI for both with --mpi NAME",
        ),
        (
            "what\n-----\nis this?\n=====\n",
            "the launcher ended with status 1 before the first measurement: is this?",
        ),
        (
            "Killed (signal 9)",
            "a rank was killed by signal 9 (SIGKILL) before the first measurement",
        ),
    ],
)
def test_what_would_not_start_is_said_in_one_sentence(said: str, sentence: str) -> None:
    ending = diagnose(outcome(Progress(0), 1, said))
    assert (ending.kind, ending.sentence) == (Kind.REFUSED, sentence)
