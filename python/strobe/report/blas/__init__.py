# SPDX-License-Identifier: BSD-3-Clause
"""The BLAS libraries of a run: their rates, and what bounds them."""
