# SPDX-License-Identifier: BSD-3-Clause
"""Which fits of a run are accepted: those through accepted cells, with narrow parameters."""

from __future__ import annotations

import msgspec

from strobe.fit.fitting import SIZE_AXIS
from strobe.fit.models import Estimate, Model, Models
from strobe.gate.cells import Accepted
from strobe.gate.limits import is_narrow

STALE = "it was fitted to cells that are too noisy; run `strobe fit` again, which excludes them"


def accepted_models(models: Models, summary: Accepted) -> Models:
    """The models; those fitted through refused cells are refused too.

    This version's fits exclude such cells; a models.json of an older version may not.
    """
    return msgspec.structs.replace(
        models, models=[_accepted(model, summary) for model in models.models]
    )


def accepted_estimate(estimate: Estimate | None) -> Estimate | None:
    """The estimate; None where it is not known or its interval is too wide."""
    if estimate is None or estimate.value is None or estimate.value <= 0:
        return None
    return estimate if is_narrow(estimate.low, estimate.high) else None


def _accepted(model: Model, summary: Accepted) -> Model:
    if not model.accepted:
        return model
    sizes = {
        float(cell.declared.point[SIZE_AXIS])
        for cell in summary.cells.values()
        if cell.declared.kernel == model.kernel
        and cell.in_regime(model.regime) is not None
        and SIZE_AXIS in cell.declared.point
        and all(cell.declared.point.get(axis) == value for axis, value in model.fixed.items())
    }
    if sizes.issuperset(model.sizes_bytes):
        return model
    return msgspec.structs.replace(
        model,
        accepted=False,
        reason=STALE,
        segments=[],
        breakpoints=[],
        peak_bandwidth_bytes_per_s=None,
        half_bandwidth_size_bytes=None,
        ninety_bandwidth_size_bytes=None,
    )
