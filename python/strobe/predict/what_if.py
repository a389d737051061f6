# SPDX-License-Identifier: BSD-3-Clause
"""Machines that differ from a measured one: `latency=0.5x bandwidth=2x compute=1.3x`."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace

import numpy as np

from strobe.base.errors import StrobeError
from strobe.predict.machine import Level, Machine
from strobe.predict.measured import SHORTEST_S

EXAMPLE = "latency=0.5x bandwidth=2x overhead=0.5x compute=1.3x"


@dataclass(frozen=True)
class Factors:
    """What is so many times as large: `latency` of the shortest message, `bandwidth` of all beyond
    it, `overhead` of the processors for a message, and the speed at which they `compute`.

    Infinity takes the time of bandwidth and computation away, and 0 that of the others.
    """

    latency: float = 1.0
    bandwidth: float = 1.0
    overhead: float = 1.0
    compute: float = 1.0

    def of(self, machine: Machine) -> Machine:
        """The machine that differs so."""
        return replace(machine, levels={name: self._level(one)
                                        for name, one in machine.levels.items()})  # fmt: skip

    def _level(self, level: Level) -> Level:
        whole = level.whole
        shortest = float(whole.times_s[0])
        # What the processors do is part of a message's time, and is changed with it.
        send_s, receive_s = level.overhead_s(whole.sizes_bytes)
        saved = (1 - self.overhead) * (send_s + receive_s)
        inside = whole.times_s - shortest
        times = self.latency * shortest + inside / self.bandwidth - saved
        changed = replace(whole, times_s=np.maximum.accumulate(np.maximum(times, SHORTEST_S)))
        busy = None if level.busy is None else level.busy.scaled(self.overhead)
        beside = None if level.beside is None else level.beside.scaled(self.overhead)
        pause = None if level.pause is None else level.pause.scaled(self.overhead)
        bucket = None if level.bucket is None else level.bucket.scaled(self.bandwidth)
        return replace(level, whole=changed, busy=busy, beside=beside, pause=pause,
                       collective_s=self.overhead * level.collective_s,
                       bucket=bucket, limit_bytes=level.eager_bytes)  # fmt: skip


NAMES = tuple(field.name for field in fields(Factors))


def read(text: str) -> Factors:
    """The factors of a text. Raises StrobeError for what is none."""
    found: dict[str, float] = {}
    for word in text.replace(",", " ").split():
        name, _, factor = word.partition("=")
        try:
            value = float(factor.removesuffix("x"))
        except ValueError:
            value = math.nan
        if name not in NAMES or not (math.isfinite(value) and value > 0) or name in found:
            raise StrobeError(
                f"--what-if has {word!r}; write each of {', '.join(NAMES)} at most once, with a "
                f"factor above 0: --what-if '{EXAMPLE}'"
            )
        found[name] = value
    return Factors(**found)
