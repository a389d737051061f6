# SPDX-License-Identifier: BSD-3-Clause
"""The BCS-MPI paper's figures from simulations; what `strobe simulate --study` writes, as a page.

Nothing is timed here but the simulator: the figures are the same on every machine.
"""

from __future__ import annotations

import tools

from strobe.base import units
from strobe.simulation import study, study_pages


def parts() -> list[str]:
    """The page's parts; drawings and numbers go to build/bench/coscheduling."""
    done = study.study(study.FULL, lambda _count, _part: None)
    study_pages.write(done, study.FULL, tools.ROOT / "build" / "bench" / "coscheduling")
    events = sum(run.events for run in done.runs)
    wall_s = sum(run.wall_s for run in done.runs)
    return [
        f"{units.plural(len(done.runs) + 1, 'simulation')}; the simulator did "
        f"{events / wall_s / 1e6:.1f} million events a second. `strobe simulate --study FOLDER` "
        f"writes this page with drawings, and the numbers as csv and JSON.\n",
        *study_pages.parts(done, study.FULL),
    ]
