# SPDX-License-Identifier: BSD-3-Clause
"""What `strobe fit` found: models.json of a run folder, as typed structures, and predictions.

t(N) = startup + N / bandwidth in each segment, as CoMet (section 4.1) and the CM-5 study (section
4, equation 1) define both: by the line, not by the time of an empty message.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec

from strobe.base import writing
from strobe.base.errors import StrobeError
from strobe.records.lines import Value

SCHEMA = 1
MODELS_FILE = "models.json"


class Interval(msgspec.Struct, frozen=True):
    """An estimate with its interval at the confidence of the file."""

    value: float
    low: float
    high: float


class Estimate(msgspec.Struct, frozen=True):
    """The same where the data may set no bound: null is unbounded, or not known as a value."""

    value: float | None
    low: float | None
    high: float | None


class Segment(msgspec.Struct, frozen=True):
    """One line, from the smallest to the largest measured size that it was fitted to."""

    from_bytes: float
    to_bytes: float
    points: int
    startup_s: Interval
    per_byte_s: Interval
    bandwidth_bytes_per_s: Estimate
    """Per byte of message size; null as a value where time does not grow with size."""
    negative_startup: bool
    negative_startup_reason: str
    """Which of the CM-5 study's two reasons (section 4) holds; empty for a positive start-up."""


class Breakpoint(msgspec.Struct, frozen=True):
    """The model changes above `size_bytes` and at or below the next measured size.

    `low` and `high` are measured sizes between which the change lies at the given confidence.
    """

    size_bytes: float
    low: float
    high: float


class LeftOut(msgspec.Struct, frozen=True):
    """A size that was measured and not fitted."""

    size_bytes: float
    reason: str


SizeClass = Literal["all", "multiples", "others"]
"""Which message sizes a model holds for."""


class Model(msgspec.Struct, frozen=True):
    """One kernel, its other axes held, in one regime of the machine, and one class of its sizes.

    Where multiples of a word and other sizes follow lines of their own there are two models, that
    of the multiples first.
    """

    kernel: str
    fixed: dict[str, Value]
    """The axes that are held: all but size_bytes."""
    regime: int | None
    """Index among the matched regimes of the run, 0 the fastest; null without a sentinel."""
    exchange_s: float | None
    """What the sentinel's exchange takes in this regime."""
    sizes_bytes: list[float]
    """The sizes of the points used."""
    left_out: list[LeftOut]
    accepted: bool
    reason: str
    """Why the fit was refused; empty where it was accepted."""
    misfit_max: float | None = None
    """Largest |measured - fitted| / measured; null where nothing could be fitted."""
    misfit_size_bytes: float | None = None
    segments: list[Segment] = []
    """Empty where the fit was refused, as are the breakpoints."""
    breakpoints: list[Breakpoint] = []
    peak_bandwidth_bytes_per_s: Estimate | None = None
    half_bandwidth_size_bytes: Estimate | None = None
    ninety_bandwidth_size_bytes: Estimate | None = None
    size_class: SizeClass = "all"
    """`multiples` of `word_bytes`, or the `others`, where these two classes were fitted apart."""
    word_bytes: int | None = None
    """The word of a class; null for a model of all sizes."""


class Models(msgspec.Struct, frozen=True):
    """models.json: all fits of a run and how they were made."""

    schema: int
    confidence: float
    resamples: int
    seed: int
    min_points: int
    misfit_limit: float
    models: list[Model]

    def find(
        self,
        kernel: str,
        fixed: dict[str, Value],
        regime: int | None,
        size_class: SizeClass = "all",
    ) -> Model | None:
        """The model of one class of sizes of a series in one regime, if there is one."""
        wanted = (kernel, fixed, regime, size_class)
        return next(
            (m for m in self.models if (m.kernel, m.fixed, m.regime, m.size_class) == wanted), None
        )

    def others_of(self, model: Model) -> Model | None:
        """Beside the model of the multiples of a word, that of the other sizes of its series."""
        if model.size_class != "multiples":
            return None
        return self.find(model.kernel, model.fixed, model.regime, "others")


def predict_s(model: Model, size_bytes: float) -> float:
    """Seconds for a message of `size_bytes` by an accepted model.

    A line holds until the next one's first size; the first and the last go on beyond the measured
    sizes. Raises StrobeError for a model that was refused.
    """
    if not model.accepted:
        raise StrobeError(f"the model of {model.kernel} was refused: {model.reason}")
    segment = model.segments[0]
    for following in model.segments[1:]:
        if following.from_bytes > size_bytes:
            break
        segment = following
    return segment.startup_s.value + size_bytes * segment.per_byte_s.value


def write_models(models: Models, folder: Path) -> Path:
    """Write models.json into a run folder; returns its path."""
    text = msgspec.json.format(msgspec.json.encode(models), indent=1) + b"\n"
    return writing.write(folder / MODELS_FILE, text)


def read_models(folder: Path) -> Models:
    """Read models.json of a run folder."""
    file = folder / MODELS_FILE
    try:
        models = msgspec.json.decode(file.read_bytes(), type=Models)
    except OSError as error:
        raise StrobeError(f"cannot read {file}: {error.strerror}") from error
    except msgspec.MsgspecError as error:
        raise StrobeError(f"{file} is not a file of models: {error}") from error
    if models.schema != SCHEMA:
        raise StrobeError(
            f"{file} has schema {models.schema}; this version of Strobe reads schema {SCHEMA}"
        )
    return models
