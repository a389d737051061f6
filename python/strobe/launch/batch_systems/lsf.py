# SPDX-License-Identifier: BSD-3-Clause
"""IBM Spectrum LSF, by its variables of a job (bsub(1)) and bjobs(1)."""

from __future__ import annotations

import re

from strobe.launch.batch_systems import WithHostFile, ask, register


@register
class Lsf(WithHostFile):
    """The job of bsub."""

    name = "LSF"
    job_variable = "LSB_JOBID"
    queue_variable = "LSB_QUEUE"
    file_variable = "LSB_DJOB_HOSTFILE"

    @classmethod
    def time_left_s(cls, job: str) -> float | None:
        """By bjobs."""
        return run_time_left_s(ask("bjobs", "-noheader", "-o", "time_left", job))


def run_time_left_s(text: str) -> float | None:
    """The field time_left of bjobs: hours and minutes, and a letter that says which limit it is
    of."""
    match = re.match(r"\s*(\d+):(\d\d)\b", text)
    return None if match is None else 60.0 * (60 * int(match[1]) + int(match[2]))
