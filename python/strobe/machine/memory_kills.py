# SPDX-License-Identifier: BSD-3-Clause
"""Which processes of this host the kernel kills for lack of memory.

Its log names them, where this user may read the log. Its counts are for all to read, and do not say
which process was killed: of the whole host, and of the control group of this process.
"""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path
from types import TracebackType

import msgspec

from strobe.machine import files

LOG = Path("/dev/kmsg")
VMSTAT = Path("/proc/vmstat")
CONTROL_GROUPS = Path("/sys/fs/cgroup")
OWN_GROUPS = Path("/proc/self/cgroup")
OWN_PROCESSES = Path("/proc/self/ns/pid")
_LONGEST_RECORD = 1 << 14
_FIRST_NAMESPACE = 0xEFFFFFFC  # the kernel's PROC_PID_INIT_INO
_KILLED = re.compile(
    r"\b(Memory cgroup o|O)ut of memory(?: \([^)]*\))?: Kill(?:ed)? process (\d+) "
)
_COUNT = re.compile(r"^oom_kill (\d+)$", re.MULTILINE)


class MemoryKills(msgspec.Struct, frozen=True):
    """What was killed meanwhile. `in_group` and `in_host` are the processes that the log names,
    those of a control group that had reached its limit apart. The counts are those of the control
    group of this process, and of the host."""

    in_group: frozenset[int] = frozenset()
    in_host: frozenset[int] = frozenset()
    count_of_group: int = 0
    count_of_host: int = 0


class Watch:
    """Watches as long as it is entered."""

    def __enter__(self) -> Watch:
        self._log = _open_log()
        self._before = _counts()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._log is not None:
            os.close(self._log)

    def kills(self) -> MemoryKills:
        """Since the watch began, or since the last call as far as the log tells them."""
        killed: dict[str, set[int]] = {"O": set(), "Memory cgroup o": set()}
        for found in _KILLED.finditer(_read(self._log)):
            killed[found[1]].add(int(found[2]))
        in_host, in_group = map(frozenset, killed.values())
        group, host = (now - then for now, then in zip(_counts(), self._before, strict=True))
        return MemoryKills(in_group, in_host, group, host)


def _open_log() -> int | None:
    """The log from now on; None where this user may not read it, or where its numbers of processes
    are not those of this container."""
    with contextlib.suppress(OSError):
        if OWN_PROCESSES.stat().st_ino != _FIRST_NAMESPACE:
            return None
        log = os.open(LOG, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        os.lseek(log, 0, os.SEEK_END)
        return log
    return None


def _read(log: int | None) -> str:
    """The log since the last call: each read gives one record."""
    text = ""
    while log is not None:
        try:
            record = os.read(log, _LONGEST_RECORD)
        except BrokenPipeError:  # the kernel has overwritten some
            continue
        except OSError:
            break
        if not record:
            break
        text += record.decode(errors="replace")
    return text


def _counts() -> tuple[int, int]:
    """Of the control group of this process and of the host; 0 where the kernel does not count."""
    return _count(_own_group()), _count(VMSTAT)


def _count(path: Path | None) -> int:
    match = _COUNT.search((files.text(path) if path is not None else None) or "")
    return int(match[1]) if match else 0


def _own_group() -> Path | None:
    """The counts of the control group of this process, by version 1 or 2 of these."""
    unified = None
    for line in (files.text(OWN_GROUPS) or "").splitlines():
        _, controllers, group = line.split(":", 2)
        if controllers == "memory":
            return CONTROL_GROUPS / "memory" / group.lstrip("/") / "memory.oom_control"
        if not controllers:
            unified = CONTROL_GROUPS / group.lstrip("/") / "memory.events"
    return unified
