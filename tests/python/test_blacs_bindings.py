# SPDX-License-Identifier: BSD-3-Clause
"""The committed bindings of the BLACS are those of the table, and all names have one."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

from places import ROOT


def texts() -> dict[Path, str]:
    found: dict[Path, str] = runpy.run_path(str(ROOT / "codegen" / "blacs_bindings.py"))["texts"]()
    return found


def test_generating_again_changes_nothing() -> None:
    for path, text in texts().items():
        assert path.read_text(encoding="utf-8") == text, (
            f"run: python codegen/blacs_bindings.py ({path})"
        )


def names_of_fortran(pattern: str) -> set[str]:
    sources = (ROOT / "src" / "blacs" / "bindings").glob(pattern)
    text = "".join(path.read_text(encoding="utf-8") for path in sources)
    return set(re.findall(r"^STROBE_BLACS_WEAK .*?(\w+_)\(", text, re.MULTILINE))


def test_there_are_78_names_in_each_language() -> None:
    header = (ROOT / "include" / "strobe" / "blacs.h").read_text(encoding="utf-8")
    assert len(set(re.findall(r"\b(C\w+)\(", header))) == 78
    standard = names_of_fortran("fortran*.cpp") - names_of_fortran("fortran_extensions.cpp")
    assert len(standard) == 78


def test_every_extension_has_a_name_in_each_language() -> None:
    header = (ROOT / "include" / "strobe" / "blacs_extensions.h").read_text(encoding="utf-8")
    declared = set(re.findall(r"^STROBE_BLACS_API .*?(strobe_blacs_\w+)\(", header, re.MULTILINE))
    # An error handler is a C function, so there is no Fortran name for setting it.
    assert {name + "_" for name in declared - {"strobe_blacs_set_error_handler"}} == (
        names_of_fortran("fortran_extensions.cpp")
    )


def test_the_fortran_module_has_an_interface_of_every_fortran_name() -> None:
    module = (ROOT / "include" / "strobe" / "strobe_blacs.F90").read_text(encoding="utf-8")
    bound = re.findall(r'bind\(c, name="(\w+_)"\)', module)
    assert set(bound) == names_of_fortran("fortran*.cpp")
    assert len(bound) == len(set(bound))
