# SPDX-License-Identifier: BSD-3-Clause
"""Finds strobe-bench, and asks it what it can measure.

`STROBE_BENCH` names one (for PVM too); else it is the one inside the installed package; else the
one that a checkout has built. With `--mpi` it is built for that MPI (strobe.launch.build).
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import msgspec

from strobe.base import resources
from strobe.base.errors import StrobeError
from strobe.launch import build
from strobe.launch.mpi import Linked, Mpi, linked
from strobe.records.lines import Kernel

NAME = "strobe-bench"
PVM_NAME = "strobe-bench-pvm"


class Catalogue(msgspec.Struct, frozen=True):
    """The output of `strobe-bench --list --json`."""

    program: str
    version: str
    kernels: list[Kernel]
    suites: list[str]


def find(mpi: Mpi | None = None) -> Path:
    """The bench to run; one that is linked with `mpi` if that is given, built when it must be.

    Raises StrobeError with one sentence when there is none.
    """
    present = _present()
    if mpi is None:
        if present is None:
            raise StrobeError(
                f"{NAME} is not built: run `make setup` in a checkout, or set "
                "STROBE_BENCH=/path/to/strobe-bench"
            )
        return present
    if present is not None and _serves(linked(present), mpi):
        return present
    return build.bench_for(mpi)


def find_pvm() -> Path:
    """The bench over PVM. Raises StrobeError with one sentence when there is none."""
    present = _present(PVM_NAME)
    if present is None:
        raise StrobeError(
            f"{PVM_NAME} is not built: install PVM (`apt install pvm pvm-dev`), then build again "
            "(`make setup`, or `pip install .`)"
        )
    return present


def beside(name: str) -> Path:
    """Another program in the folder of the bench; in a checkout it is built if missing.

    Raises StrobeError with one sentence when there is none.
    """
    program = find().with_name(name)
    if os.access(program, os.X_OK):
        return program
    release = resources.release()
    is_own = release is not None and program.is_relative_to(release)
    built = build.in_checkout(build.Product(name, name, f"bin/{name}")) if is_own else None
    if built is None:
        raise StrobeError(f"{name} is not built: run `make setup` in a checkout")
    return built


def _present(name: str = NAME) -> Path | None:
    named = os.environ.get("STROBE_BENCH")
    if named:
        if not os.access(named, os.X_OK) or Path(named).is_dir():
            raise StrobeError(f"STROBE_BENCH names {named}, which is not an executable program")
        return Path(named).absolute()
    release = resources.release()
    candidates = [resources.PACKAGE / "libexec" / name]
    if release is not None:
        candidates.append(release / "bin" / name)
    return next((path for path in candidates if os.access(path, os.X_OK)), None)


def missing_library() -> Linked | None:
    """The MPI library of the bench inside the package, if the loader does not find it.

    A wheel's bench is linked with the ABI of MPI 5.0, which older MPIs do not have.
    """
    packaged = resources.PACKAGE / "libexec" / NAME
    library = linked(packaged) if _present() == packaged else None
    return library if library is not None and library.path is None else None


def _serves(library: Linked | None, mpi: Mpi) -> bool:
    """Whether the library comes from that MPI's own prefix."""
    if library is None or library.path is None:
        return False
    return Path(library.path).resolve().is_relative_to(Path(mpi.prefix).resolve() / "lib")


def check_loads(bench: Path) -> Linked | None:
    """The MPI library of `bench`. Raises StrobeError when the dynamic loader cannot find it."""
    library = linked(bench)
    if library is not None and library.path is None:
        raise StrobeError(
            f"{bench} is linked with {library.soname} ({library.mpi}), which the loader does not "
            "find: `pip install mpich`, build the bench again, or choose an MPI with --mpi NAME"
        )
    return library


def catalogue(bench: Path) -> Catalogue:
    """The kernels and suites of `bench`; no rank is started for it."""
    try:
        answer = subprocess.run(
            [str(bench), "--list", "--json"],
            capture_output=True, timeout=60, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise StrobeError(f"{bench} cannot be run: {error}") from error
    if answer.returncode != 0:
        output = answer.stderr.decode(errors="replace").strip().splitlines()
        reason = output[-1] if output else f"status {answer.returncode}, without a message"
        raise StrobeError(f"{bench} cannot be run: {reason}")
    try:
        return msgspec.json.decode(answer.stdout, type=Catalogue)
    except msgspec.MsgspecError as error:
        raise StrobeError(f"{bench} is not the bench of this version of Strobe: {error}") from error
