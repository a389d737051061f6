# SPDX-License-Identifier: BSD-3-Clause
"""The gate between figures and words: what may become a headline, a finding or a verdict.

`limits` holds the thresholds and the tests of single figures. `cells` judges the cells of a run,
`pairing` and `comparisons` those of two runs, and strobe.fit.accepted the fits. Code that writes
sentences takes an `Accepted` summary. Only `cells.accepted` makes one, so every figure in a
sentence has passed the gate.
"""
