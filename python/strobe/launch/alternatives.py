# SPDX-License-Identifier: BSD-3-Clause
"""Debian's alternatives of MPI: `mpicxx` links to mpicxx.openmpi today, and to mpicxx.mpich
tomorrow.

Standard library only: packaging/machine.py reads this file before there is an environment.
"""

from __future__ import annotations

from pathlib import Path

SUFFIXES = (".openmpi", ".mpich")
"""What Debian appends to the names of an MPI's programs."""


def full_name(program: Path) -> Path:
    """The name of `program` that no other MPI takes: where its links lead by way of such a name,
    or `program` itself."""
    step = program
    while step.suffix not in SUFFIXES:
        if not step.is_symlink():
            return program
        step = step.parent / step.readlink()
    return step


def suffix(program: Path) -> str:
    """Of one of Debian's full names; empty for other names."""
    return program.suffix if program.suffix in SUFFIXES else ""
