# SPDX-License-Identifier: BSD-3-Clause
"""PBS (OpenPBS, PBS Professional, Torque), by its variables of a job (qsub(1)) and qstat(1)."""

from __future__ import annotations

import re

from strobe.launch.batch_systems import WithHostFile, ask, register, seconds


@register
class Pbs(WithHostFile):
    """The job of qsub."""

    name = "PBS"
    job_variable = "PBS_JOBID"
    queue_variable = "PBS_QUEUE"
    file_variable = "PBS_NODEFILE"

    @classmethod
    def time_left_s(cls, job: str) -> float | None:
        """By qstat."""
        return wall_time_left_s(ask("qstat", "-f", job))


def wall_time_left_s(text: str) -> float | None:
    """The time until the wall-clock limit of the job, as `qstat -f` shows limit and use."""
    said = dict(re.findall(r"^\s*([\w.]+) = (\S+)$", text, re.MULTILINE))
    limit_s = seconds(said.get("Resource_List.walltime", ""))
    used_s = seconds(said.get("resources_used.walltime", "0:00"))
    return None if limit_s is None or used_s is None else max(limit_s - used_s, 0.0)
