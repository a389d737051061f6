# SPDX-License-Identifier: BSD-3-Clause
"""The page of `strobe explore`: the tree of choices, and two outcomes side by side."""
