# SPDX-License-Identifier: BSD-3-Clause
"""An MPI that keeps its rules is not accused; one that breaks a rule is, with size and ratio."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import numpy as np
import pytest
import synthetic

from strobe.cli.main import main
from strobe.consistency.verdicts import Finding, judge
from strobe.records import lines
from strobe.records.run import SAMPLES_FILE, load
from strobe.records.summary import summarise

RANKS = 4
SIZES = [2**power for power in range(3, 21)]
VISITS = 8
AXES: dict[str, dict[str, lines.Value]] = {
    "echo": {"reply": "fresh"},
    "swap": {},
    "exchange": {"method": "sendrecv"},
    "broadcast": {"algorithm": "native"},
    "reduce": {"element": "float64"},
    "allreduce": {"element": "float64"},
    "scatter": {},
    "gather": {},
    "allgather": {},
    "alltoall": {},
}
# A machine that keeps every rule: start-up and nanoseconds a byte of each call.
TRUTH = {
    "echo": (1e-6, 0.1e-9),
    "swap": (1.5e-6, 0.15e-9),
    "exchange": (1.5e-6, 0.15e-9),
    "broadcast": (2e-6, 0.2e-9),
    "reduce": (2e-6, 0.2e-9),
    "allreduce": (3e-6, 0.3e-9),
    "scatter": (1.5e-6, 0.4e-9),
    "gather": (1.5e-6, 0.4e-9),
    "allgather": (3e-6, 0.8e-9),
    "alltoall": (4e-6, 1.6e-9),
}


def write(folder: Path, spoil: dict[tuple[str, int], float] | None = None, seed: int = 1) -> Path:
    """A run of that machine, on which some calls of some size take some times as long."""
    rng = np.random.default_rng(seed)
    kernels = [
        lines.Kernel(name, name, "collective", [*axes, "size_bytes"], "size_bytes", "", "",
                     defaults=axes | {"size_bytes": 8})
        for name, axes in AXES.items()
    ]  # fmt: skip
    header = msgspec.structs.replace(synthetic._header(0), kernels=kernels, ranks=RANKS)
    records: list[lines.Record] = [header, lines.RegimeRecord(0, 45e-9, 1e-9)]
    for name, axes in AXES.items():
        startup_s, per_byte_s = TRUTH[name]
        for size_bytes in SIZES:
            point = axes | {"size_bytes": size_bytes}
            key = " ".join([name, *(f"{axis}={point[axis]}" for axis in sorted(point))])
            records.append(lines.CellRecord(key, name, point, "grid", RANKS, 0.0, 0.0))
            median_s = (startup_s + per_byte_s * size_bytes) * (spoil or {}).get(
                (name, size_bytes), 1.0
            )
            for visit in range(VISITS):
                times_s = median_s * np.exp(rng.normal(0, 0.01, 16))
                records.append(
                    lines.SamplesRecord(
                        key, visit, 0.0, 0, 1, times_s.tolist(), lines.Sentinel(), 0
                    )
                )
            records.append(lines.CellEndRecord(key, "satisfied", "", VISITS, 16 * VISITS, 0.1))
    folder.mkdir(parents=True, exist_ok=True)
    text = b"\n".join(msgspec.json.encode(record) for record in records) + b"\n"
    (folder / SAMPLES_FILE).write_bytes(text)
    return folder


def findings(folder: Path) -> list[Finding]:
    run = load(folder)
    kernels = {kernel.name: kernel for kernel in run.launches[0].header.kernels}
    return judge(summarise(run), kernels)


def test_an_mpi_that_keeps_its_rules_is_not_accused(tmp_path: Path) -> None:
    for seed in range(5):
        found = findings(write(tmp_path / str(seed), seed=seed))
        assert [finding for finding in found if finding.is_violated] == []
        assert len({finding.rule for finding in found}) > 20


@pytest.mark.parametrize(
    ("spoil", "rule", "size_bytes", "ratio"),
    [
        (("allreduce", 4096), "allreduce <= reduce + broadcast", 4096, 1.875),
        (("swap", 64), "swap <= 2 x echo", 64, 1.873),
        (("scatter", 1024), "scatter <= broadcast", 4 * 1024, 1.694),
    ],
)
def test_a_broken_rule_is_found_at_its_size(
    tmp_path: Path, spoil: tuple[str, int], rule: str, size_bytes: int, ratio: float
) -> None:
    found = findings(write(tmp_path, {spoil: 2.5}))
    (broken,) = (f for f in found if f.is_violated and f.rule == rule)
    assert broken.size_bytes == size_bytes
    assert broken.comparison.low is not None
    assert broken.comparison.high is not None
    assert broken.comparison.low <= broken.comparison.ratio <= broken.comparison.high
    assert broken.comparison.ratio == pytest.approx(ratio, rel=0.03)
    # Its neighbours in size show it too: the next longer one is faster, and it splits.
    assert any("a longer message" in f.rule for f in found if f.is_violated)


def test_calls_that_were_not_measured_are_not_judged(tmp_path: Path) -> None:
    rules = {finding.rule for finding in findings(write(tmp_path))}
    assert "broadcast <= broadcast binomial" not in rules


def test_the_command_says_what_is_violated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "mpi", str(write(tmp_path / "good"))]) == 0
    assert "allreduce <= reduce + broadcast" in capsys.readouterr().out
    bad = write(tmp_path / "bad", {("allreduce", 4096): 3.0})
    assert main(["check", "mpi", str(bad)]) == 1
    answer = capsys.readouterr().out
    assert "allreduce <= reduce + broadcast: violated at 4 KiB on 4 ranks" in answer
    assert "call reduce and then broadcast instead" in answer
    assert main(["check", "mpi", str(bad), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert any(test["comparison"]["verdict"] == "slower" for test in told)
