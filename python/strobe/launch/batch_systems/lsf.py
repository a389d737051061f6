# SPDX-License-Identifier: BSD-3-Clause
"""IBM Spectrum LSF, by its variables of a job (bsub(1)) and bjobs(1)."""

from __future__ import annotations

import re

from strobe.launch.batch_systems import (
    Allocation,
    BatchSystem,
    ask,
    host_file,
    register,
    variable,
)


@register
class Lsf(BatchSystem):
    """The job of bsub. The ranks are started by the MPI's own launcher."""

    name = "LSF"

    @staticmethod
    def job() -> str | None:
        """LSB_JOBID."""
        return variable("LSB_JOBID")

    @staticmethod
    def allocation(job: str) -> Allocation:
        """Nodes come from the file LSB_DJOB_HOSTFILE, which has a line for each slot."""
        file = host_file("LSB_DJOB_HOSTFILE")
        return Allocation(
            Lsf.name,
            job,
            file.nodes,
            queue=variable("LSB_QUEUE"),
            cpus=file.slots,
            host_file=file.path,
        )

    @staticmethod
    def time_left_s(job: str) -> float | None:
        """By bjobs."""
        return run_time_left_s(ask("bjobs", "-noheader", "-o", "time_left", job))


def run_time_left_s(text: str) -> float | None:
    """The field time_left of bjobs: hours and minutes, and a letter that says which limit it is
    of."""
    match = re.match(r"\s*(\d+):(\d\d)\b", text)
    return None if match is None else 60.0 * (60 * int(match[1]) + int(match[2]))
