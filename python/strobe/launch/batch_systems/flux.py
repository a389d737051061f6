# SPDX-License-Identifier: BSD-3-Clause
"""Flux, by its variables (flux-environment(7)), flux-resource(1) and flux-job(1)."""

from __future__ import annotations

import os
import shutil

from strobe.launch.batch_systems import Allocation, BatchSystem, ask, names, register, variable

NO_LIMIT = 2**32 - 1
"""What flux-job(1) reports, or more, for a job without a limit of time."""


@register
class Flux(BatchSystem):
    """The instance that flux batch or flux alloc has started."""

    name = "Flux"

    @classmethod
    def job(cls) -> str | None:
        """The job that is this instance, where its socket and flux are at hand."""
        if "FLUX_URI" not in os.environ or shutil.which("flux") is None:
            return None
        return variable("FLUX_ENCLOSING_ID") or variable("FLUX_JOB_ID") or "0"

    @classmethod
    def allocation(cls, job: str) -> Allocation:
        """An instance knows its nodes and cores."""
        nodes = names(_listed("nodelist"))
        cores = _listed("ncores").strip()
        return Allocation(
            cls.name,
            job,
            names(ask("flux", "hostlist", "--expand", *nodes)) if nodes else (),
            launcher="flux",
            cpus=int(cores) if cores.isdecimal() else None,
        )

    @classmethod
    def time_left_s(cls, job: str) -> float | None:
        """Whole seconds, by the instance that the job is in."""
        left = ask("flux", "job", "timeleft").strip()
        return float(left) if left.isdecimal() and int(left) < NO_LIMIT else None


def _listed(field: str) -> str:
    """A field of the resources that are up, which is one line."""
    return ask("flux", "resource", "list", "--states=up", "--no-header", f"--format={{{field}}}")
