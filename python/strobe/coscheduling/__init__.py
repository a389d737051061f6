# SPDX-License-Identifier: BSD-3-Clause
"""MPI programs under the coscheduled runtime: how they are started, and how their end is
reported."""
