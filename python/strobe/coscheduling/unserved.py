# SPDX-License-Identifier: BSD-3-Clause
"""Ranks that have loaded an MPI without the runtime, while other ranks have the runtime.

A wrapper script may clear LD_PRELOAD on some ranks only. The runtime starts by collective calls of
all ranks in MPI_Init, so that the others would wait there for ever.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path
from types import TracebackType

from strobe.launch import launchers, mpi, processes

INTERVAL_S = 2.0
"""Most jobs are active before the first look. A look reads /proc for each process."""


class Unserved:
    """Looks for such ranks of this host until the runtime is `active`, and ends the job if there
    are some. `mark` is that of its processes; without a `runtime` there is nothing to look for."""

    def __init__(self, mark: str, runtime: Path | None, active: Path) -> None:
        self._mark, self._active = mark, active
        # A container may have it in another folder.
        self._runtime = Path(os.path.realpath(runtime)).name if runtime is not None else ""
        self._is_over = threading.Event()
        self._suspects: dict[int, int] = {}
        self.ranks: dict[int, int] = {}
        """The processes of ranks for which the job was ended, by rank."""

    def __enter__(self) -> Unserved:
        if self._runtime:
            threading.Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._is_over.set()

    def _watch(self) -> None:
        while not self._is_over.wait(INTERVAL_S) and not self._active.exists():
            found = self._find()
            # A rank that was seen once may have been about to start its program.
            certain = {rank: pid for rank, pid in found.items() if self._suspects.get(rank) == pid}
            self._suspects = found
            if certain and not self._active.exists() and not self._is_over.is_set():
                self.ranks = certain
                processes.end_all(self._mark, grace_s=0)
                return

    def _find(self) -> dict[int, int]:
        """Processes that have loaded an MPI alone, by rank, if no process of that rank has also
        loaded the runtime, but one of another rank has."""
        with_mpi: dict[int, int] = {}
        served: set[int] = set()
        for process in processes.marked(self._mark):
            rank = launchers.rank_in(processes.environment(process.pid))
            files = processes.mapped_files(process.pid) if rank is not None else set()
            loaded = {path.name for path in files}
            if rank is None or not any(mpi.is_library(name) for name in loaded):
                continue
            if self._runtime in loaded:
                served.add(rank)
            else:
                with_mpi[rank] = process.pid
        return {rank: pid for rank, pid in with_mpi.items() if served and rank not in served}
