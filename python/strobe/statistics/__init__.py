# SPDX-License-Identifier: BSD-3-Clause
"""Intervals, dependence and comparison of samples; pure functions of arrays."""
