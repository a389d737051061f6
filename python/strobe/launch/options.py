# SPDX-License-Identifier: BSD-3-Clause
"""What a person may choose for a run: the options of `strobe measure`, kept in its context."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from cyclopts import Parameter

from strobe.launch import adjacency, libraries


@dataclass(frozen=True)
class MeasureOptions:
    """Everything that decides what is measured; a run folder's copy of it is what resumes.

    The text below each field is what `strobe measure --help` says of it.
    """

    kernel: list[str] = field(default_factory=list)
    """A kernel to measure, of the suite or alone; repeat it for several."""

    quick: bool = False
    """The suite's short form: fewer points, and done within a minute and a half."""

    size: str | None = None
    """Message or working-set sizes, as 0:4Mi or 8,1Ki,64Ki."""

    axes: Annotated[list[str], Parameter(name="--set")] = field(default_factory=list)
    """Values of any axis, as AXIS=V or AXIS=V1,V2; repeat it for several axes."""

    ranks: Annotated[int, Parameter(name=("--ranks", "-n"))] = 2
    """Processes that take part."""

    launches: int = 1
    """Fresh starts of all ranks: claims across runs rest on several, say 5."""

    layer: Literal["mpi", "pvm"] = "mpi"
    """What passes the messages; for pvm a virtual machine is started, used and halted again."""

    mpi: str | None = None
    """Another MPI: its prefix, its bin, or its mpicxx. The bench is built for it, once."""

    launcher: str | None = None
    """Who starts the ranks: hydra, openmpi, intelmpi or srun."""

    launcher_args: Annotated[str, Parameter(allow_leading_hyphen=True)] = ""
    """More arguments for the launcher, quoted as one; a binding in them replaces ours."""

    libs: Annotated[list[str], Parameter(name=("--libs", "--blas"))] = field(
        default_factory=lambda: [libraries.AUTO]
    )
    """A BLAS to compare, as PATH or NAME=PATH; repeat it for several. auto, the default, is all
    that this machine has."""

    keep_blas_environment: bool = False
    """Leave variables such as OPENBLAS_CORETYPE to the libraries; else they are unset for them."""

    adjacency: str = adjacency.DEFAULT
    """Which processes are neighbours in the grids of the matrix kernels: gray, cartesian, measured,
    or a file with a row of the grid in each line."""

    scratch: str | None = None
    """A folder that all processes see, for files that are written and removed; else the system's
    temporary one."""

    seed: int | None = None
    """Of the order of the cells; drawn and recorded if not given."""

    relative_error: float | None = None
    """Wanted half-width of each median's interval, as a part of it."""

    confidence: float | None = None
    """Confidence of that interval."""

    budget: float | None = None
    """Seconds that one launch may take."""

    cell_budget: float | None = None
    """Seconds that the samples of one cell may take."""

    repetitions: int | None = None
    """Operations in each sample, whatever their time; else as many as last 50 us."""

    hang_after: float = 20.0
    """Seconds without a sample that mean a deadlock."""
