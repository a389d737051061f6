# SPDX-License-Identifier: BSD-3-Clause
"""MPICH's mpiexec (Hydra)."""

from __future__ import annotations

from strobe.launch.launchers import Job, Launcher, register


def places(job: Job) -> list[str]:
    """The placement of ranks, as arguments of Hydra."""
    if not job.hosts:
        return ["-f", job.host_file] if job.host_file else []
    return ["-hosts", ",".join(job.hosts), "-ppn", str(job.ranks_per_host)]


@register
class Hydra(Launcher):
    """Runs as any user and oversubscribes without a word."""

    name = "hydra"
    title = "MPICH's mpiexec"
    # Where several MPIs are installed, mpiexec may be another one's (Debian's alternatives).
    programs = (*Launcher.programs, "mpiexec.hydra", "mpiexec.mpich")
    banner = r"^HYDRA build details:.*?Version: +(?P<version>\S+)"
    mpi = "MPICH"
    gives_bare_signals = True
    # It tells its ranks the end of its input. Its proxies handle SIGPIPE, so that ranks have the
    # default again.
    is_ended_by_sigpipe = True
    starts = ("MPICH", "MPI ABI")

    def options(self, job: Job) -> list[str]:
        """`-n N`, bound to cores where they suffice."""
        binding = ["-bind-to", "core"] if job.bind else []
        return ["-n", str(job.ranks), *places(job), *binding]

    def environment(self, job: Job) -> dict[str, str]:
        """Ranks that share a core must yield it: a barrier of 4 on 2 cores takes 8 ms if not."""
        if not job.oversubscribed:
            return {}
        return {
            "MPIR_CVAR_CH4_PROGRESS_THROTTLE": "1",
            "MPIR_CVAR_CH4_PROGRESS_THROTTLE_NO_PROGRESS_COUNT": "100",
        }
