# SPDX-License-Identifier: BSD-3-Clause
"""Intel MPI's mpiexec (Intel's own Hydra)."""

from __future__ import annotations

from strobe.launch.launchers import Job, Launcher, register
from strobe.launch.launchers.hydra import places


@register
class IntelMpi(Launcher):
    """Binds through variables, not through arguments."""

    name = "intelmpi"
    title = "Intel MPI's mpiexec"
    banner = r"^Intel\(R\) MPI Library.*?Version (?P<version>\S+)"
    mpi = "Intel MPI"
    gives_bare_signals = True
    starts = ("MPICH", "MPI ABI")

    def options(self, job: Job) -> list[str]:
        """`-n N`; the binding is in `environment`."""
        return ["-n", str(job.ranks), *places(job)]

    def environment(self, job: Job) -> dict[str, str]:
        """One core a rank; where they do not suffice none is bound (waiting ranks yield)."""
        # Else the hosts' order is that of a batch system, where there is one.
        where = {"I_MPI_JOB_RESPECT_PROCESS_PLACEMENT": "off"} if job.hosts else {}
        if job.oversubscribed:
            return {"I_MPI_PIN": "off", **where}
        return {"I_MPI_PIN": "on", "I_MPI_PIN_DOMAIN": "core", **where} if job.bind else where
