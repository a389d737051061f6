# SPDX-License-Identifier: BSD-3-Clause
"""PBS (OpenPBS, PBS Professional, Torque), by its variables of a job (qsub(1)) and qstat(1)."""

from __future__ import annotations

import re

from strobe.launch.batch_systems import (
    Allocation,
    BatchSystem,
    ask,
    host_file,
    register,
    seconds,
    variable,
)


@register
class Pbs(BatchSystem):
    """The job of qsub. The ranks are started by the MPI's own launcher."""

    name = "PBS"

    @staticmethod
    def job() -> str | None:
        """PBS_JOBID."""
        return variable("PBS_JOBID")

    @staticmethod
    def allocation(job: str) -> Allocation:
        """Nodes come from the file PBS_NODEFILE, which has a line for each slot."""
        file = host_file("PBS_NODEFILE")
        return Allocation(
            Pbs.name,
            job,
            file.nodes,
            queue=variable("PBS_QUEUE"),
            cpus=file.slots,
            host_file=file.path,
        )

    @staticmethod
    def time_left_s(job: str) -> float | None:
        """By qstat."""
        return wall_time_left_s(ask("qstat", "-f", job))


def wall_time_left_s(text: str) -> float | None:
    """What is left of the wall-clock time that the job has asked for, by `qstat -f`."""
    said = dict(re.findall(r"^\s*([\w.]+) = (\S+)$", text, re.MULTILINE))
    limit_s = seconds(said.get("Resource_List.walltime", ""))
    used_s = seconds(said.get("resources_used.walltime", "0:00"))
    return None if limit_s is None or used_s is None else max(limit_s - used_s, 0.0)
