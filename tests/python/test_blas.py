# SPDX-License-Identifier: BSD-3-Clause
"""Real BLAS libraries side by side: what they compute is right, and a bad one harms no other."""

from __future__ import annotations

import os
import platform
from pathlib import Path

import pytest
from terminal import Terminal, kinds, records
from thoroughness import sampled

from strobe.launch import libraries

ROUTINES = ("axpy", "dot", "scal", "copy", "nrm2", "gemv", "ger", "trsv", "symv", "gemm", "trsm",
            "syrk", "syr2k", "symm")  # fmt: skip
HERE = dict(libraries.here())

SUITE = """\
name = "every_routine"
[full]
visits_min = 1
samples_min = 6
relative_error = 1.0
cell_budget_s = 0.05
budget_s = 600
"""


def suite(folder: Path, axes: str, *, routines: tuple[str, ...] = ROUTINES) -> Path:
    """A suite of these routines in all libraries."""
    text = SUITE
    for routine in routines:
        text += f'[[experiment]]\nkernel = "blas_{routine}"\n[experiment.axes]\nlibrary = "all"\n'
        text += 'form = "all"\n' if routine in ("gemv", "gemm") else ""
        text += axes
    file = folder / "every_routine.toml"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.skipif("numpy" not in HERE, reason="numpy carries no BLAS here")
def test_every_routine_of_a_real_library_is_right(terminal: Terminal) -> None:
    orders = sampled([1, 7, 64, 101], 1)
    file = suite(terminal.folder, f'type = "all"\nn = {orders}\n')
    answer = terminal.run("measure", file, "-n", "1", "--libs", f"np={HERE['numpy']}")
    assert answer.status == 0, answer.err
    found = records(terminal.only_run())
    checks = kinds(found, "verification")
    assert [check for check in checks if not check["passed"]] == []
    # gemv has three forms, and gemm nine.
    forms = len(ROUTINES) + 2 + 8
    assert len({check["cell"] for check in checks}) == 2 * 4 * forms * len(orders)
    told = {library["name"]: library for library in kinds(found, "library")}
    assert list(told) == ["np", "reference"]
    assert "OpenBLAS" in told["np"]["description"]
    assert told["np"]["core"] != ""
    assert told["np"]["steered_by"] == "OPENBLAS_CORETYPE"


ARGUMENTS = """\
[[experiment]]
kernel = "blas_axpy"
axes = {{ {each}, n = 9, alpha = "all", increment_x = [1, -2], increment_y = [1, 3] }}
[[experiment]]
kernel = "blas_scal"
axes = {{ {each}, n = 9, alpha = "all", increment_x = [1, 3] }}
[[experiment]]
kernel = "blas_gemv"
axes = {{ {each}, n = 9, m = 5, form = "all", alpha = "all", beta = "all", increment_y = [1, -2] }}
[[experiment]]
kernel = "blas_ger"
axes = {{ {each}, n = 9, m = 5, alpha = "all" }}
[[experiment]]
kernel = "blas_trsv"
axes = {{ {each}, n = 9, form = "all", uplo = "all", diag = "all", increment_x = [1, -2] }}
[[experiment]]
kernel = "blas_symv"
axes = {{ {each}, n = 9, uplo = "all", alpha = "all", beta = "all" }}
[[experiment]]
kernel = "blas_gemm"
axes = {{ {each}, n = 9, m = 5, k = 4, form = "all", beta = ["zero", "other"], leading = [0, 20] }}
[[experiment]]
kernel = "blas_gemm"
axes = {{ {each}, n = 9, batch = [1, 7], alpha = "all", beta = "all" }}
[[experiment]]
kernel = "blas_trsm"
axes = {{ {each}, n = 9, m = 5, side = "all", uplo = "all", form = "all", diag = "all" }}
[[experiment]]
kernel = "blas_symm"
axes = {{ {each}, n = 9, m = 5, side = "all", uplo = "all", beta = ["zero", "other"] }}
[[experiment]]
kernel = "blas_syrk"
axes = {{ {each}, n = 9, k = 4, uplo = "all", form = "all", beta = ["zero", "other"] }}
[[experiment]]
kernel = "blas_syr2k"
axes = {{ {each}, n = 9, k = 4, uplo = "all", form = "all", beta = ["zero", "other"] }}
[[experiment]]
kernel = "lapack_getrf"
axes = {{ {each}, n = [9, 64], m = [5, 100] }}
[[experiment]]
kernel = "lapack_potrf"
axes = {{ {each}, n = [9, 64], uplo = "all" }}
[[experiment]]
kernel = "lapack_geqrf"
axes = {{ {each}, n = [9, 64], m = [5, 100] }}
[[experiment]]
kernel = "blas_gemm"
axes = {{ {each}, n = 64, threads = "doubling" }}
"""


@pytest.mark.skipif("numpy" not in HERE, reason="numpy carries no BLAS here")
@pytest.mark.parametrize(
    "kind", ["z", *(pytest.param(one, marks=pytest.mark.exhaustive) for one in "dsc")]
)
def test_every_argument_of_a_real_library_is_right(terminal: Terminal, kind: str) -> None:
    file = suite(terminal.folder, "", routines=())
    each = f'library = "np", type = "{kind}"'
    quick = SUITE.replace("cell_budget_s = 0.05", "cell_budget_s = 0.001")
    file.write_text(quick + ARGUMENTS.format(each=each), encoding="utf-8")
    answer = terminal.run("measure", file, "-n", "1", "--libs", f"np={HERE['numpy']}")
    assert answer.status == 0, answer.err
    found = records(terminal.only_run())
    checks = kinds(found, "verification")
    assert [check for check in checks if not check["passed"]] == []
    assert {check["cell"] for check in checks} == {cell["cell"] for cell in kinds(found, "cell")}
    assert len(checks) > 250


def test_every_visit_of_a_cell_has_a_process_of_its_own(terminal: Terminal) -> None:
    """And the cells of a pass share it, so that there are no more processes than passes."""
    file = suite(terminal.folder, "n = [8, 16, 32]\n", routines=("symm",))
    # On a loaded machine a small budget ends before the third visit.
    text = file.read_text().replace("cell_budget_s = 0.05", "cell_budget_s = 0.5")
    file.write_text(text.replace("visits_min = 1", "visits_min = 3"))
    answer = terminal.run("measure", file, "-n", "1", "--libs", "auto")
    assert answer.status == 0, answer.err
    found: dict[str, dict[str, list[int]]] = {}
    for visit in kinds(records(terminal.only_run()), "samples"):
        library = visit["cell"].partition("library=")[2].split()[0]
        found.setdefault(library, {}).setdefault(visit["cell"], []).append(visit["process"])
    for cells in found.values():
        assert all(len(set(visits)) == len(visits) >= 3 for visits in cells.values())
        processes = {process for visits in cells.values() for process in visits}
        assert len(processes) <= max(len(visits) for visits in cells.values()) + 1


@pytest.mark.skipif("numpy" not in HERE, reason="numpy carries no BLAS here")
@pytest.mark.skipif(platform.machine() != "x86_64", reason="a processor without these kernels")
@pytest.mark.parametrize("keep", [False, True])
def test_variables_that_steer_a_library_are_unset_unless_wanted(
    terminal: Terminal, keep: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    steering = ("OPENBLAS_", "GOTO_", "MKL_", "BLIS_", "OMP_", "KMP_", "VECLIB_")
    for variable in [name for name in os.environ if name.startswith(steering)]:
        monkeypatch.delenv(variable)  # of whoever runs the tests
    monkeypatch.setenv("OPENBLAS_CORETYPE", "Nehalem")
    file = suite(terminal.folder, "n = [64]\n", routines=("gemm",))
    words = ["--keep-blas-environment"] if keep else []
    answer = terminal.run("measure", file, "-n", "1", "--libs", f"np={HERE['numpy']}", *words)
    assert answer.status == 0, answer.err
    told = kinds(records(terminal.only_run()), "library")[0]
    assert (told["core"] == "Nehalem") == keep
    assert told["unset"] == ({} if keep else {"OPENBLAS_CORETYPE": "Nehalem"})


def test_what_is_no_blas_has_a_column_that_says_so(terminal: Terminal) -> None:
    no_blas = terminal.folder / "libnothing.so"
    no_blas.write_text("no library at all", encoding="utf-8")
    file = suite(terminal.folder, "n = [8]\n", routines=("axpy", "gemm"))
    answer = terminal.run("measure", file, "-n", "1", "--libs", no_blas)
    assert answer.status == 1
    assert "nothing: " in answer.err
    found = records(terminal.only_run())
    ends = {end["cell"]: end for end in kinds(found, "cell_end")}
    failed = {cell for cell, end in ends.items() if end["status"] == "failed"}
    assert {"library=nothing" in cell for cell in failed} == {True}
    assert all("library=reference" in cell for cell in ends if cell not in failed)
    told = {library["name"]: library["wrong"] for library in kinds(found, "library")}
    assert "cannot be opened" in told["nothing"]
    assert told["reference"] == ""


def test_a_constant_number_of_operations_is_in_every_sample(terminal: Terminal) -> None:
    file = suite(terminal.folder, "n = [8, 16]\n", routines=("axpy",))
    answer = terminal.run("measure", file, "-n", "1", "--libs", "auto", "--repetitions", "321")
    assert answer.status == 0, answer.err
    visits = kinds(records(terminal.only_run()), "samples")
    assert {visit["repetitions"] for visit in visits} == {321}
