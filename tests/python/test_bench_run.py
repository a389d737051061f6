# SPDX-License-Identifier: BSD-3-Clause
"""The tables of `make bench`, and what is said of one that cannot be made."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
import run
import tables
import tools


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where tables are written; the second and the third of four cannot be made."""

    def left_out() -> list[str]:
        raise tables.LeftOutError("PVM is missing")

    def fails() -> list[str]:
        raise TypeError("unhashable type")

    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    comparisons = (
        run.Comparison("first", "The first", lambda: ["one\n"]),
        run.Comparison("over_pvm", "Over PVM", left_out),
        run.Comparison("fails", "One that fails", fails),
        run.Comparison("last", "The last", lambda: ["four\n"]),
    )
    monkeypatch.setattr(run, "COMPARISONS", comparisons)
    return tmp_path


def test_a_table_that_fails_costs_no_other(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run.main([]) == 1
    assert sorted(file.name for file in folder.iterdir()) == ["first.md", "last.md"]
    assert "Made by `make bench`" in (folder / "last.md").read_text()
    said = capsys.readouterr()
    assert "Over PVM: left out: PVM is missing" in said.out
    assert "unhashable type" in said.err
    assert said.err.endswith("these failed: fails\n")


def test_a_table_is_made_by_its_name(folder: Path) -> None:
    assert run.main(["last", "over_pvm"]) == 0
    assert [file.name for file in folder.iterdir()] == ["last.md"]


def test_a_name_that_is_none_measures_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run.main(["last", "lost"])
    assert ended.value.code == 2
    assert "there is no table 'lost'; --list prints all names" in capsys.readouterr().err
    assert list(folder.iterdir()) == []


def test_a_program_of_one_table_ends_with_the_reason_why_there_is_none(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = [SimpleNamespace(name=name) for name in ("MPICH", "Open MPI")]
    monkeypatch.setattr(tools, "MPI_PREFIXES", here)
    monkeypatch.setattr(tools.mpi, "at", lambda prefix: prefix)
    with pytest.raises(SystemExit, match=r"^bench: there is no PAM here, only MPICH, Open MPI$"):
        tables.make("first", "The first", lambda: [one.name for one in tools.mpis(["PAM"])])
    assert list(folder.iterdir()) == []
    tables.make("first", "The first", lambda: [one.name for one in tools.mpis(["Open MPI"])])
    assert capsys.readouterr().out == f"{folder / 'first.md'}\n"
    assert (folder / "first.md").read_text().endswith("\nOpen MPI")


def test_each_table_under_results_has_its_comparison() -> None:
    names = {one.name for one in run.COMPARISONS}
    assert {file.stem for file in tables.FOLDER.glob("*.md")} <= names
