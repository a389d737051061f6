# SPDX-License-Identifier: BSD-3-Clause
"""All that `strobe predict` says of a job, as its page and --json have it."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

import msgspec

from strobe.base.errors import StrobeError
from strobe.predict.prediction import Prediction, Sweep
from strobe.predict.scaling import Scaling
from strobe.predict.validation import Validation
from strobe.predict.what_if import NAMES

RANKS = "ranks"
STEPS_PER_DECADE = 4
EXAMPLE = "--sweep latency=0.1:10, or --sweep ranks=2:64"


class Study(msgspec.Struct, frozen=True):
    """The prediction, and what was asked for beside it."""

    job: str
    program: str
    prediction: Prediction
    recorded_on: Prediction | None = None
    """The same for the machine where the job was recorded."""
    sweep: Sweep | None = None
    scaling: Scaling | None = None
    validation: Validation | None = None


@dataclass(frozen=True)
class Range:
    """What --sweep asks for."""

    what: str
    low: float
    high: float

    @property
    def factors(self) -> list[float]:
        """Evenly in the logarithm, with both ends."""
        decades = math.log10(self.high / self.low)
        steps = max(round(STEPS_PER_DECADE * decades), 2)
        return [self.low * 10 ** (decades * step / steps) for step in range(steps + 1)]

    @property
    def ranks(self) -> list[int]:
        """Doubling from the first, and the last."""
        found, now = [], round(self.low)
        while now < self.high:
            found.append(now)
            now *= 2
        return [*found, round(self.high)]


def read_range(text: str) -> Range:
    """Of `latency=0.1:10`. Raises StrobeError for what is none."""
    match = re.fullmatch(r"([a-z]+)=([0-9.e+-]+):([0-9.e+-]+)", text)
    found = None
    if match is not None and match[1] in (*NAMES, RANKS):
        try:
            found = Range(match[1], float(match[2]), float(match[3]))
        except ValueError:
            found = None
    if found is None or not (0 < found.low < found.high <= 1e6):
        raise StrobeError(
            f"--sweep is {text!r}; write {', '.join(NAMES)} or {RANKS} with the least and the "
            f"largest value, as in {EXAMPLE}"
        )
    if found.what == RANKS and not (found.low.is_integer() and found.high.is_integer()):
        raise StrobeError(f"--sweep is {text!r}; numbers of ranks are whole")
    return found
