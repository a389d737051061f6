# SPDX-License-Identifier: BSD-3-Clause
"""The committed faces of the BLACS are those of the table, and they are all there."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def texts() -> dict[Path, str]:
    found: dict[Path, str] = runpy.run_path(str(ROOT / "codegen" / "blacs_faces.py"))["texts"]()
    return found


def test_generating_again_changes_nothing() -> None:
    for path, text in texts().items():
        assert path.read_text(encoding="utf-8") == text, (
            f"run: python codegen/blacs_faces.py ({path})"
        )


def test_there_are_78_names_in_each_language() -> None:
    header = (ROOT / "include" / "strobe" / "blacs.h").read_text(encoding="utf-8")
    assert len(set(re.findall(r"\b(C\w+)\(", header))) == 78
    fortran = "".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "src" / "blacs" / "faces").glob("fortran*.cpp")
    )
    assert len(set(re.findall(r"^STROBE_BLACS_WEAK .*?(\w+_)\(", fortran, re.MULTILINE))) == 78
