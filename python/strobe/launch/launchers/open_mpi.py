# SPDX-License-Identifier: BSD-3-Clause
"""Open MPI's mpiexec (ORTE up to version 4, PRRTE from 5 on)."""

from __future__ import annotations

import os

from strobe.launch.launchers import Job, Launcher, register


@register
class OpenMpi(Launcher):
    """Open MPI refuses to run as root, and more ranks than cores, unless options allow both."""

    name = "openmpi"
    title = "Open MPI's mpiexec"
    programs = (*Launcher.programs, "mpiexec.openmpi", "mpirun.openmpi")
    banner = r"\((?:Open MPI|OpenRTE|PRRTE)\) (?P<version>\S+)"
    mpi = "Open MPI"
    starts = ("Open MPI", "MPI ABI")

    def options(self, job: Job) -> list[str]:
        """`-n N`, bound to cores where they suffice."""
        binding = ["--bind-to", "core"] if job.bind else []
        crowding = ["--oversubscribe"] if job.oversubscribed else []
        # A host takes as many ranks as it has slots.
        slots = [f"{host}:{job.ranks_per_host}" for host in job.hosts]
        listed = ["--hostfile", job.host_file] if job.host_file else []
        where = ["--host", ",".join(slots)] if slots else listed
        return ["-n", str(job.ranks), *where, *binding, *crowding]

    def environment(self, job: Job) -> dict[str, str]:
        """Both variables are wanted before it runs for root (in a container, mostly)."""
        if os.geteuid() != 0:
            return {}
        return {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
