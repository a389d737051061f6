# SPDX-License-Identifier: BSD-3-Clause
"""What stands for a rank of an MPI program under the coscheduled runtime, without either."""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("--say")
parser.add_argument("--print", nargs="*", default=[])
parser.add_argument("--record", action="store_true")
parser.add_argument("--handshake", nargs="*", default=["loaded", "active"])
parser.add_argument("--end", default="finalized")
parser.add_argument("--cannot-write", action="store_true")
parser.add_argument("--sleep", type=float, default=0.0)
parser.add_argument("--status", type=int, default=0)
chosen = parser.parse_args()


def say(line: str | None) -> None:
    """A line in one piece: `print` writes its end apart where PYTHONUNBUFFERED is set."""
    os.write(1, f"{line}\n".encode())


for fact in chosen.handshake:
    name, _, text = fact.partition("=")
    (Path(os.environ["STROBE_HANDSHAKE"]) / name).write_text(text)
if chosen.say:
    say(chosen.say)
for name in chosen.print:
    say(os.environ.get(name))
if chosen.record:
    import synthetic_job

    # As each launcher tells a rank who it is.
    rank, size = (
        int(next(os.environ[name] for name in names if name in os.environ))
        for names in (
            ("PMI_RANK", "OMPI_COMM_WORLD_RANK"),
            ("PMI_SIZE", "OMPI_COMM_WORLD_SIZE"),
        )
    )
    record = synthetic_job.rank_record(rank, size)
    record.end = chosen.end
    synthetic_job.write_ranks(Path(os.environ["STROBE_RECORD"]), [record])
if chosen.cannot_write:
    # As on a disk that is full: a file that was begun, and a name that takes none.
    folder = Path(os.environ["STROBE_RECORD"])
    (folder / "rank-7.json.part").touch()
    (folder / "job.json").mkdir()
time.sleep(chosen.sleep)
raise SystemExit(chosen.status)
