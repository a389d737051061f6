# SPDX-License-Identifier: BSD-3-Clause
"""How a time grows with the number of ranks p: not at all, with log2(p), or with p.

CoMet, section 4.1, reads from its figures that broadcast and global sum grow linearly with the log
of the number of processors, and concludes that they use trees. Here the law with the smallest BIC
is chosen (Schwarz, "Estimating the dimension of a model", 1978), and it is stated only if its BIC
is smaller than that of every other law by a margin (Kass and Raftery, "Bayes factors", 1995).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import special

from strobe.fit.fitting import MISFIT_LIMIT
from strobe.fit.piecewise import Bounds
from strobe.fit.resampling import median_variance

Floats = NDArray[np.float64]
Name = Literal["constant", "logarithmic", "linear"]

FEWEST_MACHINE_SIZES = 3
"""CoMet's figures have three. With two, every law with a slope passes through both times."""
MODEL_ERROR = 0.05
"""Relative. A collective may change its algorithm with the number of ranks, so even exact times
lie this far from a law."""
LEAST_EVIDENCE = 2.0
"""The difference of BICs from which evidence is positive (Kass and Raftery 1995, section 3.2)."""

LAWS: dict[Name, Callable[[Floats], Floats] | None] = {
    "constant": None,
    "logarithmic": np.log2,
    "linear": np.asarray,
}


@dataclass(frozen=True)
class Scaling:
    """The law of one curve: t(p) = base + slope f(p)."""

    law: Name
    base_s: Bounds
    slope_s: Bounds
    """Per doubling of the ranks (logarithmic) or per rank (linear); 0 for a constant."""
    misfit: float
    """Largest |measured - fitted| / measured."""
    evidence: float
    """How much larger the BIC of the next law is."""
    ranks: tuple[float, ...]

    @property
    def is_certain(self) -> bool:
        """Whether the data tell this law from the others, and it fits."""
        return self.evidence >= LEAST_EVIDENCE and self.misfit <= MISFIT_LIMIT

    def time_s(self, ranks: float) -> float:
        """The fitted time on a number of ranks."""
        function = LAWS[self.law]
        grown = 0.0 if function is None else float(function(np.array([ranks]))[0])
        return self.base_s.value + self.slope_s.value * grown


def fit_scaling(
    ranks: Sequence[float],
    times_s: Sequence[float],
    samples: Sequence[Floats],
    *,
    confidence: float = 0.95,
) -> Scaling | None:
    """The law of the medians `times_s`; None where there are too few machine sizes.

    `samples` are those of each median. They say how far it may be off.
    """
    if np.unique(ranks).size < FEWEST_MACHINE_SIZES or min(times_s) <= 0:
        return None
    p, t = np.asarray(ranks, dtype=float), np.asarray(times_s, dtype=float)
    error = t * np.sqrt([median_variance(own) + MODEL_ERROR**2 for own in samples])
    fits = sorted(
        (_fit(name, function, p, t, error, confidence) for name, function in LAWS.items()),
        key=lambda one: one[0],
    )
    (best_bic, best), (next_bic, _) = fits[0], fits[1]
    return Scaling(*best, evidence=next_bic - best_bic, ranks=tuple(p.tolist()))


def _fit(
    name: Name,
    function: Callable[[Floats], Floats] | None,
    p: Floats,
    t: Floats,
    error: Floats,
    confidence: float,
) -> tuple[float, tuple[Name, Bounds, Bounds, float]]:
    """The BIC of a law and its parameters, by least squares with the errors as weights."""
    terms = [np.ones_like(p)] if function is None else [np.ones_like(p), function(p)]
    design = np.stack(terms, axis=1) / error[:, None]
    inverse = np.linalg.inv(design.T @ design)
    coefficients = inverse @ design.T @ (t / error)
    fitted = np.stack(terms, axis=1) @ coefficients
    chi_squared = float((((t - fitted) / error) ** 2).sum())
    freedom = p.size - len(terms)
    # Where the law misses the times by more than their errors, its parameters are less certain.
    widening = math.sqrt(max(1.0, chi_squared / freedom)) if freedom > 0 else 1.0
    reach = special.ndtri(0.5 + 0.5 * confidence) * widening * np.sqrt(np.diag(inverse))
    bounds = [
        Bounds(float(value), float(value - width), float(value + width))
        for value, width in zip(coefficients, reach, strict=True)
    ]
    slope = bounds[1] if function is not None else Bounds(0.0, 0.0, 0.0)
    misfit = float((np.abs(t - fitted) / t).max())
    bic = chi_squared + len(terms) * math.log(p.size)
    return bic, (name, bounds[0], slope, misfit)
