# SPDX-License-Identifier: BSD-3-Clause
"""Slurm, by its variables of a job (sbatch(1)), squeue(1) and scontrol(1)."""

from __future__ import annotations

import os
import re
import shutil

from strobe.launch.batch_systems import (
    Allocation,
    BatchSystem,
    Switch,
    ask,
    names,
    register,
    seconds,
    variable,
)


@register
class Slurm(BatchSystem):
    """The job of sbatch or salloc."""

    name = "Slurm"

    @classmethod
    def job(cls) -> str | None:
        """SLURM_JOB_ID, where srun is at hand."""
        return variable("SLURM_JOB_ID") if shutil.which("srun") is not None else None

    @classmethod
    def allocation(cls, job: str) -> Allocation:
        """scontrol lists the nodes; the rest stands in variables."""
        nodes = variable("SLURM_JOB_NODELIST")
        return Allocation(
            cls.name,
            job,
            names(ask("scontrol", "show", "hostnames", nodes)) if nodes else (),
            launcher="srun",
            queue=variable("SLURM_JOB_PARTITION"),
            cpus=cpus(os.environ.get("SLURM_JOB_CPUS_PER_NODE", "")),
        )

    @classmethod
    def time_left_s(cls, job: str) -> float | None:
        """What squeue shows, which is a word where there is no limit."""
        return seconds(ask("squeue", "--noheader", f"--jobs={job}", "--format=%L"))

    @classmethod
    def switches(cls) -> tuple[Switch, ...]:
        """Those of topology.conf."""
        return switches(ask("scontrol", "show", "topology"))


def cpus(text: str) -> int | None:
    """All CPUs of `2(x3),1`: as many for each of so many nodes, and then the next nodes."""
    found = 0
    for part in text.split(","):
        match = re.fullmatch(r"(\d+)(?:\(x(\d+)\))?", part)
        if match is None:
            return None
        found += int(match[1]) * int(match[2] or 1)
    return found


def switches(text: str) -> tuple[Switch, ...]:
    """The switches of `scontrol show topology`, one a line; none without the topology plugin."""
    lines = (dict(re.findall(r"(\w+)=(\S+)", line)) for line in text.splitlines())
    return tuple(
        Switch(fields["SwitchName"], fields.get("Switches") or fields.get("Nodes", ""))
        for fields in lines
        if "SwitchName" in fields
    )
