# SPDX-License-Identifier: BSD-3-Clause
"""Flux's flux run: inside an instance it is the launcher that knows the nodes."""

from __future__ import annotations

from strobe.launch.launchers import Job, Launcher, register


@register
class FluxRun(Launcher):
    """Gives the ranks to each other through PMI (MPICH) or PMIx (Open MPI, by flux-pmix)."""

    name = "flux"
    title = "Flux's flux run"
    programs = ("flux",)
    banner = r"^libflux-core:\s+(?P<version>\S+)"
    local = False
    mpi = None
    starts = ("MPICH", "Intel MPI", "Open MPI", "MPI ABI")

    def options(self, job: Job) -> list[str]:
        """`run --ntasks=N`, bound to cores where they suffice; ends if a rank fails."""
        binding = ["-o", "cpu-affinity=per-task"] if job.bind else ["-o", "cpu-affinity=off"]
        exchange = ["-o", "pmi=pmix"] if job.mpi == "Open MPI" else []
        where = [f"--requires=hosts:{','.join(job.hosts)}", f"--nodes={len(job.hosts)}"]
        return ["run", *(where if job.hosts else []), f"--ntasks={job.ranks}", *binding, *exchange,
                "-o", "exit-on-error"]  # fmt: skip
