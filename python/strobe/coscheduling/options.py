# SPDX-License-Identifier: BSD-3-Clause
"""What a person may choose of the coscheduled runtime, and how the program is told: STROBE_*."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal, get_args

from cyclopts import Parameter

from strobe.base.errors import StrobeError

SHORTEST_SLICE_US, LONGEST_SLICE_US = 10, 1_000_000
MONITOR_OFF = "off"
LOGGED_CALLS = 100_000
MOST_RANKS = 2**31 - 1
MOST_BYTES = 2**64 - 1

Mode = Literal["deterministic", "adaptive", "strict", "fast"]
Waiting = Literal["auto", "spin", "yield", "sleep"]

_SIZE = re.compile(r"(\d+)(Ki|Mi|Gi)?")
_FACTORS = {None: 1, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30}
_RANGES = r"\d+(-\d+)?(,\d+(-\d+)?)*"
# What the runtime takes from variables (src/bcs/mpi/run_options.cpp): one of some words, or a whole
# number of at least so much.
_WORDS = {"STROBE_MODE": get_args(Mode), "STROBE_WAITING": get_args(Waiting)}
_NUMBERS = {"STROBE_SLICE_US": 1, "STROBE_EAGER_LIMIT": 0, "STROBE_PERTURB": 0, "STROBE_SHARE": 0,
            "STROBE_SYNCHRONOUS": 0, "STROBE_CROSS_MEMORY": 0, "STROBE_NODES": 1,
            "STROBE_OR_NATIVE": 0}  # fmt: skip
_MONITOR = {
    "resolution": (re.compile("|".join(str(2**power) for power in range(11))),
                   "a power of two from 1 to 1024"),
    "primitives": (re.compile(r"all|none|MPI_\w+(,MPI_\w+)*"),
                   "all, none, or names as MPI_Send,MPI_Recv"),
    "ranks": (re.compile(_RANGES), "numbers and ranges as 0,4-7"),
    "calls": (re.compile(r"\d{1,9}"), "a number from 0 on"),
    "slices": (re.compile(r"\d{1,9}"), "a number from 0 on"),
}  # fmt: skip


@dataclass(frozen=True)
class RuntimeOptions:
    """Options of the runtime; what is not given is as the environment says, or its default.

    The text below each field is what the help says of it.
    """

    mode: Mode | None = None
    """What waits for a strobe: only what depends on timing (deterministic, the default), everything
    (strict, by the clock; adaptive, when nobody can go on), or nothing (fast)."""

    slice_us: Annotated[int | None, Parameter(name="--slice")] = None
    """The length of a time slice in microseconds, for mode strict; 500 unless it is said."""

    eager_limit: str | None = None
    """A send of so many bytes at most is complete at once: 8Ki, 65536."""

    waiting: Waiting | None = None
    """What a rank does that waits: auto looks a moment, then lets others go first, then sleeps."""

    share: bool = False
    """Leave the cores to another job whenever there is nothing to do: for several at once."""

    synchronous: bool = False
    """No send is complete before its receive has begun: finds programs that rely on buffers."""

    no_cross_memory: bool = False
    """Copy long messages through shared memory, so that no rank reads another rank's memory
    (process_vm_readv); slower, with the same results."""

    perturb: int | None = None
    """A seed: explore another order that MPI allows; the same seed gives the same order again."""

    or_native: bool = False
    """Go on over the plain MPI where the runtime cannot be active, with the program's own status;
    without this the status is then 125."""

    monitor: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None
    """What is watched, as 'resolution=8 primitives=MPI_Send,MPI_Recv ranks=0,4-7'; off for
    nothing."""

    def check(self, ranks: int = MOST_RANKS) -> None:
        """Raise StrobeError with one sentence for the first value that cannot be.

        What is not given comes from variables, which the ranks would refuse only one by one.
        """
        if self.slice_us is not None and not (
            SHORTEST_SLICE_US <= self.slice_us <= LONGEST_SLICE_US
        ):
            raise StrobeError(
                f"--slice wants {SHORTEST_SLICE_US} to {LONGEST_SLICE_US:,} microseconds, "
                f"not {self.slice_us}"
            )
        if self.eager_limit is not None and not (
            _SIZE.fullmatch(self.eager_limit) and int(_bytes(self.eager_limit)) <= MOST_BYTES
        ):
            raise StrobeError(f"--eager-limit wants bytes as 8Ki or 65536, not {self.eager_limit}")
        if self.perturb is not None and not 0 <= self.perturb < 2**63:
            raise StrobeError(f"--perturb wants a seed from 0 on, not {self.perturb}")
        _check_monitor("--monitor", self.monitor or "", ranks)
        others = {n: v for n, v in os.environ.items() if n not in self.environment()}
        _check_variables(others, ranks)
        self._check_together(os.environ.get("STROBE_MODE", ""))

    def _check_together(self, mode_otherwise: str) -> None:
        """Refuse what has no effect, rather than ignore it."""
        mode = self.mode or mode_otherwise
        if self.slice_us is not None and mode != "strict":
            raise StrobeError("--slice is the clock's of --mode strict: name that, too")
        if self.perturb is not None and mode == "fast":
            raise StrobeError(
                "--perturb repeats nothing in --mode fast, which answers at once: name another mode"
            )

    def with_log(self) -> RuntimeOptions:
        """The same, with the calls of each rank kept one by one."""
        words = (self.monitor or "").split()
        if any(word.startswith("calls=") for word in words):
            return self
        return replace(self, monitor=" ".join([*words, f"calls={LOGGED_CALLS}"]))

    def environment(self) -> dict[str, str]:
        """The variables that say it."""
        given = {
            "STROBE_MODE": self.mode,
            "STROBE_SLICE_US": None if self.slice_us is None else str(self.slice_us),
            "STROBE_EAGER_LIMIT": None if self.eager_limit is None else _bytes(self.eager_limit),
            "STROBE_WAITING": self.waiting,
            "STROBE_SHARE": "1" if self.share else None,
            "STROBE_SYNCHRONOUS": "1" if self.synchronous else None,
            "STROBE_OR_NATIVE": "1" if self.or_native else None,
            "STROBE_CROSS_MEMORY": "0" if self.no_cross_memory else None,
            "STROBE_PERTURB": None if self.perturb is None else str(self.perturb),
            "STROBE_MONITOR": self.monitor,
        }
        return {name: value for name, value in given.items() if value is not None}


def _bytes(text: str) -> str:
    match = _SIZE.fullmatch(text)
    assert match is not None, "check() comes first"
    return str(int(match[1]) * _FACTORS[match[2]])


def _check_monitor(who: str, words: str, ranks: int) -> None:
    """As src/bcs/monitor/mmds_options.cpp reads them; `who` has them said."""
    for word in words.split():
        name, _, value = word.partition("=")
        if word == MONITOR_OFF:
            continue
        if name not in _MONITOR:
            raise StrobeError(
                f"{who} knows no '{word}'; it knows resolution=, primitives=, ranks=, calls=, "
                "slices= and off"
            )
        pattern, wanted = _MONITOR[name]
        if not pattern.fullmatch(value):
            raise StrobeError(f"{who}: {name} wants {wanted}, not '{value}'")
        if name == "ranks":
            _check_ranks(who, value, ranks)


def _check_ranks(who: str, value: str, ranks: int) -> None:
    for part in value.split(","):
        first, _, last = part.partition("-")
        if not int(first) <= int(last or first) <= MOST_RANKS:
            raise StrobeError(f"{who}: ranks wants numbers and ranges as 0,4-7, not '{part}'")
        if int(first) >= ranks:
            raise StrobeError(f"{who}: there is no rank {first}, for the last one is {ranks - 1}")


def _check_variables(variables: Mapping[str, str], ranks: int) -> None:
    """What the ranks would find in their environment; an empty variable says nothing."""
    for name, words in _WORDS.items():
        value = variables.get(name) or words[0]
        if value not in words:
            known = f"{', '.join(words[:-1])} or {words[-1]}"
            raise StrobeError(f"{name} is '{value}', and has to be {known}")
    for name, least in _NUMBERS.items():
        value = variables.get(name) or str(least)
        is_number = re.fullmatch(r"[0-9]+", value) is not None
        if not is_number or not least <= int(value) <= MOST_BYTES:
            raise StrobeError(
                f"{name} is '{value}', and has to be a whole number of at least {least}"
            )
    _check_monitor("STROBE_MONITOR", variables.get("STROBE_MONITOR", ""), ranks)
