# SPDX-License-Identifier: BSD-3-Clause
"""The figures and tables of the papers, redrawn for the machine of a run from its suite's data."""
