# SPDX-License-Identifier: BSD-3-Clause
"""What killed ranks leave behind: shared-memory segments and temporary files of their MPI.

An MPI that ends normally removes its own; one that is killed cannot. A file is removed only if it
was not there before the launch, nobody uses it any more, and one of our processes was seen to use
it, or, for ranks that came and went unseen, it is named as MPIs name theirs and is our user's.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from pathlib import Path

from strobe.launch import processes

SHARED_MEMORY = Path("/dev/shm")
SYSTEM_V = Path("/proc/sysvipc/shm")
TEMPORARY = Path("/tmp")  # where Hydra puts its topology, whatever TMPDIR says
TOPOLOGY = "hydra_hwloc_xmlfile_"

# How MPICH (at its start, and later), Open MPI (before and since 5), Intel MPI and UCX name theirs.
SEGMENTS = (
    "mpich_shm_",
    "mpich_shar_tmp",
    "vader_segment.",
    "sm_segment.",
    "Intel_MPI_",
    "ucx_shm_posix_",
)

_IPC_RMID = 0


class Residue:
    """Watches what the processes marked with `mark` use, and removes what stays of it.

    `pids` are those of the processes that were seen.
    """

    def __init__(self, mark: str) -> None:
        """Notes what is there before the launch."""
        self._mark = mark
        self._before = _names()
        self._looked_at = self._before
        self._used: set[Path] = set()
        self.pids: set[int] = set()

    def look(self, always: bool = False) -> None:
        """See what is in use. Cheap unless something new has appeared (or `always`)."""
        names = _names()
        if not always and names == self._looked_at:
            return
        self._looked_at = names
        for process in processes.marked(self._mark):
            self.pids.add(process.pid)
            self._used |= _files_in_use(process.pid)

    def remove(self, orderly: bool) -> None:
        """Remove what our processes used and left; they must all have ended.

        After an orderly end an MPI leaves nothing unseen, so nothing is judged by its name.
        """
        unseen = set() if orderly else {path for path in _names() if _is_an_mpis(path)}
        suspects = (self._used | unseen) - self._before
        elsewhere = set[Path]().union(*map(_files_in_use, processes.pids())) if suspects else set()
        for path in suspects - elsewhere:
            with contextlib.suppress(OSError):
                path.unlink()
        for identifier in _unattached_segments(self.pids):
            ctypes.CDLL(None).shmctl(identifier, _IPC_RMID, None)


def _is_watched(path: str) -> bool:
    return path.startswith((f"{SHARED_MEMORY}/", f"{TEMPORARY}/{TOPOLOGY}"))


def _is_an_mpis(path: Path) -> bool:
    """Whether an MPI that this user started has made it, by its name and owner."""
    with contextlib.suppress(OSError):
        return path.name.startswith((*SEGMENTS, TOPOLOGY)) and path.stat().st_uid == os.geteuid()
    return False


def _names() -> set[Path]:
    shared = SHARED_MEMORY.iterdir() if SHARED_MEMORY.is_dir() else iter(())
    return {*shared, *TEMPORARY.glob(f"{TOPOLOGY}*")}


def _files_in_use(pid: int) -> set[Path]:
    """What a process has mapped or open, of the kinds that are watched."""
    used: set[Path] = set()
    # In the order in which a process takes them, so that none is missed that it has just mapped.
    with contextlib.suppress(OSError):
        for descriptor in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                used.add(descriptor.readlink())
    used |= processes.mapped_files(pid)
    return {path for path in used if _is_watched(str(path))}


def _unattached_segments(pids: set[int]) -> list[int]:
    """System V segments that one of `pids` created and that nobody is attached to."""
    with contextlib.suppress(OSError):
        header, *rows = SYSTEM_V.read_text().splitlines()
        columns = header.split()
        table = [dict(zip(columns, map(int, row.split()), strict=False)) for row in rows]
        return [row["shmid"] for row in table if row["cpid"] in pids and row["nattch"] == 0]
    return []
