# SPDX-License-Identifier: BSD-3-Clause
"""Which topology TOP = ' ' takes, from runs on a machine whose truth is known.

Broadcasts there are as fast on no topology as the library's own; sums that are left on all are on
the hypercube, which brings nothing back.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import synthetic_blacs as library
import synthetic_suite as machine

from strobe.cli import fit
from strobe.records import lines

RANKS = 8
Factor = Callable[[lines.CellRecord], float]
Measure = Callable[[Factor], Path]


@pytest.fixture
def measure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Measure:
    """Writes a run of the suite where each cell takes so many times as long as else."""
    truth_s = library.truth_s

    def write(factor: Factor) -> Path:
        monkeypatch.setattr(
            library, "truth_s", lambda cell, message_s: truth_s(cell, message_s) * factor(cell)
        )
        return machine.write_suite_run(tmp_path / "run", "blacs", ranks=RANKS)

    return write


def choices(folder: Path, operation: str) -> list[str]:
    """What the model of a run says of one operation."""
    file = fit.fit_folder(folder).topologies_file
    assert file is not None
    found = [line.split(" ", 2) for line in file.read_text().splitlines()]
    assert {int(ranks) for word, ranks, _ in found if word != "#"} <= {RANKS}
    return [rest for word, _, rest in found if word == operation]


def is_broadcast(cell: lines.CellRecord, topology: str) -> bool:
    return cell.kernel == "blacs_broadcast" and cell.point["topology"] == topology


def test_a_topology_is_taken_from_where_it_is_faster_to_where_it_is_not(measure: Measure) -> None:
    def faster_between(cell: lines.CellRecord) -> float:
        inside = float(cell.point["size_bytes"]) <= 120_000
        return 0.4 if inside and is_broadcast(cell, "hypercube") else 1.0

    assert choices(measure(faster_between), "broadcast") == ["8000 H", "120000 machine"]


def test_sizes_that_were_not_measured_alone_decide_nothing(measure: Measure) -> None:
    """The short form has 40,000 and 240,000 bytes for repeated operations only."""

    def at_those(cell: lines.CellRecord) -> float:
        is_one = float(cell.point.get("size_bytes", 0)) in (40_000, 240_000)
        return 0.1 if is_one and is_broadcast(cell, "hypercube") else 1.0

    assert choices(measure(at_those), "broadcast") == []


def test_the_fastest_of_several_is_taken_as_far_as_was_measured(measure: Measure) -> None:
    def several(cell: lines.CellRecord) -> float:
        if is_broadcast(cell, "hypercube"):
            return 0.5
        is_large = float(cell.point.get("size_bytes", 0)) >= 100_000
        return (0.4 if is_large else 0.9) if is_broadcast(cell, "tree") else 1.0

    assert choices(measure(several), "broadcast") == ["8000 H", "120000 T 1", "400001 machine"]


def test_what_is_faster_only_in_a_row_is_not_taken(measure: Measure) -> None:
    def in_a_row(cell: lines.CellRecord) -> float:
        faster = cell.point.get("repetitions") == 15
        return 0.2 if faster and is_broadcast(cell, "hypercube") else 1.0

    assert choices(measure(in_a_row), "broadcast") == []


def test_what_is_as_fast_is_not_taken(measure: Measure) -> None:
    folder = measure(lambda _: 1.0)
    assert choices(folder, "broadcast") == []
    assert choices(folder, "sum_on_one") == []
    assert choices(folder, "sum_on_all") == ["8000 H", "400001 machine"]


def test_the_command_says_what_is_gained_and_how_to_use_it(
    measure: Measure, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = measure(lambda _: 1.0)
    fit.command(folder)
    told = capsys.readouterr().out
    assert "Topologies for TOP = ' ' (else the MPI collective)" in told
    assert "sum on all" in told
    # A message that comes back is as long as one that goes.
    gain = float(next(line for line in told.splitlines() if "sum on all" in line).split()[-1])
    assert 1.8 < gain < 2.0
    assert told.rstrip().endswith("blacs.model")
    assert "export STROBE_BLACS_MODEL=" in told


def test_a_run_that_was_measured_with_a_model_makes_none(measure: Measure) -> None:
    folder = measure(lambda _: 1.0)
    samples = folder / "samples.jsonl"
    first, *others = samples.read_text().splitlines(keepends=True)
    header = json.loads(first)
    header["environment"]["STROBE_BLACS_MODEL"] = "elsewhere/blacs.model"
    samples.write_text("".join([json.dumps(header) + "\n", *others]))
    assert fit.fit_folder(folder).topologies_file is None
    assert not (folder / "blacs.model").exists()


def test_a_run_of_another_suite_makes_none(tmp_path: Path) -> None:
    folder = machine.write_suite_run(tmp_path / "run", "quick", ranks=2)
    assert fit.fit_folder(folder).topologies_file is None
