# SPDX-License-Identifier: BSD-3-Clause
"""How far predictions from profiles are off those from all calls of the same run.

    .venv/bin/python bench/predicting_from_profiles.py            # some minutes on a quiet machine

The profile is that of the record with all calls, without them. The machines are of the papers, so
that nothing else differs. The table has the error that 19 of 20 keep: strobe/predict/profile.py.
"""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
import predicting
import tables
import tools
from predicting import Program
from tables import LeftOutError

from strobe.base import units
from strobe.predict.profile import PROFILE_ERROR
from strobe.records import job_record

NAME = "predicting_from_profiles"
TITLE = "Predictions from profiles against those from all calls"
RANKS = 2
MACHINES = ("IBM SP1", "Intel Paragon XP/S")
KEPT = 0.95
LOGS = ("*.calls", "*.messages", "*.collectives")


def without_calls(job: Path, folder: Path) -> Path:
    """A copy of a record that has only its profile."""
    made = shutil.copytree(job, folder / "profile", dirs_exist_ok=True)
    for pattern in LOGS:
        for log in made.glob(pattern):
            log.unlink()
    for rank in job_record.read(made).ranks:
        if rank.mmds is not None:
            rank.mmds.functions, rank.mmds.sites = [], []
        (made / f"rank-{rank.rank}.json").write_bytes(msgspec.json.encode(rank))
    return made


def predicted_s(job: Path, machine: str) -> float:
    """The time that the command predicts."""
    words = [str(tools.STROBE), "predict", str(job), "--on", machine, "--draws", "0", "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise LeftOutError((done.stderr.strip().splitlines() or ["no message"])[-1])
    found: float = json.loads(done.stdout)["prediction"]["time_s"]["value_s"]
    return found


def rows(program: Program, folder: Path) -> list[list[str]]:
    """One program on each machine."""
    job, _ = predicting.record(program, RANKS, folder)
    profile = without_calls(job, job.parent)
    found = []
    for machine in MACHINES:
        whole_s, from_profile_s = predicted_s(job, machine), predicted_s(profile, machine)
        error = from_profile_s / whole_s - 1
        print(f"bench: {program.title}, {machine}: {100 * error:+.0f} %", flush=True)
        found.append([program.title, machine, units.duration(whole_s),
                      units.duration(from_profile_s), f"{100 * error:+.1f} %"])  # fmt: skip
    shutil.rmtree(job)
    shutil.rmtree(profile)
    return found


def parts(only: Sequence[str] = ()) -> list[str]:
    """The table."""
    (own,) = tools.mpis(["MPICH"])
    found, left_out = [], []
    with tempfile.TemporaryDirectory(prefix="strobe-profiles-") as name:
        programs = [*predicting.stand_ins(only, own), *predicting.imb(only),
                    *predicting.real_programs(only, own)]  # fmt: skip
        for program in programs:
            try:
                found += rows(program, Path(name))
            except LeftOutError as error:
                left_out.append(predicting.said(error, program.title))
    if not found:
        raise LeftOutError(" ".join(left_out) or "no program has this name")
    errors = np.abs([float(row[-1].split()[0]) for row in found])
    words = (
        f"{RANKS} ranks, recorded on this machine. The median error is "
        f"{statistics.median(errors):.0f} %, and {KEPT:.0%} of the errors are at most "
        f"{np.quantile(errors, KEPT):.0f} %. A prediction from a profile says "
        f"{100 * PROFILE_ERROR:.0f} %.\n"
    )
    headings = ["program", "machine", "from all calls", "from the profile", "error"]
    return [words, *left_out, tables.markdown(headings, found)]


def main() -> None:
    parser = tables.command_line(__doc__)
    parser.add_argument("--only", nargs="+", default=(), help="words of titles")
    chosen = parser.parse_args()
    tables.make(NAME, TITLE, lambda: parts(chosen.only))


if __name__ == "__main__":
    main()
