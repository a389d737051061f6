# SPDX-License-Identifier: BSD-3-Clause
"""`strobe tune` over real MPIs: they read the rules, and a whole tuning with a small budget."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import check
import pytest
from jsonschema import Draft202012Validator
from other_mpi import other_mpi
from places import ROOT

from strobe.base.errors import StrobeError
from strobe.launch import mpi as mpis
from strobe.launch import session
from strobe.launch.launchers import Job
from strobe.launch.preparation import Prepared, prepare
from strobe.options.measurement import MeasureOptions
from strobe.tune import laboratory, library, tables
from strobe.tune.configuration import Cell, Choice, Configuration
from strobe.tune.library import Library
from strobe.tune.tables import Settings

OTHER_MPI = ROOT / "build" / "other-mpi"
STROBE = Path(sys.executable).with_name("strobe")
RANKS = 2
MEASURED_S, TUNED_S = 60, 500


OVER = ["own", pytest.param("other", marks=pytest.mark.turn(check.MEASURE))]
"""The MPI of the bench, and another one, for which a bench must be built first."""


def prefix_of(over: str) -> str | None:
    """None for the MPI of the bench; the other one need not be on PATH."""
    if over == "own":
        return None
    found = other_mpi()
    if found is None:
        with contextlib.suppress(StrobeError):
            found = mpis.at(OTHER_MPI)
    if found is None:
        pytest.skip("there is one MPI on this machine")
    return found.prefix


@pytest.fixture(params=OVER)
def prepared(request: pytest.FixtureRequest) -> Prepared:
    return prepare("quick", MeasureOptions(ranks=RANKS, mpi=prefix_of(request.param), libs=[]))


def known(prepared: Prepared) -> tuple[tables.Family, Library]:
    assert prepared.library is not None
    assert prepared.library.path is not None
    found = prepared.mpi or mpis.of(prepared.library)
    assert found is not None
    launcher = prepared.launcher.command(Job(1, 2, may_bind=False))
    has = library.ask(Path(prepared.library.path), launcher, prepared.environment)
    return tables.family(found.name), has


def bench(prepared: Prepared, family: tables.Family, settings: Settings, size: int,
          folder: Path) -> int:  # fmt: skip
    """The status of broadcasts of one size."""
    variables = {family.variable(name): value for name, value in settings.items()}
    samples = folder / f"{size}.jsonl"
    words = [
        *prepared.launcher.command(prepared.job), str(prepared.bench), "--kernel", "broadcast",
        "--size", str(size), "--budget", "2", "--samples-min", "3", "--record", str(samples),
    ]  # fmt: skip
    order = session.Order(
        0, words, {**prepared.environment, **variables}, samples, folder / f"{size}.log",
        silence_s=MEASURED_S, local=True,
    )  # fmt: skip
    return session.run(order, lambda progress, elapsed_s: None).status


def broken(family: tables.Family, has: Library) -> tuple[tables.Family, Library]:
    """With an algorithm that the MPI cannot perform, under the name of one that it can."""
    if family.mpi == "Open MPI":
        variable = family.named("bcast").variable
        known = has.variables[variable]
        wrong = library.Variable(variable, known.description, {**known.values, "binomial": 99})
        return family, Library({**has.variables, variable: wrong}, has.trees)
    operation = family.named("bcast")
    ring = operation.algorithms["binomial"]
    # MPICH aborts where it has chosen an algorithm of another collective.
    fields = {name: getattr(ring, name) for name in ring.__struct_fields__}
    of_other = tables.Algorithm(**{**fields, "file": "MPIR_Alltoall_intra_brucks"})
    changed = {**operation.algorithms, "binomial": of_other}
    fields = {name: getattr(operation, name) for name in operation.__struct_fields__}
    bcast = tables.Operation(**{**fields, "algorithms": changed})
    others = [bcast if one.name == "bcast" else one for one in family.operation]
    return tables.Family(family.mpi, family.prefix, family.knob, others), has


def test_the_mpi_takes_a_rule_at_its_sizes_and_nowhere_else(
    prepared: Prepared, tmp_path: Path
) -> None:
    """A rule that names an impossible algorithm fails exactly where it holds."""
    family, has = broken(*known(prepared))
    cells = [Cell("bcast", size) for size in (8, 1024, 65536)]
    configuration = Configuration.of(RANKS, {}, {cells[1]: Choice("bcast", "binomial")})
    reader = laboratory.READERS[family.mpi]
    settings = reader.settings(configuration, cells, family, has, tmp_path)
    status = {
        cell.size_bytes: bench(prepared, family, settings, cell.size_bytes, tmp_path)
        for cell in cells
    }
    assert status[8] == 0
    assert status[1024] != 0
    assert status[65536] == 0


def test_every_rule_of_the_tables_gives_right_results(prepared: Prepared, tmp_path: Path) -> None:
    """Each algorithm that the MPI has is measured once; kernels verify their data."""
    family, has = known(prepared)
    lab = laboratory.Laboratory(
        tmp_path, family, has, lambda ranks, suite: prepared, 1, lambda text: None
    )
    names = {
        operation.name: [
            name for name, algorithm in operation.algorithms.items()
            if algorithm.serves(RANKS)
            and name in has.values(operation.variable) | has.values(operation.posix)
        ]
        for operation in family.operation
    }  # fmt: skip
    cells = [
        Cell(name, size)
        for name in names
        for size in ((0,) if name == "barrier" else (8, 4096))
    ]  # fmt: skip
    for lane in range(max(map(len, names.values()))):
        chosen = {
            cell: Choice(cell.operation, names[cell.operation][lane])
            for cell in cells
            if lane < len(names[cell.operation])
        }
        launched = lab.launch(Configuration.of(RANKS, {}, chosen), cells, "test")
        assert launched.refused == ""
        assert launched.failed == {}
        assert launched.times


def strobe(folder: Path, *words: str, status: int = 0) -> str:
    done = subprocess.run(
        [str(STROBE), "tune", *words], cwd=folder, capture_output=True, text=True, timeout=400,
        check=False,
    )  # fmt: skip
    said = done.stdout + done.stderr
    assert done.returncode == status, said
    return said


def tuned(folder: Path, words: list[str]) -> Any:
    """What a tuning says as JSON; the test is skipped where the machine has no time for it."""
    done = subprocess.run(
        [str(STROBE), "tune", "--json", "--quiet", *words], cwd=folder, capture_output=True,
        text=True, timeout=TUNED_S, check=False,
    )  # fmt: skip
    if "is too little" in done.stderr:
        pytest.skip(done.stderr.strip())
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("over", OVER)
def test_a_whole_tuning_is_recorded_and_continued(over: str, tmp_path: Path) -> None:
    words = ["--ranks", str(RANKS), "--operations", "barrier,bcast", "--sizes", "8"]
    words += ["--budget", "100"]
    prefix = prefix_of(over)
    words += [] if prefix is None else ["--mpi", prefix]
    told = tuned(tmp_path, words)
    schema = json.loads((ROOT / "schema" / "tuning.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(told)
    (ranks,) = told["ranks"]
    assert {cell["operation"] for cell in ranks["cells"]} <= {"bcast", "barrier"}
    assert ranks["cells"]
    assert all(cell["default_s"] > 0 for cell in ranks["cells"])
    folder = tmp_path / "tuned"
    if ranks["variables"]:
        shell = (folder / f"ranks-{RANKS}" / "environment.sh").read_text(encoding="utf-8")
        assert all(f"export {name}=" in shell for name in ranks["variables"])
    # The log of the launches is complete, so that nothing is measured again.
    log = folder / "launches.jsonl"
    before = log.read_bytes()
    assert tuned(tmp_path, words)["ranks"] == told["ranks"]
    assert log.read_bytes() == before
    # Without its end, the log is that of a tuning that was interrupted.
    lines = before.splitlines(keepends=True)
    kept = b"".join(lines[:-2])
    log.write_bytes(kept + b'{"key":')
    assert len(tuned(tmp_path, words)["ranks"]) == 1
    assert log.read_bytes().startswith(kept)
    assert len(log.read_bytes().splitlines()) >= len(lines)
    assert "has a tuning with other options" in strobe(tmp_path, *words, "--seed", "2", status=2)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--operations", "bcst"], "there is no collective that can be tuned 'bcst'; did you mean"),
        (["--sizes", "12"], "--sizes 12 is no multiple of 8"),
        (["--for", "nothing"], "nothing has no record of a job"),
        (["nothing"], "nothing is not a run folder"),
        (["--ranks", "1"], "--ranks"),
        (["--for", "x", "--sizes", "8"], "--sizes"),
    ],
)
def test_bad_input_is_one_sentence_and_nothing_is_written(
    words: list[str], sentence: str, tmp_path: Path
) -> None:
    said = strobe(tmp_path, *words, status=2)
    assert sentence in said
    assert len(said.strip().splitlines()) == 1, said
    assert [*tmp_path.iterdir()] == []


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tuned").mkdir()
    (tmp_path / "tuned" / "mine.txt").write_text("mine", encoding="utf-8")
    said = strobe(tmp_path, "--operations", "barrier", status=2)
    assert "is not empty and has no tuning" in said
