# SPDX-License-Identifier: BSD-3-Clause
"""Our BLACS against Debian's (the reference, inside its ScaLAPACK), call for call in one program.

The program is blacs_against_reference.cpp. The reference is unpacked as `make check` unpacks it,
and runs on our MPICH, whose ABI is that of Debian's. Debian's MPICH 4.0 is measured as well, as it
is unpacked for tests: its waits poll and never yield, so it shows what ranks that share cores cost.
"""

from __future__ import annotations

import csv
import math
import os
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import tables
import tools

sys.path.append(str(tools.ROOT / "packaging"))
import mpi_programs
import scalapack
from steps import SetupError, Steps

ROUNDS = 15
RANKS = (2, 4)
DEBIAN_RANKS = 4
DEBIAN_CASES = ("echo", "broadcast 'I'", "largest ' ' and where on all")
"""The cases that lost most where more ranks than cores wait without yielding."""
TOLERATED = 1.02
"""The highest ratios that are accepted."""


@dataclass(frozen=True)
class Cell:
    """One case at one size."""

    case: str
    elements: int | None
    ours_us: float
    ratio: float
    low: float
    high: float
    to_mpi: float | None

    @property
    def is_slower(self) -> bool:
        """Slower than is tolerated, beyond the measured noise."""
        return self.low > TOLERATED


def cells(text: str) -> list[Cell]:
    """The lines of the program."""
    return [
        Cell(
            case,
            int(elements) if elements else None,
            float(ours_us),
            float(ratio),
            float(low),
            float(high),
            float(to_mpi) if to_mpi else None,
        )
        for case, elements, ours_us, ratio, low, high, to_mpi in csv.reader(text.splitlines())
    ]


def gain(ratios: Iterable[float]) -> float:
    """How many times faster ours is, in the geometric mean."""
    return math.exp(-statistics.fmean(math.log(ratio) for ratio in ratios))


def measure(ranks: int, mpich: Path | None = None, case: str = "") -> list[Cell]:
    """Compare on so many ranks the cases whose name contains `case`.

    `mpich` is another MPICH's library. The reference must be unpacked.
    """
    build = tools.ROOT / "build" / "release"
    # The test programs of ScaLAPACK contain the names by which Debian's libraries know the MPI.
    for command in (
        ["cmake", "--preset", "release"],
        [
            "cmake",
            "--build",
            str(build),
            "--target",
            "blacs-against-reference",
            "scalapack_programs",
        ],
    ):
        subprocess.run(command, cwd=tools.ROOT, check=True, capture_output=True)
    (library,) = scalapack.FOLDER.glob("usr/lib/*/libscalapack-mpich.so.2.2")
    its = library.parent
    launched = tools.Launched(ranks)
    ours = build / "lib" / "libstrobe_blacs.so"
    program = build / "bin" / "blacs-against-reference"
    with tempfile.TemporaryDirectory(prefix="strobe-mpich-") as names:
        first = build / "tests" / "scalapack" / "lib"
        if mpich is not None:
            first = Path(names)
            # The names by which our libraries and Debian's know the MPI.
            for name in ("libmpi.so.12", "libmpich.so.12"):
                (first / name).symlink_to(mpich)
        launched.environment["LD_LIBRARY_PATH"] = os.pathsep.join(
            map(str, (first, its, its / "blas", its / "lapack", *([mpich.parent] if mpich else [])))
        )
        return cells(launched.run(program, ours, library, str(ROUNDS), case))


def table(measured: list[Cell]) -> str:
    """A row for each case: our time, and the ratios by size."""
    by_case: dict[str, list[Cell]] = defaultdict(list)
    for cell in measured:
        by_case[cell.case].append(cell)
    sizes = sorted({cell.elements for cell in measured if cell.elements is not None})
    rows = []
    for case, its in by_case.items():
        ratios = {cell.elements: shown(cell) for cell in its}
        columns = [ratios.get(size, "") for size in sizes]
        if None in ratios:
            columns[0] = ratios[None]
        beside_mpi = [cell.to_mpi for cell in its if cell.to_mpi is not None]
        to_mpi = f"{min(beside_mpi):.2f} to {max(beside_mpi):.2f}" if beside_mpi else ""
        mean = f"{gain(cell.ratio for cell in its):.2f}"
        rows.append([case, f"{its[0].ours_us:.2f}", *columns, mean, to_mpi])
    header = ["case", "ours us", *map(str, sizes), "gain", "ours to MPI's"]
    return tables.markdown(header, rows)


def shown(cell: Cell) -> str:
    """The ratio; bold where it is slower beyond the noise."""
    return f"**{cell.ratio:.2f}**" if cell.is_slower else f"{cell.ratio:.2f}"


def words(ranks: int, measured: list[Cell]) -> str:
    """A summary of the comparison."""
    slower = [cell for cell in measured if cell.is_slower]
    echoes = [c.to_mpi for c in measured if c.case == "echo" and c.to_mpi is not None]
    return (
        f"{ranks} ranks: {gain(cell.ratio for cell in measured):.2f} times faster in the geometric "
        f"mean of {len(measured)} cells; {len(slower)} of them slower than {TOLERATED} beyond "
        f"their interval of 95 %. An echo takes {min(echoes):.2f} to {max(echoes):.2f} of MPI's "
        f"(median over the sizes {statistics.median(echoes):.2f}).\n"
    )


def parts() -> list[str]:
    """The page's parts. Raises LeftOutError where Debian's packages cannot be fetched."""
    steps = Steps("bench", tools.ROOT, tools.ROOT / "build" / "bench.log")
    try:
        scalapack.prepare(steps)
        mpi_programs.prepare(steps)
    except SetupError as error:
        raise tables.LeftOutError(str(error)) from error
    (debian_mpich,) = mpi_programs.FOLDER.glob("usr/lib/*/libmpich.so.12")
    text = [
        "Ratios of our time to the reference's, medians of pairs taken in turns in one program; "
        "the columns are elements of the matrix. `gain` is how many times faster ours is, in the "
        f"geometric mean. A ratio in bold is above {TOLERATED} with its whole interval.\n"
    ]
    for ranks in RANKS:
        measured = measure(ranks)
        text += [words(ranks, measured), table(measured)]
    measured = [cell for case in DEBIAN_CASES for cell in measure(DEBIAN_RANKS, debian_mpich, case)]
    return [*text, "Debian's MPICH 4.0, " + words(DEBIAN_RANKS, measured), table(measured)]
