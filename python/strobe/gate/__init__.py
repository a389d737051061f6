# SPDX-License-Identifier: BSD-3-Clause
"""The gate between figures and words: what may become a headline, a finding or a verdict.

`limits` has the numbers and the tests of single figures, `cells` judges the cells of a run and
`models` its fits. Code that writes sentences takes a `Believed` summary, which only
`cells.believed` makes, so that no figure gets into a sentence without passing here.
"""
