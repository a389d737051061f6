# SPDX-License-Identifier: BSD-3-Clause
"""Which BLACS a program really gets, as the dynamic loader tells it."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

# `binding file A [0] to B [0]: normal symbol `Cdgesd2d'`; the program itself has its path or none.
BINDING = re.compile(r"binding file \S* ?\[0\] to (\S*) ?\[0\]: normal symbol `(\w+)'")
NAME = re.compile(r"C?(blacs_\w+?|[isdcz](ge|tr)(sd|rv|bs|br)2d|[isdcz]g(sum|amx|amn)2d)_?")


def blacs_of(program: Path, preload: Path | None) -> Path:
    """The one file to which all BLACS names bind that the program and its libraries call.

    Raises RuntimeError where there is none, or where they bind to several.
    """
    environment = {
        **os.environ,
        "LD_TRACE_LOADED_OBJECTS": "1",
        "LD_WARN": "yes",
        "LD_BIND_NOW": "yes",
        "LD_DEBUG": "bindings",
        "LD_PRELOAD": str(preload or ""),
    }
    traced = subprocess.run(
        [program], env=environment, capture_output=True, text=True, errors="replace", check=True
    )
    files = {
        Path(file) if file else program
        for file, name in BINDING.findall(traced.stderr)
        if NAME.fullmatch(name)
    }
    # A program may define some names by itself; those of xCbtest lead Fortran to the names in C.
    if len(files) > 1:
        files.discard(program)
    if len(files) != 1:
        raise RuntimeError(f"the BLACS of {program.name} is not one file: {sorted(files)}")
    return files.pop().resolve()
