# SPDX-License-Identifier: BSD-3-Clause
"""Slurm's srun: inside an allocation it is the launcher that knows the nodes."""

from __future__ import annotations

import os
import shutil

from strobe.launch.launchers import Job, Launcher, register

EXCHANGE = "SLURM_MPI_TYPE"
"""Where srun finds its option --mpi if it has none."""


@register
class Srun(Launcher):
    """Gives the ranks to each other through PMI-2 (MPICH, Intel MPI) or PMIx (Open MPI)."""

    name = "srun"
    title = "Slurm's srun"
    programs = ("srun",)
    banner = r"^slurm(?:-wlm)? (?P<version>\S+)"
    local = False
    mpi = None
    starts = ("MPICH", "Open MPI", "MPI ABI")

    def options(self, job: Job) -> list[str]:
        """`--ntasks=N`, bound to cores where they suffice, never asking a terminal for anything."""
        binding = ["--cpu-bind=cores"] if job.bind else []
        crowding = ["--overcommit"] if job.oversubscribed else []
        common = [f"--ntasks={job.ranks}", f"--mpi={exchange(job.mpi)}", "--kill-on-bad-exit=1"]
        where = [f"--nodelist={','.join(job.hosts)}", f"--nodes={len(job.hosts)}",
                 f"--ntasks-per-node={job.ranks_per_host}", "--distribution=block"]  # fmt: skip
        return [*common, *(where if job.hosts else []), *binding, *crowding]


def exchange(mpi: str | None) -> str:
    """By which of Slurm's plugins the ranks of an MPI find each other."""
    return "pmix" if mpi == "Open MPI" else "pmi2"


def variables(mpi: str | None) -> dict[str, str]:
    """What a batch script exports, so that its own lines with srun start ranks of this MPI.

    Nothing where there is no srun, or where the person has chosen.
    """
    if shutil.which("srun") is None or EXCHANGE in os.environ:
        return {}
    return {EXCHANGE: exchange(mpi)}
