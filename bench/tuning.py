# SPDX-License-Identifier: BSD-3-Clause
"""What `strobe tune` gains: collectives over MPICH and Open MPI, as they are and tuned.

Each row is one cell of the proof that the command makes: fresh launches of both sides in
alternation. On more ranks than cores the default of MPICH waits without yielding.

    .venv/bin/python bench/tuning.py                   # an hour on a quiet machine
    .venv/bin/python bench/tuning.py --ranks 2 --budget 200 --mpi MPICH
"""

from __future__ import annotations

import math
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec
import tables
import tools

from strobe.base import units
from strobe.launch.mpi import Mpi
from strobe.tune.judgement import SLOWER
from strobe.tune.record import RECORD_FILE, RanksRecord, RatioRecord, Tuning

RANKS = (2, 4)
BUDGET_S = 600.0
TITLE = "What strobe tune gains"
GOAL = 1.2
"""The geometric mean of what could be made faster must be so many times as fast as the default."""
HEADINGS = ["operation", "size", "algorithm", "default", "tuned", "ratio", "verdict"]


def tuned(chosen: Mpi, ranks: Sequence[int], budget_s: float, folder: Path) -> Tuning:
    """The record of one tuning."""
    words = [
        str(tools.STROBE), "tune", "--ranks", ",".join(map(str, ranks)), "--mpi", chosen.prefix,
        "--budget", f"{budget_s:g}", "--output", str(folder), "--json",
    ]  # fmt: skip
    done = subprocess.run(words, stdout=subprocess.PIPE, check=False, env=os.environ)
    # The status is 1 as well where not all cells have a result.
    if done.returncode not in (0, 1) or not (folder / RECORD_FILE).exists():
        raise tables.LeftOutError(f"strobe tune ended with status {done.returncode}")
    return msgspec.json.decode((folder / RECORD_FILE).read_bytes(), type=Tuning)


def ratio(found: RatioRecord | None) -> str:
    """With its interval."""
    if found is None:
        return ""
    return f"{found.ratio:.3f} ({found.low:.3f} to {found.high:.3f})"


def verdict(found: RanksRecord) -> str:
    """What the table must show, in one line."""
    rows = [cell for cell in found.cells if cell.verdict != "unchanged"]
    faster = [cell.ratio.ratio for cell in rows if cell.verdict == "faster"]
    slower = [cell for cell in rows if cell.verdict == "slower"]
    said = f"{len(faster)} of {units.plural(len(found.cells), 'cell')} became faster"
    if faster:
        mean = math.exp(-math.fsum(map(math.log, faster)) / len(faster))
        reached = "at least" if mean >= GOAL else "less than"
        said += f", by a factor of {mean:.2f} in the geometric mean ({reached} {GOAL})"
    none = f"; {units.plural(len(slower), 'cell')} became slower than {SLOWER}"
    return f"{said}{none}."


def parts(
    budget_s: float = BUDGET_S, ranks: Sequence[int] = RANKS, names: Sequence[str] = ()
) -> list[str]:
    """The tables of all MPIs, or of those with these names."""
    found = [
        "The tuned time over the default one, with its interval of 95 % over launches in "
        "alternation: below 1 where the tuned MPI is faster. A cell is unchanged where nothing was "
        "faster beyond its interval, and the configuration sets nothing for it.\n"
    ]
    for chosen in tools.mpis(names):
        print(f"bench: tuning {chosen.name} {chosen.version} ...", flush=True)
        with tempfile.TemporaryDirectory(prefix="strobe-tuning-") as folder:
            tuning = tuned(chosen, ranks, budget_s, Path(folder) / "tuned")
        found.append(f"## {chosen.name} {chosen.version}\n")
        for one in tuning.ranks:
            found += _of_ranks(one)
    return found


def _of_ranks(one: RanksRecord) -> list[str]:
    crowded = ", more than cores" if one.oversubscribed else ""
    settings = [
        f"`{name}={value}` ({trial.title}): {ratio(trial.ratio)}"
        for trial in one.trials
        if trial.accepted
        for name, value in trial.settings.items()
    ]
    rows = [
        [
            cell.operation,
            units.size(cell.size_bytes) if cell.size_bytes else "",
            cell.algorithm or "",
            units.duration(cell.default_s),
            units.duration(cell.tuned_s) if cell.verdict != "unchanged" else "",
            ratio(cell.ratio) if cell.verdict != "unchanged" else "",
            cell.verdict,
        ]
        for cell in one.cells
    ]
    return [
        f"### {one.ranks} ranks{crowded}\n",
        f"{verdict(one)} All cells: {ratio(one.overall)}.\n",
        *([f"Settings: {'; '.join(settings)}.\n"] if settings else []),
        tables.markdown(HEADINGS, rows),
    ]


def main() -> None:
    parser = tables.command_line(__doc__, ranks=RANKS, has_mpis=True)
    parser.add_argument("--budget", type=float, default=BUDGET_S, help=f"default: {BUDGET_S:g}")
    chosen = parser.parse_args()
    tables.make("tuning", TITLE, lambda: parts(chosen.budget, chosen.ranks, chosen.mpi))


if __name__ == "__main__":
    main()
