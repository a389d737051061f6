# SPDX-License-Identifier: BSD-3-Clause
"""Findings: sentences about a machine that rules derive from a run's accepted figures."""
