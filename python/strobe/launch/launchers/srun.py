# SPDX-License-Identifier: BSD-3-Clause
"""Slurm's srun: inside an allocation it is the launcher that knows the nodes."""

from __future__ import annotations

import os
import shutil

from strobe.launch.launchers import Job, Launcher, register


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
        exchange = "pmix" if job.mpi == "Open MPI" else "pmi2"
        common = [f"--ntasks={job.ranks}", f"--mpi={exchange}", "--kill-on-bad-exit=1"]
        where = [f"--nodelist={','.join(job.hosts)}", f"--nodes={len(job.hosts)}",
                 f"--ntasks-per-node={job.ranks_per_host}", "--distribution=block"]  # fmt: skip
        return [*common, *(where if job.hosts else []), *binding, *crowding]


def in_allocation() -> bool:
    """Whether this process runs inside a Slurm allocation with srun at hand."""
    return "SLURM_JOB_ID" in os.environ and shutil.which("srun") is not None
