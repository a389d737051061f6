# SPDX-License-Identifier: BSD-3-Clause
"""The committed bindings of the interposer are those of its table."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from places import ROOT


def bindings() -> dict[Path, str]:
    found: dict[Path, str] = runpy.run_path(str(ROOT / "codegen" / "mpi_wrappers.py"))["bindings"]()
    return found


def test_generating_again_changes_nothing() -> None:
    for path, text in bindings().items():
        assert (ROOT / path).read_text(encoding="utf-8") == text, (
            f"run: python codegen/mpi_wrappers.py ({path})"
        )


def test_each_function_has_both_names() -> None:
    wrappers = next(text for path, text in bindings().items() if path.name == "wrappers.cpp")
    names = re.findall(r"^STROBE_EXPORT \w+ (P?)MPI_(\w+)\(", wrappers, re.MULTILINE)
    defined = {name for profiling, name in names if not profiling}
    assert defined == {name for profiling, name in names if profiling}
    assert {"Send", "Send_c", "Issend", "Rsend_init_c", "Ialltoallw_c", "Wtime"} <= defined
