# SPDX-License-Identifier: BSD-3-Clause
"""How tests compile programs in Fortran: for an MPI of Debian, since those of PyPI have none."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import clients
import pytest


def debians(name: str, library: str) -> tuple[Path, Path]:
    """The folders of the library and the headers of one of Debian's MPIs."""
    try:
        libraries = clients.folder_of(library, clients.DEBIANS)
    except FileNotFoundError as missing:
        pytest.skip(str(missing))
    if name == "mpich":
        (include,) = clients.DEBIANS.glob("include/*/mpich")
    else:
        include = libraries / "openmpi" / "include"
    return libraries, include


def compiled(compiler: str, source: Path, program: Path, *words: str | Path) -> Path:
    path = shutil.which(compiler)
    if path is None:
        pytest.skip(f"{compiler} is missing, packaging/extras.py brings it")
    subprocess.run([path, "-O1", "-w", source, "-o", program, *words], check=True, timeout=120)
    return program


FORTRAN = {
    "mpich": ("libmpichfort.so.12", "libmpich.so.12"),
    "openmpi": ("libmpi_usempif08.so.40", "libmpi_usempi_ignore_tkr.so.40", "libmpi_mpifh.so.40",
                "libmpi.so.40"),
}  # fmt: skip
"""What a program in Fortran is linked with."""


def linked(name: str) -> tuple[list[str | Path], list[str | Path], Path]:
    """What a program in Fortran is linked with over one of Debian's MPIs, how it is compiled, and
    the folder of the libraries."""
    libraries, include = debians(name, FORTRAN[name][0])
    modules = include if name == "mpich" else next(libraries.glob("fortran/gfortran-mod-*/openmpi"))
    link = [*(libraries / file for file in FORTRAN[name]), f"-Wl,-rpath-link,{libraries}"]
    # A buffer is of any type, which a compiler that sees no interface for it warns of.
    flags = ["-fallow-argument-mismatch", f"-I{include}", f"-I{modules}"]
    return link, flags, libraries
